"""`oyez contracts`: the list, and checks of a contract."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from click.testing import Result

from oyez import contract, contract_names

Call = Callable[..., Result]

PROBED = "  152 probes: 0 silently wrong, 0 invented; 0 recoveries can fire"
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
    assert done.stdout.endswith(f": all 1 examples read as they say\n{PROBED}\n")


def test_a_contract_without_examples(call: Call, tmp_path: Path) -> None:
    done = call("contracts", "check", written(tmp_path / "one.toml", GOOD.split("[[")[0]))
    assert done.exit_code == 0
    assert done.stdout.endswith(f": no examples to read\n{PROBED}\n")


def test_an_example_that_reads_otherwise(call: Call, tmp_path: Path) -> None:
    path = written(tmp_path / "one.toml", GOOD.replace('verdict = "YES"', 'verdict = "NO"'))
    done = call("contracts", "check", path)
    assert done.exit_code == 1
    assert (
        "FAILED  one, example 1  1\n  verdict: wanted NO, got YES\n    1 | YES\n      | ^^^\n" in done.stdout
    )
    assert done.stdout.endswith(f": 1 of 1 examples read otherwise than they say\n{PROBED}\n")


def test_faults_are_shown_with_line_and_column(call: Call, tmp_path: Path) -> None:
    text = GOOD.replace("whole = true", "whole = true, at = 1").replace('"NO"', '"yes"') + "\nrecovr = 1\n"
    bad = written(tmp_path / "bad.toml", text.replace('name = "one"', 'nam = "one"'))
    done = call("contracts", "check", bad, written(tmp_path / "one.toml", GOOD))
    assert done.exit_code == 2
    first, *faults, last, probed = done.stdout.splitlines()
    assert first == f"{bad}: cannot be used"
    assert any("'nam'" in fault and fault.endswith(f"@ {bad}:2:1") for fault in faults)
    assert any("'YES' and 'yes'" in fault and f"@ {bad}:5" in fault for fault in faults)
    assert any("'at'" in fault and f"@ {bad}:4:" in fault for fault in faults)
    assert last.endswith("all 1 examples read as they say")
    assert probed == PROBED


def test_an_example_with_an_unknown_key_is_a_fault(call: Call, tmp_path: Path) -> None:
    done = call("contracts", "check", written(tmp_path / "one.toml", GOOD.replace("verdict =", "verdct =")))
    assert done.exit_code == 2
    assert "unknown key" in done.stdout
    assert "'verdct'" in done.stdout or "'want.verdct'" in done.stdout


def test_a_check_as_json(call: Call, tmp_path: Path) -> None:
    good = written(tmp_path / "one.toml", GOOD.replace('verdict = "YES"', 'verdict = "NO"'))
    bad = written(tmp_path / "bad.toml", "form = 1")
    for args in (("--json", "check"), ("check", "--json")):
        done = call("contracts", *args, good, bad)
        assert done.exit_code == 2
        one, other = json.loads(done.stdout)["contracts"]
        assert (one["passed"], one["failed"], one["faults"]) == (0, 1, [])
        assert one["shown"][0]["differences"] == [{"what": "verdict", "wanted": "NO", "found": "YES"}]
        assert (other["contract"], len(other["faults"])) == (str(bad), 2)


def test_a_contract_is_shown_as_it_is_written(call: Call, tmp_path: Path) -> None:
    name = contract_names()[0]
    assert call("contracts", "show", name).stdout.rstrip("\n") == str(contract(name).toml).rstrip("\n")
    odd = written(tmp_path / "one.toml", GOOD + "# \u202e\n")
    assert call("contracts", "show", odd).stdout.endswith("\n# <U+202E>\n")
    assert call("contracts", "show", "none-such").exit_code == 2


def test_an_example_may_be_open(call: Call, tmp_path: Path) -> None:
    more = '\n[[example]]\nid = "odd"\nreply = "NO"\nstatus = "read"\nverdict = "YES"\nsure = false\n'
    done = call("contracts", "check", written(tmp_path / "one.toml", GOOD + more))
    assert done.exit_code == 0
    assert "open, differs  one, example 2  odd\n" in done.stdout
    assert done.stdout.endswith(f": all 1 examples read as they say (1 open, not counted)\n{PROBED}\n")


def test_every_example_is_placed(call: Call, tmp_path: Path) -> None:
    more = '\n[[example]]\nreply = "NO"\n\n[[example]]\nreply = "NO"\nstatus = "red"\n'
    path = written(tmp_path / "one.toml", GOOD + more)
    done = call("contracts", "check", path)
    assert done.exit_code == 2
    assert f"an example needs reply and status @ {path}:12:3\n" in done.stdout
    assert done.stdout.endswith(f"@ {path}:17:1\n")
    assert call("read", "-", "-c", path, stdin=b'{"text": "a"}').exit_code == 2


def test_an_unknown_contract_is_an_error(call: Call) -> None:
    done = call("contracts", "check", "no-such-contract-at-all")
    assert done.exit_code == 2
    assert "no such contract" in done.stdout
