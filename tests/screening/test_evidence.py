"""The other evidence: patterns, quotes, commands and probes, through whole screenings where a judge is asked."""

from __future__ import annotations

import asyncio
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from oyez.screening import Finding, Outcome, Pair, State
from oyez.screening.evidence import EVIDENCE, Asking, EvidenceSpec
from screening.rooms import FAITHFUL, OUTAGE, PAIR, PROBE, screened, script


def find(kind: str, texts: dict[str, str], **options: Any) -> Finding:
    rule = EVIDENCE.get(kind)
    assert rule is not None
    required = options.pop("required", False)
    made = rule.make(EvidenceSpec(name="e", kind=kind, required=required, options=options))
    try:
        return asyncio.run(made.find(Pair(id="i", texts=texts, place="here"), Asking({}, ())))
    finally:
        made.close()


def python(body: str) -> str:
    return f"{shlex.quote(sys.executable)} -c {shlex.quote(body)}"


@pytest.mark.parametrize(
    ("options", "state"),
    [
        ({"in": "formal", "forbid": "axiom"}, State.FAILED),
        ({"in": "formal", "forbid": "theorem"}, State.HELD),
        ({"in": "formal", "demand": "axiom"}, State.HELD),
        ({"in": "formal", "demand": "theorem"}, State.FAILED),
        ({"in": "informal", "forbid": "x"}, State.NOT_CHECKED),
        ({"in": "informal", "forbid": "x", "required": True}, State.REQUIRED_NOT_CHECKED),
    ],
)
def test_patterns(options: dict[str, Any], state: State) -> None:
    assert find("pattern", {"formal": "axiom a : False"}, **options).state is state


@pytest.mark.parametrize(
    ("required", "state"), [(False, State.NOT_CHECKED), (True, State.REQUIRED_NOT_CHECKED)]
)
def test_a_pattern_without_an_end_has_checked_nothing(
    monkeypatch: pytest.MonkeyPatch, required: bool, state: State
) -> None:
    monkeypatch.setattr("oyez.screening.evidence.pattern.SECONDS", 0.3)
    options = {"in": "formal", "forbid": "(a+)+$", "required": required}
    found = find("pattern", {"formal": "a" * 60 + "b"}, **options)
    assert found.state is state
    assert found.said == "the search for the pattern was ended: no answer in 0.3 s"


def test_a_long_match_is_shown_by_its_beginning() -> None:
    found = find("pattern", {"formal": "a" * 300_000}, **{"in": "formal", "forbid": "a+"})
    assert found.state is State.FAILED
    assert found.said.endswith("aaa…")


@pytest.mark.parametrize(
    ("claim", "state"),
    [
        ('He said "it rained\n all day".', State.NOT_CHECKED),
        ('He said "it rained  all day".', State.HELD),
        ("He said “it rained all day.”", State.HELD),
        ('He said "it rained all week".', State.FAILED),
        ('"it rained" and "it snowed"', State.FAILED),
        ("He said that it rained.", State.NOT_CHECKED),
    ],
)
def test_quotes(claim: str, state: State) -> None:
    texts = {"claim": claim, "source": "On Monday it rained\nall day."}
    assert find("quotes", texts, **{"of": "claim", "in": "source"}).state is state


@pytest.mark.parametrize(
    ("body", "options", "state", "said"),
    [
        ("pass", {}, State.HELD, "exit code 0"),
        ("print('type mismatch'); exit(1)", {}, State.FAILED, "type mismatch"),
        ("exit(1)", {}, State.FAILED, "exit code 1"),
        ("exit(3)", {}, State.NOT_CHECKED, "exit code 3"),
        ("import os; os.kill(os.getpid(), 9)", {}, State.NOT_CHECKED, "ended by signal 9"),
        ("import time; time.sleep(60)", {"timeout": 0.2}, State.NOT_CHECKED, "not done after 0.2 s"),
        (
            "print('unknown module prefix Mathlib'); exit(1)",
            {"unavailable": ["unknown module prefix"]},
            State.NOT_CHECKED,
            "unknown module prefix Mathlib",
        ),
        ("print('{\"ok\": true}')", {"json": True}, State.HELD, "nothing wrong"),
        ('print("log"); print(\'{"ok": false, "said": "no"}\')', {"json": True}, State.FAILED, "no"),
        ("print('{\"ok\": 1}')", {"json": True}, State.NOT_CHECKED, "is no"),
        ("print('fine')", {"json": True}, State.NOT_CHECKED, "is no"),
        ("print('{\"ok\": true}'); exit(2)", {"json": True}, State.NOT_CHECKED, "exit code 2"),
        (
            "import sys; text = open(sys.argv[1]).read(); exit(text != 'import M\\n\\nopen N\\n\\ntheorem\\n')",
            {"file": ["context", "formal"], "before": "import M\n\n", "ending": ".lean"},
            State.HELD,
            "",
        ),
    ],
)
def test_commands(body: str, options: dict[str, Any], state: State, said: str) -> None:
    words = python(body) + (" {file}" if "file" in options else "")
    found = find("command", {"formal": "theorem", "context": "open N"}, command=words, **options)
    assert (found.state, said in found.said) == (state, True), found


