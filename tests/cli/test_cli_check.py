"""`oyez check`: what differs, with its place, and how it is counted."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from oyez.check.compare import same
from oyez.core.status import Status

Call = Callable[..., Result]

VERDICT = {"form": {"line": "VERDICT"}, "scale": {"labels": ["PASS", "FAIL"]}}
TWO = {
    "name": "two",
    "version": 1,
    "verdict": "verdict",
    "field": {"verdict": VERDICT, "score": {"form": {"line": "SCORE"}, "scale": {"integer": [0, 10]}}},
}


BOTH = "VERDICT: PASS\nSCORE: 7\n"


def case(want: dict[str, Any], reply: str | None = "VERDICT: PASS\n", **more: Any) -> dict[str, Any]:
    return {"contract": VERDICT, "reply": reply, "want": want, **more}


@pytest.fixture
def check(call: Call, tmp_path: Path) -> Callable[..., Result]:
    def run(*cases: dict[str, Any] | str, options: tuple[str, ...] = ()) -> Result:
        path = tmp_path / "cases.jsonl"
        rows = [row if isinstance(row, str) else json.dumps(row) for row in cases]
        path.write_text("".join(row + "\n" for row in rows))
        return call("check", path, *options)

    return run


def test_cases_that_pass_are_only_counted(check: Callable[..., Result]) -> None:
    done = check(
        case({"status": "read", "verdict": "PASS", "rule": None, "abstained": False}),
        case({"status": "undelivered", "verdict": None}, None, error="timed out"),
        case({"status": "truncated"}, "VERDICT: PA", stop="length", why="cut"),
        case({"status": "conflict", "problems": ["competing"]}, "VERDICT: PASS\nVERDICT: FAIL"),
        case(
            {"status": "read", "fields": {"score": {"verdict": 7, "start": 21, "end": 22}}},
            BOTH,
            contract=TWO,
        ),
    )
    assert (done.exit_code, done.stdout, done.stderr) == (0, "5 passed, 0 failed\n", "")


def test_what_differs_is_shown_with_its_place(check: Callable[..., Result], tmp_path: Path) -> None:
    done = check(
        case(
            {"status": "recovered", "verdict": "FAIL", "rule": "emphasis"},
            "So:\nVERDICT: PASS\n",
            id="a",
            why="it fails",
        ),
        case({"status": "read", "verdict": "FAIL"}, "VERDICT: PASS\nVERDICT: FAIL\n", id="b"),
        case({"status": "read", "problems": ["quoted"]}, "nothing\x1b[31m here", id="c"),
        case(
            {"status": "read", "fields": {"scor": {"status": "read"}, "score": {"verdict": 8}}},
            "VERDICT: PASS\nSCORE: 7",
        )
        | {"contract": TWO},
    )
    place = f"{tmp_path}/cases.jsonl"
    assert done.exit_code == 1
    assert (
        done.stdout
        == f"""\
FAILED  {place}:1  a
  status: wanted recovered, got read
  verdict: wanted FAIL, got PASS
  rule: wanted emphasis, got none
    2 | VERDICT: PASS
      |          ^^^^
  why: it fails

FAILED  {place}:2  b
  status: wanted read, got conflict
  verdict: wanted FAIL, got none
  competing: says 'PASS', and another place says otherwise
    1 | VERDICT: PASS
      |          ^^^^
    2 | VERDICT: FAIL
      |          ^^^^

