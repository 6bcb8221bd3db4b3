"""One run: its parts, one for each judge, its counts, and what ends it."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine
from typing import Any

from oyez.core.reading import Reading
from oyez.core.reply import Reply
from oyez.core.tally import TallyCount
from oyez.judges import Judge
from oyez.judging.asking import Context
from oyez.judging.lane import Lane
from oyez.judging.limits import Budget, Spent, StopWhen
from oyez.judging.outcome import End, Outcome
from oyez.judging.plan import Plan
from oyez.judging.reading import forgeries
from oyez.judging.record import Recorder
from oyez.ledger import Ledger

Watch = Callable[[Reply, Reading, bool], None]
"""Called for every draw with its reading, and whether the ledger held it before."""


def _first(faults: BaseExceptionGroup[BaseException]) -> BaseException:
    """The first fault of a group of groups."""
    one = faults.exceptions[0]
    return _first(one) if isinstance(one, BaseExceptionGroup) else one


class Running:
    """One run, with its counts."""

    def __init__(
        self,
        plan: Plan,
        ledger: Ledger,
        recorder: Recorder,
        judges: dict[str, Judge],
        budget: Budget | None = None,
        stop_when: StopWhen | None = None,
        again: frozenset[str] = frozenset(),
        watch: Watch | None = None,
    ) -> None:
        self.plan = plan
        self.ledger = ledger
        self.recorder = recorder
        self._judges = judges
        self._budget = budget
        self._stop_when = stop_when
        self.again = again
        self._watch = watch
        self.context = Context(
            task=plan.task, recorder=recorder, plan=plan.digest, protocol=plan.protocol.name
        )
        self._tally = TallyCount()
        self._spent = Spent()
        self._flying = Spent()
        self.counts = dict.fromkeys(
            ("wanted", "stored", "asked", "reasked", "retries", "forged", "guessed"), 0
        )
        self.models: Counter[str] = Counter()
        self._main: asyncio.Task[Any] | None = None
        self._interrupt: KeyboardInterrupt | None = None
        self._end = End.DONE
        self._why: str | None = None

    async def go(self) -> Outcome:
        """Check every judge, then ask. Ctrl-C, and what a signal raises, ends it with all connections closed."""
        self._main = asyncio.current_task()
        try:
            return await self._all()
        except asyncio.CancelledError:
            if self._interrupt is not None:
                raise self._interrupt from None
            raise

    async def guard(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Do a part of the run; an interrupt in it ends the whole, from the outside in."""
        try:
            await work()
        except KeyboardInterrupt as stop:
            self._interrupt = stop
            if self._main is not None:
                self._main.cancel()

    async def _all(self) -> Outcome:
        try:
            for judge in self._judges.values():
                await judge.reach()
            lanes = [Lane(self, judge, self._judges[name]) for name, judge in self.plan.judges.items()]
            async with asyncio.TaskGroup() as group:
                for lane in lanes:
                    group.create_task(self.guard(lane.go))
        except BaseExceptionGroup as faults:
            raise _first(faults) from None
        finally:
            for judge in self._judges.values():
                await judge.close()
        return Outcome(
            end=self._end,
            why=self._why,
            tally=self._tally.tally(),
            spent=self._spent,
            models=dict(self.models),
            **self.counts,
        )

    @property
    def ended(self) -> bool:
        """Whether nothing more is to be asked, of any judge."""
        return self._end in (End.BUDGET, End.STOP_WHEN)

    def stop(self, end: End, why: str) -> None:
        """End the run, or one judge's part of it; the first reason is the one that is told."""
        if self._end is End.DONE or (self._end is End.STOPPED and end is not End.STOPPED):
            self._end, self._why = end, why

    def saw(self, reply: Reply, reading: Reading, *, stored: bool) -> None:
        """Count one draw."""
        self.counts["wanted"] += 1
        self.counts["stored" if stored else "asked"] += 1
        self.counts["forged"] += len(forgeries(reading))
        self._tally.add(reading)
        if self._watch is not None:
            self._watch(reply, reading, stored)
        if self._stop_when is not None and not stored:
            self._stop_when.saw(reading)
            if self._stop_when.met:
                self.stop(End.STOP_WHEN, self._stop_when.said())

    def reserve(self, need: Spent) -> bool:
        """Whether the budget has room for one more request beside those in flight; if so, it is taken."""
        both = Spent(
            calls=self._spent.calls + self._flying.calls,
            tokens=self._spent.tokens + self._flying.tokens,
            money=self._spent.money + self._flying.money,
        )
        if self._budget is not None and not self._budget.room(both, need):
            self.stop(End.BUDGET, f"the budget of {self._budget.text} is used up")
            return False
        _add(self._flying, need, 1)
        return True

    def settle(self, need: Spent, took: Spent | None) -> None:
        """A request came back: what it took replaces what was reserved for it."""
        _add(self._flying, need, -1)
        if took is not None:
            _add(self._spent, took, 1)


def _add(total: Spent, one: Spent, sign: int) -> None:
    total.calls += sign * one.calls
    total.tokens += sign * one.tokens
    total.money += sign * one.money
