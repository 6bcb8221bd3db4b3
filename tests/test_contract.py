"""The contract language: what loads, what does not and where it says so, and what a contract is named by."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import oyez
from oyez.contract.wanted import CODES

PLAIN: dict[str, Any] = {"name": "plain", "form": {"line": "V"}, "scale": {"labels": ["A", "B"]}}

BAD_TREES = [
    ({"scale": "text"}, "a form is missing"),
    ({"form": {"line": "V"}}, "a scale is missing"),
    ({**PLAIN, "repeat": "last"}, "unknown key 'repeat' in a contract; did you mean 'repeats'?"),
    ({**PLAIN, "zzz": 1}, "unknown key 'zzz' in a contract at zzz"),
    ({**PLAIN, "form": {"lime": "V"}}, "unknown form 'lime'; did you mean 'line'? at form.lime"),
    (
        {**PLAIN, "form": {"zzz": "V"}},
        "unknown form 'zzz'; a form has exactly one of the keys after, bracket",
    ),
    ({**PLAIN, "form": "line"}, "a form has exactly one of the keys"),
    ({**PLAIN, "form": {"line": "V", "tag": "V"}}, "not both line and tag at form.tag"),
    (
        {**PLAIN, "form": [{"line": "V"}, {"line": "W", "at": 1}]},
        "in the form line; it has line, until at form.1.at",
    ),
    ({**PLAIN, "form": {"line": "V", "at": "line"}}, "unknown key 'at' in the form line"),
    ({**PLAIN, "form": {"line": "V", "until": "end"}}, "until must be one of next-label"),
    ({**PLAIN, "form": {"bracket": "[["}}, "bracket must be two markers"),
    ({**PLAIN, "form": {"phrase": "no slot"}}, "phrase needs exactly one slot {}"),
    ({**PLAIN, "form": {"whole": False}}, "whole must be true"),
    ({**PLAIN, "form": {"json": "a..b"}}, "json must be a key, a dotted path, or a list of keys"),
    ({**PLAIN, "form": {"lines": ["Plot", "plot "]}}, "lines holds a name twice"),
    ({**PLAIN, "form": {"tag": "a b"}}, "tag must be the bare name of a tag"),
    ({**PLAIN, "scale": {"labels": ["a", "A"]}}, "'a' and 'A' cannot be told apart; set ignore_case = false"),
    (
        {**PLAIN, "scale": {"labels": ["a"], "lables": 1}},
        "unknown key 'lables' in the scale labels; did you mean 'labels'?",
    ),
    (
        {**PLAIN, "scale": {"labels": ["a"], "alias": {"x": "b"}}},
        "alias 'x' stands for 'b', which is no label",
    ),
    ({**PLAIN, "scale": {"preference": {"A>B": "A"}}}, "'A>B' must mean"),
    ({**PLAIN, "scale": {"integer": [10, 0]}}, "integer must be two whole numbers, the lower bound first"),
    ({**PLAIN, "scale": {"integer": [0, 10.5]}}, "integer must be two whole numbers"),
    ({**PLAIN, "scale": {"number": [0, float("inf")]}}, "number must be two numbers"),
    ({**PLAIN, "scale": {"number": [0, 1], "step": 0}}, "step must be a number greater than 0"),
    ({**PLAIN, "scale": {"ranking": ["a"]}}, "ranking must list at least two ids"),
    ({**PLAIN, "scale": {"list": {"integer": [0, 1]}, "length": 0}}, "length must be a whole number from 1"),
    (
        {**PLAIN, "scale": {"integr": [0, 10]}},
        "unknown scale 'integr'; did you mean 'integer'? at scale.integr",
    ),
    (
        {**PLAIN, "scale": {"list": {"integr": [0, 1]}}},
        "unknown scale 'integr'; did you mean 'integer'? at scale.list.integr",
    ),
    ({**PLAIN, "scale": {"list": {"integer": [1]}}}, "the lower bound first at scale.list.integer"),
    ({**PLAIN, "scale": "txt"}, "unknown scale 'txt'; did you mean 'text'?"),
    ({**PLAIN, "scale": {"labels": ["a"], "boolean": True}}, "not both labels and boolean"),
    ({**PLAIN, "recover": "saf"}, "unknown recovery 'saf'; did you mean 'safe'?"),
    ({**PLAIN, "form": {"line": "V:"}}, "the colon is no part of the label 'V:'; write 'V' at form.line"),
    ({**PLAIN, "form": {"line": "Urteil："}}, "write 'Urteil'"),
    ({**PLAIN, "form": {"lines": ["A", "B :"]}}, "the colon is no part of the label 'B :'; write 'B'"),
    ({**PLAIN, "label": "Rating:"}, "label: the colon is no part of the label 'Rating:'"),
    ({**PLAIN, "label": "a\nb"}, "label must be one line of text"),
    ({**PLAIN, "form": {"json": "$.score"}}, "the path '$.score' begins at the top by itself; write 'score'"),
    ({**PLAIN, "form": {"json": ".score"}}, "begins at the top by itself; write 'score'"),
    ({**PLAIN, "form": {"json": "$"}}, "begins at the top by itself"),
    ({**PLAIN, "form": {"json": "a[0].b"}}, "the path 'a[0].b' has brackets"),
    ({**PLAIN, "form": {"json_items": "x", "id": "id", "value": "$.v"}}, "value: the path '$.v'"),
    ({**PLAIN, "form": {"bracket": ["[[", "[["]}}, "both markers of bracket are '[['; the second must close"),
    ({**PLAIN, "form": {"bracket": ["[[", "\r]]"]}}, "a marker of bracket holds a line break"),
    ({**PLAIN, "thinking": ["<think>"]}, "names of tags, without < and >: 'think', not '<think>'"),
    ({**PLAIN, "thinking": ["a", "</b>"]}, "at thinking.1"),
    ({**PLAIN, "thinking": ["a b"]}, "names of tags"),
    ({**PLAIN, "form": {"lines": ["A"]}, "ids": [True]}, "ids must be a list of words"),
    ({**PLAIN, "cut": "all"}, 'cut must be "value"'),
    ({**PLAIN, "repeats": ["last"]}, "repeats must be one of"),
    ({**PLAIN, "name": "a\x1b[31m"}, "characters that can be printed"),
    ({**PLAIN, "name": "a\u202eb"}, "characters that can be printed"),
    ({**PLAIN, "name": "a" * 201}, "name must be at most 200 characters"),
    ({**PLAIN, "recover": ["emphsis"]}, "unknown recovery 'emphsis'; did you mean 'emphasis'?"),
    ({**PLAIN, "recover": 1}, 'recover must be "safe" or a list of names'),
    ({**PLAIN, "recover": ["cue-phrase"]}, "the recovery cue-phrase needs a list of cues"),
    ({**PLAIN, "cues": ["no slot"]}, "cue 'no slot' needs exactly one slot"),
    ({**PLAIN, "repeats": "never"}, "repeats must be one of agree, forbid, last, first"),
    ({**PLAIN, "quoted": "keep"}, "quoted must be one of aside, candidate"),
    ({**PLAIN, "all_fields": "yes"}, "all_fields must be true or false"),
    ({**PLAIN, "at_least": 0}, "at_least must be a whole number from 1"),
    ({**PLAIN, "version": "1"}, "version must be a whole number"),
    ({**PLAIN, "name": "a@b"}, "name must be a word without @ and #"),
    ({**PLAIN, "verdict": "other"}, "verdict must name a field (verdict), or be left out"),
    ({**PLAIN, "example": [{"reply": "x"}]}, "an example needs reply and status"),
    ({**PLAIN, "field": {"v": {}}}, "form belongs into a [field.…] table"),
    ({"field": {"v": {**PLAIN, "name": None}}}, "unknown key 'name' in the field 'v'"),
    ({"field": {"v": {"scale": "text"}}}, "a form is missing in the field 'v'"),
    ({"field": {"v": {"form": {"line": "V"}}}}, "a scale is missing in the field 'v'"),
    ({"field": {"*": {"form": {"line": "V"}, "scale": "text"}}}, "a field cannot be named *"),
    ({**PLAIN, "scale": {"integer": [0, 2**60]}}, "cannot be named by its content"),
]


@pytest.mark.parametrize(("tree", "message"), BAD_TREES, ids=[message[:40] for _, message in BAD_TREES])
def test_a_bad_tree_says_what_is_wrong(tree: dict[str, Any], message: str) -> None:
    with pytest.raises(oyez.ContractError) as caught:
        oyez.contract(tree)
    assert message in str(caught.value)


def test_all_faults_are_collected() -> None:
    with pytest.raises(oyez.ContractError) as caught:
        oyez.contract({"form": {"line": ""}, "scale": {"integer": [1]}, "repeats": "x", "colour": 1})
    assert len(caught.value.faults) == 4


def test_all_faults_of_a_scale_are_collected() -> None:
    scale = {"labels": ["a", "A"], "alias": {"x": "b"}, "ignore_case": 1, "abstain": ["n", "n"], "lables": 1}
    with pytest.raises(oyez.ContractError) as caught:
        oyez.contract({**PLAIN, "scale": scale})
    assert sorted(fault.split()[0] for fault in caught.value.faults) == [
        "'a'",
        "abstain",
        "alias",
        "ignore_case",
        "unknown",
    ]


FAULTY = """\
name = "x"
form = [{ line = "V", until = "next" }, { line = "W", until = "end" }]
scale = { labels = ["A", "a"], alias = { B = "C" } }
field = 3
recover = ["safe", "emphsis"]

