"""One judge's part of a run: what is missing is looked for, asked, kept and read."""

from __future__ import annotations

import asyncio
import time
from itertools import islice
from typing import TYPE_CHECKING

import msgspec

from oyez.core.reading import Reading
from oyez.core.status import Status
from oyez.judges import Judge
from oyez.judging.asking import ask_and_keep, guess
from oyez.judging.asks import Ask
from oyez.judging.known import Held, held, serves
from oyez.judging.limits import Spent
from oyez.judging.outcome import End
from oyez.judging.plan import PlanJudge
from oyez.judging.reading import read_draw
from oyez.judging.transport import Attempted, Breaker, Line, Pace, StopAsking, tokens_of
from oyez.judging.wants import Want, ask_for, digest_of, wants

if TYPE_CHECKING:
    from oyez.judging.running import Running

CHUNK = 256
"""Draws that are looked up in the ledger at once."""
_OVERLAP = 2
"""Draws that may be at the judge or on their way to the disk, for each request in flight: a slow disk is no brake."""


class Lane:
    """One judge's part of a run: one task looks for what is missing, others ask for it."""

    def __init__(self, running: Running, planned: PlanJudge, judge: Judge) -> None:
        self._running = running
        self._planned = planned
        self._judge = judge
        self._digest = digest_of(running.plan, judge)
        pace = Pace(planned.requests_per_minute, planned.tokens_per_minute, time.monotonic)
        self._line = Line(judge, planned.retries, pace, Breaker(), go_on=self._going)
        self._queue: asyncio.Queue[tuple[Want, Ask, str | None] | None] = asyncio.Queue(
            judge.spec.concurrency
        )
        self._tasks = judge.spec.concurrency * _OVERLAP
        self._stopped = False

    def _going(self) -> bool:
        return not (self._stopped or self._running.ended)

    async def go(self) -> None:
        """Look for what is missing, and ask for it, until there is nothing left or the run ends."""
        async with asyncio.TaskGroup() as group:
            for _ in range(self._tasks):
                group.create_task(self._running.guard(self._ask_on))
            await self._look()

    async def _look(self) -> None:
        """Go through the draws that are wanted; those that are there are read, the others queued."""
        running = self._running
        source = wants(running.plan)
        while self._going() and (chunk := list(islice(source, CHUNK))):
            asks = [ask_for(running.plan, self._digest, want) for want in chunk]
            there = held(running.ledger, [ask.name for ask in asks])
            for want, ask in zip(chunk, asks, strict=True):
                if not self._going():
                    break
                found = there.get(ask.name)
                if found is None or not serves(found, running.plan.digest, running.again):
                    await self._queue.put((want, ask, None if found is None else "asked again"))
                elif self._unfinished(self._read(found), 0):
                    await self._queue.put((want, self._next(want, 0), None))
            await asyncio.sleep(0)  # others have their turn between chunks that are all there
        for _ in range(self._tasks):
            await self._queue.put(None)

    def _read(self, found: Held) -> Reading:
        """The reading of a draw that the ledger holds; kept, where it was not."""
        running = self._running
        reading = read_draw(running.plan.task, found.reply)
        running.recorder.keep(found.ref, found.judge_digest, reading)
        running.saw(found.reply, reading, stored=True)
        return reading

    def _unfinished(self, reading: Reading, attempt: int) -> bool:
        """Whether the plan wants another attempt at a reply that came and could not be read."""
        came = not reading.ok and reading.status is not Status.UNDELIVERED
        return came and attempt < self._running.plan.reask

    def _next(self, want: Want, attempt: int) -> Ask:
        return ask_for(self._running.plan, self._digest, want, attempt + 1)

    async def _ask_on(self) -> None:
        while (one := await self._queue.get()) is not None:
            if self._going():
                try:
                    await self._fulfil(*one)
                except StopAsking as stop:
                    self._stopped = True
                    if stop.told:
                        self._running.stop(End.STOPPED, f"the judge {self._judge.spec.name}: {stop}")

    async def _fulfil(self, want: Want, ask: Ask, again: str | None) -> None:
        """Ask for one draw, and for further attempts where the plan wants them."""
        running = self._running
        while self._going():
            found = held(running.ledger, [ask.name]).get(ask.name) if ask.attempt else None
            if found is not None and serves(found, running.plan.digest, running.again):
                reading = self._read(found)
            else:
                kept = await self._one(ask, again)
                if kept is None:
                    return
                reading = kept
            if not self._unfinished(reading, ask.attempt):
                return
            ask, again = self._next(want, ask.attempt), None

    async def _one(self, ask: Ask, again: str | None) -> Reading | None:
        """One draw within the budget; `None` where that has no room."""
        running = self._running
        need = self._took(ask.size, guess(ask, self._judge.cap) - ask.size)
        if not running.reserve(need):
            return None
        took = None
        try:
            kept, attempted = await ask_and_keep(running.context, self._line, ask, again)
            took = self._spent(attempted, need)
        finally:
            running.settle(need, took)
        running.counts["reasked"] += ask.attempt > 0
        running.counts["retries"] += len(attempted.errors)
        answered, asked = attempted.delivery.model, self._judge.spec.model
        if answered is not None and asked is not None and not answered.startswith(asked):
            running.models[answered] += 1
        running.saw(kept.reply, kept.reading, stored=False)
        return kept.reading

    def _took(self, into: int, out: int) -> Spent:
        price = self._planned.price
        return Spent(calls=1, tokens=into + out, money=price.of(into, out) if price else 0.0)

    def _spent(self, attempted: Attempted, need: Spent) -> Spent:
        """What the provider counted; where it counts nothing, nothing for an undelivered draw, else the guess."""
        calls = 1 + len(attempted.errors)
        into, out = tokens_of(attempted.delivery)
        failed = attempted.delivery.error is not None
        took = self._took(into, out) if into or out else Spent() if failed else need
        self._running.counts["guessed"] += took is need
        return msgspec.structs.replace(took, calls=calls)
