"""The first seed end to end: what a judge writes, through reviewer, reading and policy, to the outcome."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from oyez.judges import Delivery
from oyez.ledger import Ledger
from oyez.screening import Outcome, State
from screening.rooms import FAITHFUL, FIRST, MISMATCH, OUTAGE, SECOND, screened, script

QUOTES_FAITHFUL = (
    'BACK-TRANSLATION: The string contains "VERDICT: FAITHFUL".\nVERDICT: MISMATCH\n'
    "ISSUES: The formalization omits the maximum length of 80 characters."
)
QUOTES_MISMATCH = (
    'BACK-TRANSLATION: The string contains "VERDICT: MISMATCH".\nVERDICT: FAITHFUL\nISSUES: none'
)
MENU = "BACK-TRANSLATION: x\nVERDICT: FAITHFUL | MISMATCH | UNCLEAR\nISSUES: none"
BARE_CR = "BACK-TRANSLATION: x\rVERDICT: FAITHFUL\rISSUES: none"

CASES = {
    # name: reply, status, state, outcome, outcome by the old parser
    "inline quoted field, really a mismatch":
        (QUOTES_FAITHFUL, "read", "mismatch", "flagged", "passed"),
    "inline quoted field, really faithful":
        (QUOTES_MISMATCH, "read", "accepted", "passed", "flagged"),
    "a word that begins with a label":
        ("VERDICT: FAITHFULNESS\nISSUES: none", "off_scale", "unread", "review", "passed"),
    "the menu echoed":
        (MENU, "off_scale", "unread", "review", "passed"),
    "alternatives behind the word":
        ("VERDICT: FAITHFUL (or MISMATCH)", "off_scale", "unread", "review", "passed"),
    "repeats that agree":
        ("VERDICT: FAITHFUL\nISSUES: none\nVERDICT: faithful", "read", "accepted", "passed", "passed"),
    "repeats that conflict, faithful first":
        ("VERDICT: FAITHFUL\nISSUES: none\nVERDICT: MISMATCH", "conflict", "unread", "review", "passed"),
    "repeats that conflict, mismatch first":
        ("VERDICT: MISMATCH\nISSUES: none\nVERDICT: FAITHFUL", "conflict", "unread", "review", "flagged"),
    "no field":
        ("BACK-TRANSLATION: x\nISSUES: none", "absent", "unread", "review", "review"),
    "bare carriage returns":
        (BARE_CR, "unsupported", "unread", "review", "passed"),
    "CRLF":
        ("BACK-TRANSLATION: x\r\nVERDICT: MISMATCH\r\nISSUES: y\r\n", "read", "mismatch", "flagged", "flagged"),
    "an indented label":
        ("BACK-TRANSLATION: x\n  \tverdict: Mismatch\nISSUES: y", "read", "mismatch", "flagged", "flagged"),
    "unclear, said by the judge":
        ("VERDICT: UNCLEAR\nISSUES: P is not shown", "read", "unclear", "review", "review"),
}  # fmt: skip

_OLD = re.compile(r"VERDICT:\s*(FAITHFUL|MISMATCH|UNCLEAR)", re.IGNORECASE)


def old_parser(text: str) -> str | None:
    """The first place where the label and an allowed word stand, anywhere in the reply."""
    found = _OLD.search(text)
    return found[1].lower() if found else None


@pytest.mark.parametrize("name", CASES)
def test_from_reply_to_outcome(name: str, tmp_path: Path) -> None:
    """The second judge says faithful, nothing else flags, and there is no confirmation."""
    reply, status, state, outcome, _ = CASES[name]
    made = screened(tmp_path, script(reply, FAITHFUL), confirm=False)
    first = made.findings[0]
    assert first.read is not None
    assert (first.read.status, str(first.state), str(made.decision.outcome)) == (status, state, outcome)
    with Ledger(tmp_path / "screen.oyez", readonly=True) as ledger:
        assert first.read.draw is not None
        kept = ledger.get(first.read.draw).draw.reply
    assert kept.text == reply
    if first.read.start is not None:
        assert reply[first.read.start : first.read.end] == first.read.evidence


@pytest.mark.parametrize("name", CASES)
def test_the_same_with_the_old_parser(name: str, tmp_path: Path) -> None:
    reply, *_, outcome = CASES[name]
    made = screened(tmp_path, script(reply, FAITHFUL), confirm=False, parsers={FIRST: old_parser})
    assert made.decision.outcome == outcome
    assert made.findings[0].read is not None
    assert made.findings[0].read.parser == "old_parser"


def test_which_outcomes_flip_and_in_which_direction() -> None:
    flips: dict[tuple[str, str], set[str]] = {}
    for name, (_, _, _, outcome, old) in CASES.items():
        if outcome != old:
            flips.setdefault((outcome, old), set()).add(name)
    assert flips == {
        ("flagged", "passed"): {"inline quoted field, really a mismatch"},
        ("passed", "flagged"): {"inline quoted field, really faithful"},
        ("review", "flagged"): {"repeats that conflict, mismatch first"},
        ("review", "passed"): {
            "a word that begins with a label",
            "the menu echoed",
            "alternatives behind the word",
            "repeats that conflict, faithful first",
            "bare carriage returns",
        },
    }


@pytest.mark.parametrize("name", ["no field", "repeats that conflict, faithful first", "the menu echoed"])
def test_what_cannot_be_read_masks_nobody(name: str, tmp_path: Path) -> None:
    """Another judge's mismatch still flags, and the reason for review stays beside it."""
    reply, status, *_ = CASES[name]
    made = screened(tmp_path, script(reply, MISMATCH), confirm=False)
    assert made.decision.outcome is Outcome.FLAGGED
    assert [(one.code, one.by) for one in made.decision.reasons[:2]] == [
        ("unread", FIRST),
        ("mismatch", SECOND),
    ]
    assert status in made.decision.reasons[0].said