[[example]]
reply = "V: A"
status = "read"
[[example]]
reply = "V: B"
status = "red"
verdct = "B"
[[example]]
reply = "V: B"
"""


def test_places_of_values_and_examples(tmp_path: Path) -> None:
    path = tmp_path / "c.toml"
    path.write_text(FAULTY.replace("field = 3\n", ""))
    with pytest.raises(oyez.ContractError) as caught:
        oyez.contract(path)
    said = [fault.split(f" @ {path}:") for fault in caught.value.faults]
    assert [(place, message[:24]) for message, place in said] == [
        ("2:23", "until must be one of nex"),
        ("2:55", "until must be one of nex"),
        ("3:11", "'A' and 'a' cannot be to"),
        ("3:32", "alias 'B' stands for 'C'"),
        ("4:20", "unknown recovery 'emphsi"),
        ("11:1", "example 2: 'status' is '"),
        ("12:1", "example 2: unknown key '"),
        ("13:3", "an example needs reply a"),
    ]


def test_places_in_a_json_contract(tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    path.write_text(
        '{"name": "x",\n "form": {"line": "V", "bad": 1},\n "scale": {"labels": []}, "recovr": 1}'
    )
    with pytest.raises(oyez.ContractError) as caught:
        oyez.contract(path)
    assert [fault.rpartition(":c.json")[0] or fault[-4:].lstrip(":") for fault in caught.value.faults] == [
        "2:24",
        "3:12",
        "3:27",
    ]


def test_a_key_stands_once_in_a_json_contract(tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    path.write_text(
        '{"form": {"line": "V"}, "form": {"line": "V"}, "scale": {"labels": ["A"], "alias": {},\n "alias": {}}}'
    )
    with pytest.raises(oyez.ContractError) as caught:
        oyez.contract(path)
    assert caught.value.faults == [
        f"the key 'form' stands twice in one object @ {path}:1:25",
        f"the key 'alias' stands twice in one object @ {path}:2:2",
    ]


def test_a_file_of_that_name_is_pointed_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("judge").write_text("")
    with pytest.raises(oyez.ContractError, match=r"to use the file of that name, write \./judge"):
        oyez.contract("judge")
    with pytest.raises(oyez.ContractError, match="`oyez contracts` lists them"):
        oyez.contract("zzzzzzzz")


def test_a_byte_order_mark_is_no_matter(tmp_path: Path) -> None:
    (tmp_path / "c.toml").write_text('name = "x"\nform = { whole = true }\nscale = "text"\n', "utf-8-sig")
    (tmp_path / "c.json").write_text('{"form": {"whole": true}, "scale": "text"}', "utf-8-sig")
    assert oyez.contract(tmp_path / "c.toml").digest == oyez.contract(tmp_path / "c.json").digest


EXAMPLES = [
    ({"status": "red"}, "'status' is 'red'; the statuses are"),
    ({"status": "read", "verdct": 1}, "unknown key 'verdct'; did you mean 'verdict'?"),
    ({"status": "absent", "verdict": "A"}, "'verdict' is given, and a reading that is absent has no verdict"),
    ({"status": "absent", "abstained": True}, "'abstained' is given, and a reading that is absent"),
    ({"status": "read", "rule": "emphasis"}, "'rule' is given, and a reading that is read has no rule"),
    ({"status": "recovered", "rule": "zap"}, "'rule' names the unknown recovery 'zap'"),
    ({"status": "recovered", "rule": "emphasis+zap"}, "'rule' names the unknown recovery 'zap'"),
    (
        {"status": "read", "problems": ["quotd"]},
        "'problems' holds the unknown code 'quotd'; did you mean 'quoted'?",
    ),
    ({"status": "read", "problems": "quoted"}, "'problems' must be a list of codes"),
    ({"status": "read", "fields": {"x": {}}}, "'fields.x' is no field of the contract"),
    ({"status": "read", "fields": {"x": {"start": "1", "{}": 1}}}, "'fields.x.start' must be a whole number"),
    ({"status": "read", "fields": 3}, "'fields' must be an object"),
    ({"status": "read", "sure": 1}, "'sure' must be true or false"),
    ({"status": "read", "ids": "x"}, "'ids' must be a list of words"),
    ({"status": "read", "why": 3}, "'why' must be text"),
    ({"status": ["{x}"]}, "'status' is ['{x}']"),
]


@pytest.mark.parametrize(("example", "said"), EXAMPLES, ids=[said[:40] for _, said in EXAMPLES])
def test_an_example_that_cannot_be_met_is_a_fault(example: dict[str, Any], said: str) -> None:
    with pytest.raises(oyez.ContractError) as caught:
        oyez.contract({**PLAIN, "example": [{"reply": "x", "status": "absent"}, {"reply": "x", **example}]})
    assert any(f"example 2: {said}" in fault for fault in caught.value.faults), caught.value.faults


def test_the_codes_are_those_of_the_page() -> None:
    page = (Path(__file__).parents[1] / "docs" / "statuses.md").read_text(encoding="utf-8")
    cells = [
        line.split("|")[1] for line in page.partition("## Problems")[2].splitlines() if line[:3] == "| `"
    ]
    assert (
        tuple(code for cell in cells for code in cell.replace("`", "").replace(" ", "").split(",")) == CODES
    )


def test_an_unknown_key_is_named_with_line_and_column(tmp_path: Path) -> None:
    path = tmp_path / "c.toml"
    path.write_text(
        'name = "c"\nversion = 1\nform = { line = "V" }\nscale = { labels = ["A"], lables = ["B"] }\n'
    )
    with pytest.raises(oyez.ContractError, match=r"'lables' .* @ .*c\.toml:4:27"):
        oyez.contract(path)


def test_unknown_names_offer_the_nearest() -> None:
    with pytest.raises(oyez.ContractError, match=r"nearest: .*arena-hard"):
        oyez.contract("arena-hrad")


@pytest.mark.parametrize("name", ["absent.toml", "absent.json", "folder/absent"])
def test_a_missing_file_is_one_clear_error(name: str) -> None:
    with pytest.raises(oyez.ContractError, match="No such file"):
        oyez.contract(name)


@pytest.mark.parametrize("source", [5, None, [], b"x"])
def test_what_can_be_no_contract_is_one_clear_error(source: Any) -> None:
    with pytest.raises(
        oyez.ContractError, match="must be a name, a path, a table or a contract, and is of type"
    ):
        oyez.contract(source)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("c.toml", b"name = \n", "not TOML"),
        ("c.toml", b"\xff\xfe", "not UTF-8 at byte 0"),
        ("c.json", b"{", "not JSON"),
        ("c.json", b"[]", "a contract is one JSON object"),
        ("c.json", b'{"a": 1} x', "not JSON: more after its end @ .*c.json:1:10"),
        ("c.json", b'{"a":\n ?}', "not JSON: expected a value @ .*c.json:2:2"),
        ("c.json", b'{"a": NaN}', "NaN, infinite or too long"),
        ("c.json", b"[" * 200_000, "nesting deeper than"),
        ("c.json", '{"a": 1}'.encode("utf-16"), "it looks like UTF-16"),
        ("c.toml", b"a = " + b"[" * 20_000, "nested too deep"),
        ("c.toml", b"version = " + b"1" * 5000, "more digits than can be taken"),
        ("c.toml", b'name = "x"\nform = ?\n', "not TOML: Invalid value @ .*c.toml:2:8"),
        ("c.toml", b"name = [1,", "not TOML: .* @ .*c.toml:1:11"),
    ],
)
def test_a_file_that_holds_no_contract(tmp_path: Path, name: str, content: bytes, message: str) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(oyez.ContractError, match=message):
        oyez.contract(tmp_path / name)


def test_the_digest_is_of_what_affects_reading() -> None:
    one = oyez.contract(PLAIN)
    same = oyez.contract(
        {
            **PLAIN,
            "name": "other",
            "version": 7,
            "about": "x",
            "parity": True,
            "repeats": "agree",
            "example": [{"reply": "V: A", "status": "read", "verdict": "A"}],
            "thinking": ["reasoning", "thought", "thinking", "think"],
        }
    )
    assert one.digest == same.digest
    assert one.ref == f"plain@1#{one.digest[:16]}"
    others: list[dict[str, Any]] = [
        {"repeats": "last"},
        {"recover": "safe"},
        {"quoted": "candidate"},
        {"scale": {"labels": ["A", "B"], "abstain": ["B"]}},
        {"form": [{"line": "V"}, {"whole": True}]},
        {"instructions": "V: A"},
        {"thinking": []},
        {"cut": "value"},
    ]
    digests = {oyez.contract({**PLAIN, **other}).digest for other in others}
    assert len(digests | {one.digest}) == len(others) + 1


def test_safe_is_the_list_that_it_stands_for() -> None:
    safe = oyez.contract({**PLAIN, "recover": "safe"})
    named = oyez.contract({**PLAIN, "recover": list(reversed(safe.fields["verdict"].recover))})
    assert safe.digest == named.digest
    more = oyez.contract({**PLAIN, "recover": ["safe", "leading-label"]})
    assert set(more.fields["verdict"].recover) - set(safe.fields["verdict"].recover) == {"leading-label"}


def test_a_contract_may_be_json(tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    path.write_text('{"name": "plain", "form": {"line": "V"}, "scale": {"labels": ["A", "B"]}}')
    assert oyez.contract(path).digest == oyez.contract(PLAIN).digest


BUILT = [
    (oyez.line("VERDICT", ["PASS", "FAIL"], abstain=["UNSURE"]), "VERDICT: unsure", "UNSURE"),
    (oyez.line("Score", (0, 10)), "Score: 7", 7),
    (oyez.line("Score", range(11)), "Score: 10", 10),
    (oyez.line("Share", (0.0, 1.0)), "Share: 0.5", 0.5),
    (oyez.bracket({"A>B": "A+1", "B>A": "B+1"}), "[[B > A]]", "B>A"),
    (oyez.bracket((1, 10), label="Rating"), "[[Rating: 8]]", 8),
    (oyez.bracket(["A", "B"], "<<", ">>"), "<<B>>", "B"),
    (oyez.json_key("score", (0, 100)), '{"score": "70"}', 70),
    (oyez.json_key("pass", bool, prose=True), 'So {"pass": true}', True),
    (oyez.json_key("a.b", "json"), '{"a": {"b": [1]}}', [1]),
    (oyez.tag("score", (0, 10)), "<score>**7**</score>", 7),
    (oyez.last_line((1, 3)), "Because.\n2", 2),
    (oyez.whole({"yes", "no"}), "Yes.", "yes"),
    (oyez.whole("text", abstain=["n/a"]), "N/A", "n/a"),
    (oyez.whole({"ranking": ["a", "b"]}), "b > a", ["b", "a"]),
]


@pytest.mark.parametrize(
    ("contract", "text", "verdict"), BUILT, ids=[contract.name for contract, _, _ in BUILT]
)
def test_one_line_builders(contract: oyez.Contract, text: str, verdict: object) -> None:
    assert oyez.read(text, contract).verdict == verdict


@pytest.mark.parametrize("values", [[], 3, [1, 2, 3], ["a", 1], (True, False), range(0, 10, 2), "PASS"])
def test_builders_refuse_what_is_no_scale(values: object) -> None:
    with pytest.raises(TypeError, match="not a list of labels"):
        oyez.line("V", values)


@pytest.mark.parametrize("abstain", ["MAYBE", "N/A", "U", "", b"N", {"MAYBE": 1}, 3, [1], [["a"]], None])
def test_letters_are_never_taken_for_words(abstain: Any) -> None:
    for build in (oyez.line, oyez.tag, oyez.json_key):
        with pytest.raises(TypeError, match="abstain is a list of words"):
            build("V", ["PASS", "FAIL"], abstain=abstain)
    for whole in (oyez.bracket, oyez.last_line, oyez.whole):
        with pytest.raises(TypeError, match="abstain is a list of words"):
            whole((0, 10), abstain=abstain)


@pytest.mark.parametrize(
    "abstain", [["N/A", "SKIP"], ("N/A", "SKIP"), {"SKIP", "N/A"}, iter(["N/A", "SKIP"])]
)
def test_words_for_abstaining_may_come_in_any_collection(abstain: Any) -> None:
    assert oyez.line("V", (0, 10), abstain=abstain).fields["verdict"].scale.abstain == ("N/A", "SKIP")


def test_builders_take_every_key_of_a_contract() -> None:
    strict = oyez.line("V", ["A", "B"], recover=[], repeats="forbid", name="mine", version=3)
    assert strict.ref.startswith("mine@3#")
    assert oyez.read("V: A\nV: A", strict).status == "conflict"
    with pytest.raises(oyez.ContractError, match="did you mean 'repeats'"):
        oyez.line("V", ["A"], repeat="last")


@pytest.mark.parametrize(
    ("phrase", "text"), [("So: {}", "x\nSo: B"), ("{} wins", "A wins\nB wins, I mean"), (" {}!", " A!")]
)
def test_a_phrase_may_begin_or_end_with_its_slot(phrase: str, text: str) -> None:
    contract = oyez.contract({"form": {"phrase": phrase}, "scale": {"labels": ["A", "B"]}})
    assert oyez.read(text, contract).status in ("read", "conflict")