def test_a_command_gets_the_item_on_standard_input() -> None:
    body = "import json, sys; exit(json.load(sys.stdin) != {'id': 'i', 'texts': {'a': 'ü'}})"
    assert find("command", {"a": "ü"}, command=python(body)).state is State.HELD


def test_a_missing_program_has_checked_nothing() -> None:
    found = find("command", {}, command="no-such-program-anywhere --x")
    assert (found.state, "cannot be run" in found.said) == (State.NOT_CHECKED, True)
    needed = find("command", {}, command="no-such-program-anywhere", required=True)
    assert needed.state is State.REQUIRED_NOT_CHECKED
    unready = find("command", {}, command=python("pass"), ready=python("exit('no toolchain')"))
    assert (unready.state, "no toolchain" in unready.said) == (State.NOT_CHECKED, True)


def test_without_lean_all_else_is_screened_and_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    made = screened(tmp_path, script(FAITHFUL, FAITHFUL))
    assert made.decision.outcome is Outcome.PASSED
    assert [(one.code, one.by) for one in made.decision.reasons] == [("not-checked", "lean")]
    required = screened(tmp_path, script(FAITHFUL, FAITHFUL), evidence={"lean": {"required": True}})
    assert required.decision.outcome is Outcome.REVIEW
    assert required.decision.codes == {"not-checked"}


def test_a_stand_in_for_lean_is_run(tmp_path: Path) -> None:
    lean = {
        "command": [sys.executable, "-c", "print('error: x'); exit(1)", "{file}"],
        "ready": [sys.executable, "-V"],
    }
    made = screened(tmp_path, script(FAITHFUL, FAITHFUL), evidence={"lean": lean})
    assert (made.decision.outcome, made.decision.strength) == (Outcome.FLAGGED, "deterministic")
    assert made.decision.codes == {"check-failed"}


PROBES = {
    '{"falsified": true, "counterexample": "n = 0", "informal_also_false": false}': (
        "counterexample",
        "flagged",
    ),
    '{"falsified": true, "counterexample": "", "informal_also_false": true}': ("both-false", "review"),
    '{"falsified": false}': ("nothing-found", "passed"),
    '{"falsified": "true"}': ("unread", "review"),
    '{"falsified": 1}': ("unread", "review"),
    '{"falsified": true}\nFinal:\n{"falsified": fal': ("unread", "review"),
    '{"falsified": true}\nFinal:\n{"falsified": false}': ("nothing-found", "passed"),
    "Not falsified.": ("unread", "review"),
    OUTAGE: ("undelivered", "review"),
}


@pytest.mark.parametrize("said", PROBES, ids=str)
def test_probes(said: Any, tmp_path: Path) -> None:
    """Only a real boolean counts, and a broken later object does not bring an earlier one back."""
    state, outcome = PROBES[said]
    made = screened(tmp_path, script(FAITHFUL, FAITHFUL, probe=said))
    found = next(one for one in made.findings if one.by == PROBE)
    assert (str(found.state), str(made.decision.outcome)) == (state, outcome)


def test_evidence_that_is_off_is_said_and_not_asked(tmp_path: Path) -> None:
    off = {PROBE: {"off": True}, "lean": {"off": True}}
    made = screened(
        tmp_path,
        {key: said for key, said in script(FAITHFUL, FAITHFUL).items() if key[0] != PROBE},
        evidence=off,
    )
    assert made.decision.outcome is Outcome.PASSED
    assert {reason.by for reason in made.decision.reasons} == {PROBE, "lean"}


@pytest.mark.parametrize(
    "formal", ["axiom a : 1 = 2", "theorem a : True := by sorry", "theorem a (h : False) : 1 = 2"]
)
def test_statements_without_content_are_flagged(formal: str, tmp_path: Path) -> None:
    pair = Pair(id="x", texts={**PAIR.texts, "formal": formal}, place="here")
    assert screened(tmp_path, script(FAITHFUL, FAITHFUL), pair).decision.outcome is Outcome.FLAGGED
