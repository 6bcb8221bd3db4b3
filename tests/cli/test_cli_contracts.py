"""`oyez contracts`: the list, and checks of a contract."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from click.testing import Result

from oyez import contract_names

Call = Callable[..., Result]

GOOD = """
name = "one"
version = 3
form = { whole = true }
scale = { labels = ["YES", "NO"] }

[[example]]
reply = "YES"
status = "read"
verdict = "YES"
"""


def written(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


def test_the_catalogue_is_listed(call: Call) -> None:
    done = call("contracts")
    assert done.exit_code == 0
    assert [line.split()[0] for line in done.stdout.splitlines()] == list(contract_names())
    listed = json.loads(call("contracts", "--json").stdout)["contracts"]
    assert [each["name"] for each in listed] == list(contract_names())


def test_every_contract_of_the_catalogue_passes(call: Call) -> None:
    if contract_names():
        done = call("contracts", "check", *contract_names())
        assert done.exit_code == 0, done.stdout
        assert done.stdout.count("examples read as they say") == len(contract_names())


def test_a_contract_whose_examples_pass(call: Call, tmp_path: Path) -> None:
    done = call("contracts", "check", written(tmp_path / "one.toml", GOOD))
    assert done.exit_code == 0
    assert done.stdout.startswith("one@3#")
    assert done.stdout.endswith(": all 1 examples read as they say\n")


def test_a_contract_without_examples(call: Call, tmp_path: Path) -> None:
    done = call("contracts", "check", written(tmp_path / "one.toml", GOOD.split("[[")[0]))
    assert done.exit_code == 0
    assert done.stdout.endswith(": no examples to read\n")


def test_an_example_that_reads_otherwise(call: Call, tmp_path: Path) -> None:
    path = written(tmp_path / "one.toml", GOOD.replace('verdict = "YES"', 'verdict = "NO"'))
    done = call("contracts", "check", path)
    assert done.exit_code == 1
    assert (
        "FAILED  one, example 1  1\n  verdict: wanted NO, got YES\n    1 | YES\n      | ^^^\n" in done.stdout
    )
    assert done.stdout.endswith(": 1 of 1 examples read otherwise than they say\n")


def test_faults_are_shown_with_line_and_column(call: Call, tmp_path: Path) -> None:
    text = GOOD.replace("whole = true", "whole = true, at = 1").replace('"NO"', '"yes"') + "\nrecovr = 1\n"
    bad = written(tmp_path / "bad.toml", text.replace('name = "one"', 'nam = "one"'))
    done = call("contracts", "check", bad, written(tmp_path / "one.toml", GOOD))
    assert done.exit_code == 2
    first, *faults, last = done.stdout.splitlines()
    assert first == f"{bad}: cannot be used"
    assert any("'nam'" in fault and fault.endswith(f"@ {bad}:2:1") for fault in faults)
    assert any("'YES' and 'yes'" in fault and f"@ {bad}:5" in fault for fault in faults)
    assert any("'at'" in fault and f"@ {bad}:4:" in fault for fault in faults)
    assert last.endswith("all 1 examples read as they say")


def test_an_example_with_an_unknown_key_is_a_fault(call: Call, tmp_path: Path) -> None:
    done = call("contracts", "check", written(tmp_path / "one.toml", GOOD.replace("verdict =", "verdct =")))
    assert done.exit_code == 2
    assert "unknown key" in done.stdout
    assert "'verdct'" in done.stdout or "'want.verdct'" in done.stdout


def test_an_unknown_contract_is_an_error(call: Call) -> None:
    done = call("contracts", "check", "no-such-contract-at-all")
    assert done.exit_code == 2
    assert "no such contract" in done.stdout
