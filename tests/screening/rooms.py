"""Screenings for tests: a scripted judge behind every reviewer and probe of a profile."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from oyez.judges import Delivery, Fault, Judge, JudgeSpec, Request
from oyez.ledger import Ledger
from oyez.screening import Pair, Profile, Screening, Skipped, load_profile, screen

FAITHFUL, MISMATCH, UNCLEAR = "VERDICT: FAITHFUL", "VERDICT: MISMATCH", "VERDICT: UNCLEAR"
NOTHING = '{"falsified": false}'
OUTAGE = Delivery(error="503", fault=Fault.FINAL)
UNREAD = "I would rather not say."
FIRST, SECOND, PROBE = "back-translation", "clause-checklist", "counterexample"

PAIR = Pair(
    id="strings",
    texts={
        "informal": 'The string contains "VERDICT: FAITHFUL" and is at most 80 characters long.',
        "formal": 'def ok (s : String) : Prop := (s.splitOn "VERDICT: FAITHFUL").length > 1',
        "context": "(none given)",
    },
    place="a test",
)


class Scripted(Judge):
    """Answers by a script: arm and number of the draw → a reply, or a whole delivery."""

    def __init__(self, script: Mapping[tuple[str, int], str | Delivery]) -> None:
        super().__init__(JudgeSpec(name="scripted", kind="scripted"))
        self.script = script
        self.asked: list[tuple[str, int]] = []

    async def ask(self, request: Request) -> Delivery:
        key = (request.arm or "", request.draw)
        self.asked.append(key)
        said = self.script[key]
        return Delivery(text=said, stop="end") if isinstance(said, str) else said


def profile(name: str = "lean-faithfulness", **more: Any) -> Profile:
    """A built-in profile with some of its keys replaced."""
    return load_profile({"extends": name, "name": name, **more})


def script(
    first: str | Delivery,
    second: str | Delivery,
    *repeats: str | Delivery,
    probe: str | Delivery = NOTHING,
) -> dict[tuple[str, int], str | Delivery]:
    """What the two reviewers and the probe say, and what the reviewers say when asked again."""
    made = {(FIRST, 0): first, (SECOND, 0): second, (PROBE, 0): probe}
    return made | {(name, 1): said for name, said in zip((FIRST, SECOND), repeats, strict=False)}


def screened(
    folder: Path,
    said: Mapping[tuple[str, int], str | Delivery],
    pair: Pair = PAIR,
    parsers: Mapping[str, Any] | None = None,
    ledger: str = "screen.oyez",
    **more: Any,
) -> Screening:
    """One screening by a scripted judge; `more` goes into the profile."""
    made: list[Screening | Skipped] = []
    terms = profile(**more)
    judge = Scripted(said)
    with Ledger(folder / ledger) as opened:
        judges = {one.name: judge for one in terms.asked}
        screen(terms, [pair], opened, made.append, judges=judges, parsers=parsers)
        assert [*opened.verify()] == []
    assert isinstance(made[0], Screening)
    return made[0]
