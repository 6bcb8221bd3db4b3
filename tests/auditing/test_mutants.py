"""Changes on purpose: which of the user's cases notice."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import oyez
from oyez.audit import Reckoning
from oyez.audit.contract_mutants import contract_mutants
from oyez.audit.mutants import mutate_contract, mutate_parser
from oyez.audit.named import Pattern
from oyez.audit.regex_mutants import pattern_mutants
from oyez.audit.source_mutants import source_mutants
from oyez.cli import main

PATTERN = r"(?im)^VERDICT:\s*(PASS|FAIL)$"


def test_a_pattern_is_changed_one_place_at_a_time() -> None:
    assert dict(pattern_mutants(PATTERN)) == {
        "drop the anchor ^": r"(?im)VERDICT:\s*(PASS|FAIL)$",
        "drop the anchor $": r"(?im)^VERDICT:\s*(PASS|FAIL)",
        "take any word for PASS|FAIL": r"(?im)^VERDICT:\s*(\w+)$",
        "drop the flag in (?im)": r"^VERDICT:\s*(PASS|FAIL)$",
    }
    assert (r"take one bracket for \[\[", r"\[([AB<>=]+)\]\]") in list(pattern_mutants(r"\[\[([AB<>=]+)\]\]"))


SOURCE = """
import re
def parse(text):
    found = re.findall(r"^X:\\s*(a|b)", text, re.MULTILINE)
    if len(found) != 1 or not found:
        return None
    return found[-1].strip().lower()
"""


def test_a_source_is_changed_one_place_at_a_time() -> None:
    made = dict(source_mutants(SOURCE))
    assert any("drop the anchor ^" in said for said in made)
    assert any("take the first for the last" in said and "found[0]" in text for said, text in made.items())
    assert any("drop the flag MULTILINE" in said and "re.NOFLAG" in text for said, text in made.items())
    assert any("take != for <" in said and "len(found) < 1" in text for said, text in made.items())
    assert any("swap and with or" in said for said in made)
    assert len(set(made.values())) == len(made)


def cases(tmp_path: Path, *replies: tuple[str, str | None]) -> str:
    path = tmp_path / "cases.jsonl"
    tree = {"form": {"line": "VERDICT"}, "scale": {"labels": ["PASS", "FAIL"]}}
    with path.open("w", encoding="utf-8") as out:
        for number, (reply, verdict) in enumerate(replies):
            want = {"status": "absent"} if verdict is None else {"status": "read", "verdict": verdict}
            out.write(json.dumps({"id": str(number), "contract": tree, "reply": reply, "want": want}) + "\n")
    return str(path)


TERMS = oyez.contract({"name": "t", "form": {"line": "VERDICT"}, "scale": {"labels": ["PASS", "FAIL"]}})


def test_few_cases_notice_little_and_a_reply_is_shown_that_would(tmp_path: Path) -> None:
    pattern = Pattern(pattern=PATTERN)
    found = mutate_parser(None, pattern, TERMS, cases(tmp_path, ("VERDICT: PASS", "PASS")), Reckoning())
    by_change = {one.change: one for one in found.mutants}
    assert not by_change["drop the anchor ^"].noticed
    assert by_change["drop the anchor ^"].shows is not None
    more = cases(
        tmp_path,
        ("verdict: PASS", "PASS"),
        ("It says VERDICT: PASS", None),
        ("VERDICT: PASSABLE", None),
        ("VERDICT: GOOD", None),
        ("VERDICT: PASS\nVERDICT: FAIL", None),
    )
    again = {one.change: one for one in mutate_parser(None, pattern, TERMS, more, Reckoning()).mutants}
    assert again["drop the anchor ^"].noticed == ("1",)
    assert again["drop the anchor $"].noticed == ("2",)
    assert again["take any word for PASS|FAIL"].noticed == ("2", "3")
    assert again["take the last match, not the first"].noticed == ("4",)


def test_a_function_is_changed_in_its_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "own_parser.py").write_text(SOURCE.replace("X:", "VERDICT:").replace("a|b", "PASS|FAIL"))
    monkeypatch.chdir(tmp_path)
    file = cases(tmp_path, ("VERDICT: PASS", "PASS"), ("VERDICT: PASS\nVERDICT: FAIL", None))
    found = mutate_parser("own_parser:parse", None, TERMS, file, Reckoning())
    by_change = {one.change.partition(": ")[2]: one for one in found.mutants}
    assert by_change["take != for <"].noticed == ("1",)
    assert by_change["drop the flag MULTILINE"].noticed == ("1",)
    assert by_change["leave out lower()"].noticed == ("0",)


def test_a_known_parser_is_changed_for_one_like_it(tmp_path: Path) -> None:
    file = cases(tmp_path, ("VERDICT: PASS\nVERDICT: FAIL", None))
    found = mutate_parser("first-match", None, TERMS, file, Reckoning())
    assert {one.change: one.noticed for one in found.mutants} == {
        "last-match in its place": ("0",),
        "menu-prefix in its place": (),
    }


def test_a_contract_is_changed_and_its_examples_notice() -> None:
    terms = oyez.contract("lean-faithfulness")
    changes = [said for said, _ in contract_mutants(terms)]
    assert "let quoted text compete" in changes
    assert "verdict: let the last of several win" in changes
    found = mutate_contract(terms, None)
    noticed = {one.change for one in found.mutants if one.noticed}
    assert "verdict: recover nothing" in noticed
    assert found.noticed == len(noticed) >= 5
    shown = [one for one in found.mutants if one.shows]
    assert all(one.before != one.after for one in shown)


def test_the_commands(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["contracts", "mutate", "yes-no"])
    assert done.exit_code == 0
    assert "changes are noticed by a case" in done.output
    file = cases(tmp_path, ("VERDICT: PASS", "PASS"))
    done = CliRunner().invoke(
        main, ["audit", "--regex", PATTERN, "-c", "lean-faithfulness", "--mutate", file, "--json"]
    )
    assert done.exit_code == 0
    assert json.loads(done.output)["cases"] == 1
