"""The contract language: what loads, what does not and where it says so, and what a contract is named by."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import oyez
from oyez.contract.locate import place_of

PLAIN: dict[str, Any] = {"name": "plain", "form": {"line": "V"}, "scale": {"labels": ["A", "B"]}}

BAD_TREES = [
    ({"scale": "text"}, "a form is missing"),
    ({"form": {"line": "V"}}, "a scale is missing"),
    ({**PLAIN, "repeat": "last"}, "unknown key 'repeat' in a contract; did you mean 'repeats'?"),
    ({**PLAIN, "form": {"lime": "V"}}, "a form is a table with exactly one of the keys"),
    ({**PLAIN, "form": {"line": "V", "at": "line"}}, "unknown key 'at' in the form line"),
    ({**PLAIN, "form": {"line": "V", "until": "end"}}, "until must be one of next-label"),
    ({**PLAIN, "form": {"bracket": "[["}}, "bracket must be two markers"),
    ({**PLAIN, "form": {"phrase": "no slot"}}, "phrase needs exactly one slot {}"),
    ({**PLAIN, "form": {"whole": False}}, "whole must be true"),
    ({**PLAIN, "form": {"json": "a..b"}}, "json must be a key, a dotted path, or a list of keys"),
    ({**PLAIN, "form": {"lines": ["Plot", "plot "]}}, "lines holds a name twice"),
    ({**PLAIN, "form": {"tag": "a b"}}, "tag must be the bare name of a tag"),
    ({**PLAIN, "scale": {"labels": ["a", "A"]}}, "'a' and 'A' cannot be told apart; set ignore_case = false"),
    ({**PLAIN, "scale": {"labels": ["a"], "lables": 1}}, "the scale labels has no key 'lables'"),
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
    ({**PLAIN, "scale": "txt"}, "a scale has exactly one of the keys"),
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
    ({**PLAIN, "verdict": "other"}, "verdict must name a field (verdict)"),
    ({**PLAIN, "example": [{"reply": "x"}]}, "an example needs reply and status"),
    ({**PLAIN, "field": {"v": {}}}, "form belongs into a [field.…] table"),
    ({"field": {"v": {**PLAIN, "name": None}}}, "unknown key 'name' in a field"),
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


def test_an_unknown_key_is_named_with_line_and_column(tmp_path: Path) -> None:
    path = tmp_path / "c.toml"
    path.write_text(
        'name = "c"\nversion = 1\nform = { line = "V" }\nscale = { labels = ["A"], lables = ["B"] }\n'
    )
    with pytest.raises(oyez.ContractError, match=r"'lables' @ .*c\.toml:4:27"):
        oyez.contract(path)


@pytest.mark.parametrize(
    ("text", "path", "place"),
    [
        ("a = 1\nb = 2\n", ("b",), (2, 1)),
        ("[field.v]\nscale = 1\n", ("field", "v", "scale"), (2, 1)),
        ("[field.v]\nform = { line = 1 }\n", ("field", "v", "form", "line"), (2, 10)),
        ("[field.v]\nx = 1\n[field.w]\nx = 2\n", ("field", "w", "x"), (4, 1)),
        ("[field.v]\nx = 1\n", ("field", "v"), (1, 2)),
        ('"a b" = 1\n', ("a b",), (1, 2)),
        ("field.v.x = 1\n", ("field", "v", "x"), (1, 9)),
        ("a = 1\n", ("z",), None),
        ("a = { b = 1 }\n", ("a", "missing"), (1, 1)),
    ],
)
def test_places_of_keys(text: str, path: tuple[str, ...], place: tuple[int, int] | None) -> None:
    assert place_of(text, path) == place


def test_unknown_names_offer_the_nearest() -> None:
    with pytest.raises(oyez.ContractError, match=r"nearest: .*arena-hard"):
        oyez.contract("arena-hrad")


@pytest.mark.parametrize("name", ["absent.toml", "absent.json", "folder/absent"])
def test_a_missing_file_is_one_clear_error(name: str) -> None:
    with pytest.raises(oyez.ContractError, match="No such file"):
        oyez.contract(name)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("c.toml", b"name = \n", "not TOML"),
        ("c.toml", b"\xff\xfe", "not UTF-8 at byte 0"),
        ("c.json", b"{", "not JSON"),
        ("c.json", b"[]", "a contract is one JSON object"),
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


@pytest.mark.parametrize("values", [[], 3, [1, 2, 3], ["a", 1], (True, False), range(0, 10, 2)])
def test_builders_refuse_what_is_no_scale(values: object) -> None:
    with pytest.raises(TypeError, match="not a list of labels"):
        oyez.line("V", values)


def test_builders_take_every_key_of_a_contract() -> None:
    strict = oyez.line("V", ["A", "B"], recover=[], repeats="forbid", name="mine", version=3)
    assert strict.ref.startswith("mine@3#")
    assert oyez.read("V: A\nV: A", strict).status == "conflict"
    with pytest.raises(oyez.ContractError, match="did you mean 'repeats'"):
        oyez.line("V", ["A"], repeat="last")