FAILED  {place}:3  c
  status: wanted read, got absent
  problems: wanted ["quoted"], got []
    1 | nothing␛[31m here

FAILED  {place}:4  4
  fields.scor: wanted {{"status": "read"}}, got none
  fields.score.verdict: wanted 8, got 7
    1 | VERDICT: PASS
      |          ^^^^

0 passed, 4 failed
"""
    )


def test_open_cases_are_shown_and_not_counted(check: Callable[..., Result], tmp_path: Path) -> None:
    done = check(
        case({"status": "read"}, id="a", sure=False),
        case({"status": "absent"}, id="b", sure=False),
        case({"status": "read"}, id="c", sure=True),
    )
    assert done.exit_code == 0
    assert f"open, as wanted  {tmp_path}/cases.jsonl:1  a\n" in done.stdout
    assert f"open, differs  {tmp_path}/cases.jsonl:2  b\n  status: wanted absent, got read\n" in done.stdout
    assert done.stdout.endswith('\n2 open ("sure": false), not counted\n1 passed, 0 failed\n')


def test_a_contract_that_cannot_be_used_fails_its_cases_and_exits_with_2(
    check: Callable[..., Result],
) -> None:
    done = check(
        case({"status": "read"}) | {"contract": {"fom": {"line": "X"}, "scale": "text"}},
        case({"status": "read"}) | {"contract": "no-such-contract-at-all"},
        case({"status": "absent"}),
        case({"status": "read"}),
    )
    assert done.exit_code == 2
    assert "the contract cannot be used: unknown key 'fom' in a contract; did you mean 'form'?" in done.stdout
    assert "no such contract" in done.stdout
    assert done.stdout.endswith("1 passed, 3 failed\n")


ITEMS = {
    "form": {"json_items": "c", "id": "id", "value": "v"},
    "scale": {"boolean": True},
    "ids": [f"criterion-{number}" for number in range(12)],
}


def test_the_part_that_differs_is_shown(check: Callable[..., Result]) -> None:
    met = {f"criterion-{number}": True for number in range(12)}
    reply = json.dumps({"c": [{"id": name, "v": name != "criterion-7"} for name in met]})
    wanted = {name: value for name, value in met.items() if name != "criterion-3"} | {"extra": False}
    done = check(case({"status": "read", "verdict": wanted}, reply, contract=ITEMS))
    assert done.stdout.splitlines()[1:4] == [
        "  verdict.criterion-7: wanted true, got false",
        "  verdict.extra: wanted false, got nothing",
        "  verdict.criterion-3: wanted nothing, got true",
    ]
    assert json.loads(
        check(case({"status": "read", "verdict": wanted}, reply, contract=ITEMS), options=("--json",)).stdout
    )["shown"][0]["differences"][1] == {"what": "verdict.extra", "wanted": False, "found": None}


def test_long_values_are_shown_from_where_they_differ(check: Callable[..., Result]) -> None:
    text = {"form": {"whole": True}, "scale": "text"}
    done = check(
        case({"status": "read", "verdict": "word " * 60 + "this"}, "word " * 60 + "that", contract=text)
    )
    assert done.stdout.splitlines()[1:4] == [
        "  verdict:",
        '    wanted …rd word word word this"',
        '    got    …rd word word word that"',
    ]


@pytest.mark.parametrize(
    ("labels", "wanted", "said"),
    [
        (["none", "some"], None, 'wanted none, got "none"'),
        (["true", "false"], True, 'wanted true, got "true"'),
        (["1", "2"], 1, 'wanted 1, got "1"'),
        (["null", "x"], "nothing", 'wanted "nothing", got "null"'),
    ],
)
def test_labels_are_told_from_what_is_no_label(
    check: Callable[..., Result], labels: list[str], wanted: Any, said: str
) -> None:
    terms = {"form": {"whole": True}, "scale": {"labels": labels}}
    assert (
        f"  verdict: {said}\n"
        in check(case({"status": "read", "verdict": wanted}, labels[0], contract=terms)).stdout
    )


def test_a_contract_file_is_looked_for_from_the_case_file(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "sub"
    folder.mkdir()
    (folder / "q.json").write_text(json.dumps(VERDICT))
    rows = [
        case({"status": "read"}) | {"contract": name}
        for name in ("q.json", "../sub/q.json", str(folder / "q.json"))
    ]
    rows.append(case({"status": "read"}) | {"contract": "none.toml"})
    rows.append(case({"status": "read"}) | {"contract": "no-such-name"})
    (folder / "c.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    monkeypatch.chdir(tmp_path)
    done = call("check", "sub/c.jsonl")
    assert done.exit_code == 2
    assert "the contract cannot be used: sub/none.toml: No such file" in done.stdout
    assert "the contract cannot be used: no-such-name: no such contract in the catalogue" in done.stdout
    assert done.stdout.endswith("3 passed, 2 failed\n")
    monkeypatch.chdir(folder)
    rows = [case({"status": "read"}) | {"contract": "q.json"}]
    assert call("check", "-", stdin=json.dumps(rows[0]).encode()).exit_code == 0


def test_ids_are_names(check: Callable[..., Result]) -> None:
    done = check(
        case({"status": "absent"}, id=0),
        case({"status": "absent"}, id=False),
        case({"status": "absent"}, id=""),
    )
    heads = [line.split()[-1] for line in done.stdout.splitlines() if line.startswith("FAILED")]
    assert heads == ["0", "false", "3"]
    assert "'id' is a list; it must be a string or a number" in check(case({"status": "read"}, id=[1])).stderr


def test_cases_that_cannot_pass_are_no_cases(check: Callable[..., Result]) -> None:
    done = check(
        case({"status": "absent", "verdict": "PASS"}),
        case({"status": "recovered", "rule": "emphasys"}),
        case({"status": "read", "problems": ["zap"], "abstained": 1}),
        case({"status": "read", "fields": {"{a}": {"status": "conflict", "verdict": 1, "{b}": 1}}}),
    )
    assert (done.exit_code, done.stdout) == (2, "")
    lines = [line.partition(".jsonl:")[2] for line in done.stderr.splitlines()]
    assert lines == [
        "1: 'want.verdict' is given, and a reading that is absent has no verdict",
        "2: 'want.rule' names the unknown recovery 'emphasys'; did you mean 'emphasis'?",
        "3: 'want.abstained' must be true or false; 'want.problems' holds the unknown code 'zap'",
        (
            "4: unknown key 'want.fields.{a}.{b}'; "
            "'want.fields.{a}.verdict' is given, and a reading that is conflict has no verdict"
        ),
    ]


def test_a_directory_is_no_case_file(call: Call, tmp_path: Path) -> None:
    done = call("check", tmp_path)
    assert (done.exit_code, done.stderr) == (2, f"oyez: {tmp_path}: is a directory; name a file of cases\n")


def test_a_deep_contract_cannot_be_used(check: Callable[..., Result]) -> None:
    row = json.dumps(case({"status": "read"}) | {"contract": 0}).replace(
        '"contract": 0', '"contract": ' + '{"a":' * 900 + "1" + "}" * 900
    )
    done = check(row)
    assert done.exit_code == 2
    assert "cannot be used: " in done.stdout


def test_the_result_as_json(check: Callable[..., Result], tmp_path: Path) -> None:
    done = check(case({"status": "absent"}, id="a"), case({"status": "read"}, id="b"), options=("--json",))
    assert done.exit_code == 1
    found = json.loads(done.stdout)
    (shown,) = found.pop("shown")
    assert found == {"passed": 1, "failed": 1, "open": 0}
    assert shown["place"] == f"{tmp_path}/cases.jsonl:1"
    assert shown["differences"] == [{"what": "status", "wanted": "absent", "found": "read"}]
    assert (shown["verdict"], shown["start"], shown["end"]) == ("PASS", 9, 13)


def test_everything_wrong_with_a_case_file_is_said_at_once(
    check: Callable[..., Result], tmp_path: Path
) -> None:
    statuses = ", ".join(str(status) for status in Status)
    done = check(
        {"id": "a", "contrct": "x"},
        {"id": "b", "contract": "x", "reply": 3, "want": {"status": "read"}},
        "not json",
        case({"status": "red"}),
        case({"verdict": "PASS"}),
        case({"status": "read", "fields": {"a": "PASS"}}),
        case({"status": "read"}, id="x"),
        case({"status": "read"}, id="x"),
        case({"status": "read"}, ids=[1.5]),
        case({"status": "read", "verdct": 1}),
        {"contract": VERDICT, "reply": "x"},
    )
    assert (done.exit_code, done.stdout) == (2, "")
    place = f"{tmp_path}/cases.jsonl"
    assert (
        done.stderr
        == f"""\
oyez: {place}:1: unknown key 'contrct'; did you mean 'contract'?
{place}:2: 'reply' is a number; it must be a string or null
{place}:3: not JSON: Expecting value at column 1
{place}:4: 'want.status' is 'red'; the statuses are {statuses}; did you mean 'read'?
{place}:5: the key 'want.status' is missing
{place}:6: 'want.fields.a' must be an object
{place}:8: the id 'x' stands twice, first at {place}:7
{place}:9: 'ids' must be a list of strings
{place}:10: unknown key 'want.verdct'; did you mean 'verdict'?
{place}:11: the key 'want' is missing
"""
    )


def test_a_case_file_without_rows_is_an_error(check: Callable[..., Result]) -> None:
    done = check()
    assert done.exit_code == 2
    assert "holds no rows" in done.stderr


@pytest.mark.parametrize(
    ("wanted", "found", "equal"),
    [
        ("70", 70, False),
        (70, 70.0, True),
        (True, 1, False),
        (1, True, False),
        (False, 0, False),
        (True, True, True),
        (["a", "b"], ("a", "b"), True),
        (["a", "b"], ["b", "a"], False),
        ([1], [True], False),
        ({"a": 1}, {"a": 1.0}, True),
        ({"a": 1}, {"a": 1, "b": 2}, False),
        (None, "none", False),
        (None, None, True),
        ("A", "a", False),
    ],
)
def test_when_two_verdicts_are_one(wanted: Any, found: Any, equal: bool) -> None:
    assert same(wanted, found) is equal