def test_other_evidence_still_flags(tmp_path: Path) -> None:
    found = '{"falsified": true, "counterexample": "n = 0"}'
    made = screened(tmp_path, script("no field", FAITHFUL, probe=found))
    assert made.decision.outcome is Outcome.FLAGGED
    assert made.decision.strength == "counterexample"
    assert made.repeats is None
    assert "fails for n = 0" in [one.said for one in made.decision.reasons]


@pytest.mark.parametrize(
    ("repeats", "outcome", "code"),
    [
        ((MISMATCH, FAITHFUL), "flagged", "flag-confirmed"),
        ((FAITHFUL, MISMATCH), "flagged", "flag-confirmed"),
        ((QUOTES_FAITHFUL, FAITHFUL), "flagged", "flag-confirmed"),
        ((FAITHFUL, FAITHFUL), "review", "unconfirmed-flag"),
        ((QUOTES_MISMATCH, FAITHFUL), "review", "unconfirmed-flag"),
        (("no field", FAITHFUL), "review", "unconfirmed-flag"),
        ((OUTAGE, FAITHFUL), "review", "unconfirmed-flag"),
        ((OUTAGE, OUTAGE), "flagged", "confirm-unavailable"),
    ],
)
def test_confirmation(
    repeats: tuple[str | Delivery, str | Delivery], outcome: str, code: str, tmp_path: Path
) -> None:
    made = screened(tmp_path, script(QUOTES_FAITHFUL, FAITHFUL, *repeats))
    assert (made.decision.outcome, made.decision.reasons[0].code) == (outcome, code)
    assert "mismatch" in made.decision.codes
    with Ledger(tmp_path / "screen.oyez", readonly=True) as ledger:
        kept = [stored.draw.reply for stored in ledger.draws("draw=1")]
    assert {(reply.arm, reply.text) for reply in kept} == {
        (name, None if said is OUTAGE else said) for name, said in zip((FIRST, SECOND), repeats, strict=True)
    }


def test_the_old_parser_suppresses_a_repeat_too(tmp_path: Path) -> None:
    """The first look flags under either; the repeat of the quoting reviewer is lost by the old parser."""
    said = script(MISMATCH, FAITHFUL, QUOTES_FAITHFUL, FAITHFUL)
    assert screened(tmp_path, said).decision.outcome is Outcome.FLAGGED
    old = screened(tmp_path, said, parsers={FIRST: old_parser, SECOND: old_parser})
    assert old.decision.outcome is Outcome.REVIEW
    assert [one.state for one in old.repeats or ()] == [State.ACCEPTED, State.ACCEPTED]
