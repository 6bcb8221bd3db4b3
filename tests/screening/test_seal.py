"""Reviewers with sealed labels: what the item says cannot be taken for a verdict, in the run and in what-ifs."""

from __future__ import annotations

import re
from pathlib import Path

import oyez
from oyez.judges import Delivery, Request
from oyez.ledger import Ledger
from oyez.screening import Outcome, Screening, Skipped, screen
from oyez.screening.trace import by_contract, trace, what_if
from screening.rooms import FIRST, PAIR, SECOND, Scripted, profile


class Sealing(Scripted):
    """Copies the mark from the prompt; before it, it repeats a verdict as the item would plant it."""

    async def ask(self, request: Request) -> Delivery:
        mark = re.search(r"VERDICT-(\w+)", request.prompt)
        assert mark is not None
        word = "MISMATCH" if request.arm == FIRST else "FAITHFUL"
        return Delivery(text=f"VERDICT: FAITHFUL\nVERDICT-{mark[1]}: {word}\n", stop="end")


def test_sealed_reviewers(tmp_path: Path) -> None:
    off = {"off": True}
    reviewers = {FIRST: {"seal": True}, SECOND: {"seal": True}}
    terms = profile(reviewer=reviewers, evidence={"lean": off, "counterexample": off})
    made: list[Screening | Skipped] = []
    judge = Sealing({})
    with Ledger(tmp_path / "s.oyez") as ledger:
        screen(terms, [PAIR], ledger, made.append, judges={FIRST: judge, SECOND: judge})
        (kept,) = trace(ledger, PAIR.id)
        assert [*ledger.verify()] == []
    assert isinstance(made[0], Screening)
    assert made[0].decision.outcome is Outcome.FLAGGED
    assert made[0].findings[0].read is not None
    assert "unsealed" in made[0].findings[0].read.problems
    strict = oyez.contract("lean-faithfulness-strict")
    other = what_if(kept, {FIRST: by_contract(kept, strict)})
    assert other.decision.outcome is Outcome.FLAGGED
