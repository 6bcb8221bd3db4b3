"""`oyez pilot` from the outside: what it reads, what it prints, and how it exits."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from oyez import Reply
from oyez.ledger import Draw, Ledger

Call = Callable[..., Result]


def write(path: Path, rows: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def good(number: int, arm: str = "x", lang: str = "ko") -> list[dict[str, Any]]:
    return [
        {"id": f"{arm}{lang}{at}", "arm": arm, "stop": "end", "text": "[[A]]", "meta": {"lang": lang}}
        for at in range(number)
    ]


@pytest.fixture
def pilot(tmp_path: Path) -> Path:
    """Two arms of which one is cut once."""
    cut = {"id": "cut", "arm": "y", "stop": "length", "text": "[[A]] and", "meta": {"lang": "de"}}
    return write(tmp_path / "pilot.jsonl", [*good(60), *good(60, "y"), cut])


def test_go(tmp_path: Path, contract: Path, call: Call) -> None:
    done = call("pilot", write(tmp_path / "good.jsonl", good(51)), "--contract", contract)
    assert done.exit_code == 0
    assert done.stdout.splitlines()[-1] == "go: 4 checks passed"


def test_no_go_and_its_waiver(pilot: Path, contract: Path, call: Call) -> None:
    done = call("pilot", pilot, "--contract", contract)
    assert done.exit_code == 1
    assert "no-go: of 8 checks 1 over the limit\n  arm y, truncation: 1 of 61" in done.stdout
    done = call("pilot", pilot, "--contract", contract, "--waive", "truncation:y", "cut after the verdict")
    assert done.exit_code == 0
    assert "reason: cut after the verdict" in done.stdout
    assert done.stdout.endswith("go: 7 checks passed, 1 waived\n")
    assert call("pilot", pilot, "--contract", contract, "--waive", "truncation:x", "z").exit_code == 1


def test_cannot_decide_says_what_is_needed(pilot: Path, contract: Path, call: Call) -> None:
    done = call("pilot", pilot, "--contract", contract, "--parse-loss", "1%", "--expect-arm", "z")
    assert done.exit_code == 3
    assert "arm x, parse-loss: 0 of 60" in done.stdout
    assert "to tell 1%, 101 whole replies are needed" in done.stdout
    assert "arm z, truncation: there are no draws" in done.stdout
    assert "arm y, truncation: 1 of 61 were cut for length (1.6%); none may be" in done.stdout


def test_the_report_is_strict_json(pilot: Path, contract: Path, call: Call) -> None:
    args = ("pilot", pilot, "--contract", contract, "--expect-arm", "z", "--waive", "refusal:z", "not run")
    done = call(*args, "--json")
    assert done.exit_code == 3
    tree = json.loads(done.stdout, parse_constant=pytest.fail)
    assert (tree["decision"], tree["draws"], tree["by"]) == ("cannot decide", 121, "arm")
    assert tree["allowed"] == {"truncation": 0, "parse-loss": 0.02, "refusal": 0.02, "transport-loss": 0.05}
    assert tree["waivers"] == [{"check": "refusal", "group": "z", "reason": "not run", "needed": True}]
    rows = [json.loads(line) for line in call(*args, "--jsonl").stdout.splitlines()]
    assert rows == tree["checks"]
    assert [(row["group"], row["found"]) for row in rows if row["check"] == "truncation"] == [
        ("x", "go"),
        ("y", "no-go"),
        ("z", "cannot decide"),
    ]
    (waived,) = (row for row in rows if row["waived"])
    assert (waived["share"], waived["found"], waived["decision"]) == (None, "cannot decide", "go")


@pytest.mark.parametrize("ending", ["jsonl", "csv", "parquet"])
def test_readings_and_a_ledger_give_the_same(
    ending: str, pilot: Path, contract: Path, tmp_path: Path, call: Call
) -> None:
    wanted = json.loads(call("pilot", pilot, "--contract", contract, "--json").stdout)
    readings = tmp_path / f"readings.{ending}"
    assert call("read", pilot, "--contract", contract, "--to", readings).exit_code == 0
    ledger = tmp_path / "judge.oyez"
    assert call("import", pilot, "--into", ledger).exit_code == 0
    before = ledger.read_bytes()
    for args in ((readings,), (ledger, "--contract", contract)):
        found = json.loads(call("pilot", *args, "--json").stdout)
        assert {**found, "pilot": None} == {**wanted, "pilot": None}
        by = json.loads(call("pilot", *args, "--json", "--by", "meta.lang").stdout)
        assert {row["group"] for row in by["checks"]} == {"ko", "de"}
    assert ledger.read_bytes() == before
    chosen = call("pilot", ledger, "--contract", contract, "--where", "arm=x", "--json")
    assert (chosen.exit_code, json.loads(chosen.stdout)["draws"]) == (0, 60)


def test_stdin_mapped_columns_and_no_arm(contract: Path, call: Call) -> None:
    rows = [{"id": at, "said": "[[A]]", "model": "m"} for at in range(51)]
    stdin = "".join(json.dumps(row) + "\n" for row in rows).encode()
    done = call("pilot", "-", "--contract", contract, "--text", "said", stdin=stdin)
    assert done.exit_code == 0
    assert "\nall\n" in done.stdout
    done = call("pilot", "-", "--contract", contract, "--text", "said", "--arm", "model", stdin=stdin)
    assert "\narm m\n" in done.stdout
    done = call("pilot", "-", "--contract", contract, "--text", "said", "--by", "model", stdin=stdin)
    assert "\nmodel m\n" in done.stdout


def test_some_draws_without_an_arm(tmp_path: Path, contract: Path, call: Call) -> None:
    rows = [*good(60), {"id": "lost", "text": None, "error": "x"}]
    done = call("pilot", write(tmp_path / "some.jsonl", rows), "--contract", contract)
    assert done.exit_code == 3
    assert "\n(no arm)\n" in done.stdout
    assert "no arm, refusal: 0 of 1" in done.stdout


def test_draws_that_are_not_rereadable_are_refused(tmp_path: Path, contract: Path, call: Call) -> None:
    path = tmp_path / "judge.oyez"
    with Ledger(path) as ledger:
        ledger.extend(Reply(id=f"q{at}", text="[[A]]", arm="x") for at in range(60))
        ledger.append(
            Draw(reply=Reply(id="banked", text=None, arm="y"), raw_absent="only the value was kept")
        )
    done = call("pilot", path, "--contract", contract)
    assert (done.exit_code, done.stdout) == (3, "")
    assert "draw 61 cannot be checked: only the value was kept" in done.stderr
    assert call("pilot", path, "--contract", contract, "--where", "arm=x").exit_code == 0


def test_readings_of_two_contracts_are_refused(
    pilot: Path, tmp_path: Path, contract: Path, call: Call
) -> None:
    both = tmp_path / "both.jsonl"
    lines = ""
    for text in (contract.read_text(), contract.read_text().replace("version = 2", "version = 3")):
        other = tmp_path / "other.toml"
        other.write_text(text)
        lines += call("read", pilot, "--contract", other, "--to", "-").stdout
    both.write_text(lines)
    done = call("pilot", both)
    assert done.exit_code == 3
    assert "121 by pair@2#" in done.stderr
    assert "121 by pair@3#" in done.stderr


@pytest.mark.parametrize(
    ("rows", "args", "message"),
    [
        ([{"text": "[[A]]"}], [], "bad.jsonl:1: these are replies, not readings"),
        ([{"said": "[[A]]"}], [], "bad.jsonl:1: no column 'status'"),
        ([{"status": "lost"}], [], "bad.jsonl:1: 'lost' is no status"),
        (
            [{"status": "read"}],
            [],
            "bad.jsonl:1: a reading of status read has a verdict, and this row has none",
        ),
        (
            [{"status": "absent"}, {"status": "absent", "arm": ["x"]}],
            [],
            "bad.jsonl:2: the column 'arm' holds a list",
        ),
        ([{"status": "absent"}], ["--by", "judge"], "no row has anything in the field 'judge'"),
        ([{"status": "absent"}], ["--by", "text"], "no field 'text' to group by; there are arm"),
        ([{"status": "absent", "meta": "{"}], ["--by", "meta.x"], "bad.jsonl:1: meta does not hold JSON"),
        ([], [], "holds no rows"),
        ([{"status": "read"}], ["--text", "said"], "columns are named for replies"),
        ([{"status": "read"}], ["--where", "arm=x"], "REPLIES is none"),
        ([{"status": "read"}], ["--parse-loss", "2"], "'2' is not a share"),
        ([{"status": "read"}], ["--waive", "cuts", "x"], "no such check"),
        ([{"status": "read"}], ["--json", "--jsonl"], "exclude each other"),
    ],
)
def test_what_cannot_be_read_is_told(
    rows: list[dict[str, Any]], args: list[str], message: str, tmp_path: Path, call: Call
) -> None:
    done = call("pilot", write(tmp_path / "bad.jsonl", rows), *args)
    assert (done.exit_code, done.stdout) == (2, "")
    assert message in done.stderr


def test_a_ledger_needs_a_contract_and_an_unknown_file_is_told(tmp_path: Path, call: Call) -> None:
    path = tmp_path / "judge.oyez"
    Ledger(path).close()
    assert "read under a --contract" in call("pilot", path).stderr
    empty = call("pilot", path, "--contract", "trait-score")
    assert (empty.exit_code, empty.stdout) == (2, "")
    assert "no draws" in empty.stderr
    assert call("pilot", tmp_path / "none.jsonl").exit_code == 2
