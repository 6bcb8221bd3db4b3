"""A reviewer: one judge with one task, asked about one item at a time; what `oyez screen` is built on.

    task = Task(contract=contract("lean-faithfulness"), template=template("…{statement}…{instructions}"))
    reviewer = Reviewer(name="back-translation", judge=make_judge(spec), task=task)
    kept = await reviewer.ask(recorder, ledger, "item-1", {"statement": text}, judged=("statement",))
    kept.draw, kept.reply, kept.reading

The draw is in the ledger before it is read, and is taken from there when the same question is asked again.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from oyez.judges import Judge
from oyez.judging.asking import Context, ask_and_keep
from oyez.judging.asks import ask_of
from oyez.judging.item import Item
from oyez.judging.known import held, serves
from oyez.judging.plan import Task
from oyez.judging.protocols import Shown
from oyez.judging.reading import read_draw
from oyez.judging.record import Kept, Recorder
from oyez.judging.transport import Breaker, Line, Pace, Retries
from oyez.ledger import Ledger


class Reviewer:
    """One judge with one task. Several may share a ledger; those whose tasks have one contract, a recorder too."""

    def __init__(
        self,
        name: str,
        judge: Judge,
        task: Task,
        *,
        retries: Retries | None = None,
        requests_per_minute: float | None = None,
        tokens_per_minute: float | None = None,
    ) -> None:
        self.name = name
        self.judge = judge
        self.task = task
        pace = Pace(requests_per_minute, tokens_per_minute, time.monotonic)
        self._line = Line(judge, retries or Retries(), pace, Breaker())
        self._digest = judge.facts(task.digest).digest

    def recorder(self, ledger: Ledger, note: str = "") -> Recorder:
        """What keeps this reviewer's draws; close it at the end."""
        return Recorder(ledger, self.task.read_under, note or self.name)

    async def ask(
        self,
        recorder: Recorder,
        ledger: Ledger,
        item: str,
        slots: Mapping[str, str],
        *,
        judged: tuple[str, ...] = (),
        arm: str | None = None,
        draw: int = 0,
        ids: tuple[str, ...] | None = None,
        keep: Mapping[str, Any] | None = None,
        again: frozenset[str] = frozenset(),
    ) -> Kept:
        """The draw of one question, from the ledger or from the judge, with its reading.

        `judged` names the slots that hold text of others. A draw that this reviewer got before stands, unless its end
        is one of `again` (`undelivered`, `refused`, `truncated`): then it is asked for once more. Raises `InputError`
        for a slot that nothing fills, `StopAsking` where the judge cannot be asked (nothing is kept then), and
        `LedgerError`.
        """
        from oyez.core.errors import InputError

        shown = Shown(arm=arm, slots=dict(slots), judged=judged, ids=ids)
        try:
            asked = ask_of(
                self.task, self._digest, Item(item, {}, {}, item), shown, draw=draw, keep=dict(keep or {})
            )
        except KeyError as fault:
            raise InputError(f"{self.name}: nothing fills the slot {{{fault.args[0]}}} for {item}") from fault
        found = held(ledger, [asked.name]).get(asked.name)
        if found is not None and serves(found, self.name, again):
            reading = read_draw(self.task, found.reply)
            recorder.keep(found.ref, found.judge_digest, reading)
            return Kept(found.ref.id, found.reply, reading)
        context = Context(task=self.task, recorder=recorder, plan=self.name, protocol="review")
        kept, _ = await ask_and_keep(context, self._line, asked, None if found is None else "asked again")
        return kept
