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
            {"status": "read", "verdict": "FAIL", "rule": "emphasis"},
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
{place}:6: 'want.fields.a' is a string; it must be an object
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
