"""Running a plan: every draw that the ledger does not hold is asked for, kept, and then read."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import islice

import msgspec

from oyez.core.errors import InputError
from oyez.core.reading import Reading
from oyez.core.reply import Reply
from oyez.core.status import Status
from oyez.core.tally import TallyCount
from oyez.judges import JUDGES, Judge, make_judge
from oyez.judging.asking import Context, ask_and_keep, guess
from oyez.judging.asks import Ask, shape_of
from oyez.judging.known import AGAIN, Held, held, serves
from oyez.judging.limits import Budget, Spent, StopWhen
from oyez.judging.outcome import End, Outcome
from oyez.judging.plan import Plan, PlanJudge
from oyez.judging.reading import forgeries, read_draw
from oyez.judging.record import Recorder
from oyez.judging.seal import draw_mark
from oyez.judging.transport import Attempted, Breaker, Line, Pace, StopAsking, tokens_of
from oyez.judging.wants import Want, ask_for, digest_of, wants
from oyez.ledger import Ledger

CHUNK = 256
_OVERLAP = 4
"""One more draw for every so many in flight may have come back and be on its way to the disk."""
"""Draws that are looked up in the ledger at once."""
Watch = Callable[[Reply, Reading, bool], None]
"""Called for every draw with its reading, and whether the ledger held it before."""


def run_plan(
    plan: Plan,
    ledger: Ledger,
    *,
    budget: Budget | None = None,
    stop_when: StopWhen | None = None,
    again: Iterable[str] = (),
    watch: Watch | None = None,
    judges: dict[str, Judge] | None = None,
) -> Outcome:
    """Run a plan to its end, or to what ends it early; started again, it goes on where it was.

    `again` names ends of draws (`undelivered`, `refused`, `truncated`) that are asked for once more. `judges` takes
    the place of those that the plan would make. Raises `InputError` for bad input before anything is asked, and
    `LedgerError`. Not to be called from a running event loop: there, await `Running(...).go()`.
    """
    wrong = [end for end in again if end not in AGAIN]
    if wrong:
        raise InputError(f"{wrong[0]!r} is no end that can be asked again; there are {', '.join(AGAIN)}")
    check_shapes(plan)
    made = judges or made_judges(plan)
    recorder = Recorder(ledger, plan.task.read_under, f"{plan.name} {plan.digest}")
    try:
        running = Running(plan, ledger, recorder, made, budget, stop_when, frozenset(again), watch)
        return asyncio.run(running.go())
    finally:
        recorder.close()


def made_judges(plan: Plan, *, keys: bool = True) -> dict[str, Judge]:
    """The judges of a plan; without `keys`, judges that cannot ask. Raises `InputError` for one that cannot be made."""
    made = {}
    for name, judge in plan.judges.items():
        spec = judge.spec
        rule = JUDGES.get(spec.kind)
        if not keys and rule is not None and rule.needs_key:
            spec = msgspec.structs.replace(spec, options=spec.options | {"key": False})
        try:
            made[name] = make_judge(spec)
        except ValueError as fault:
            raise InputError(f"[judge.{name}]: {fault}") from fault
    return made


def check_shapes(plan: Plan) -> None:
    """Raise `ContractError` where a judge is to be held to a face that the contract has not."""
    first = next(iter(wants(plan)), None)
    for judge in plan.judges.values():
        mark = draw_mark([]) if plan.task.seal else None
        shape_of(plan.task, judge.spec, mark, None if first is None else first.shown.ids)


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
        self._plan = plan
        self._ledger = ledger
        self._recorder = recorder
        self._judges = judges
        self._budget = budget
        self._stop_when = stop_when
        self._again = again
        self._watch = watch
        self._context = Context(
            task=plan.task, recorder=recorder, plan=plan.digest, protocol=plan.protocol.name
        )
        self._tally = TallyCount()
        self._spent = Spent()
        self._flying = Spent()
        self._counts = dict.fromkeys(
            ("wanted", "stored", "asked", "reasked", "retries", "forged", "guessed"), 0
        )
        self._models: Counter[str] = Counter()
        self._end = End.DONE
        self._why: str | None = None

    async def go(self) -> Outcome:
        """Check every judge, then ask."""
        try:
            for judge in self._judges.values():
                await judge.reach()
            lanes = [_Lane(self, judge, self._judges[name]) for name, judge in self._plan.judges.items()]
            async with asyncio.TaskGroup() as group:
                for lane in lanes:
                    group.create_task(lane.go())
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
            models=dict(self._models),
            **self._counts,
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
        self._counts["wanted"] += 1
        self._counts["stored" if stored else "asked"] += 1
        self._counts["forged"] += len(forgeries(reading))
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


class _Lane:
    """One judge's part of a run: one task looks for what is missing, others ask for it."""

    def __init__(self, running: Running, planned: PlanJudge, judge: Judge) -> None:
        self._running = running
        self._planned = planned
        self._judge = judge
        self._digest = digest_of(running._plan, judge)
        pace = Pace(planned.requests_per_minute, planned.tokens_per_minute, time.monotonic)
        self._line = Line(judge, planned.retries, pace, Breaker(), go_on=self._going)
        self._queue: asyncio.Queue[tuple[Want, Ask, str | None] | None] = asyncio.Queue(
            judge.spec.concurrency
        )
        self._tasks = judge.spec.concurrency + judge.spec.concurrency // _OVERLAP
        self._stopped = False

    def _going(self) -> bool:
        return not (self._stopped or self._running.ended)

    async def go(self) -> None:
        async with asyncio.TaskGroup() as group:
            for _ in range(self._tasks):
                group.create_task(self._ask_on())
            await self._look()

    async def _look(self) -> None:
        """Go through the draws that are wanted; those that are there are read, the others queued."""
        running = self._running
        source = wants(running._plan)
        while self._going() and (chunk := list(islice(source, CHUNK))):
            asks = [ask_for(running._plan, self._digest, want) for want in chunk]
            there = held(running._ledger, [ask.name for ask in asks])
            for want, ask in zip(chunk, asks, strict=True):
                if not self._going():
                    break
                found = there.get(ask.name)
                if found is None or not serves(found, running._plan.digest, running._again):
                    await self._queue.put((want, ask, None if found is None else "asked again"))
                elif self._unfinished(self._read(found), 0):
                    await self._queue.put((want, self._next(want, 0), None))
            await asyncio.sleep(0)  # others have their turn between chunks that are all there
        for _ in range(self._tasks):
            await self._queue.put(None)

    def _read(self, found: Held) -> Reading:
        """The reading of a draw that the ledger holds; kept, where it was not."""
        running = self._running
        reading = read_draw(running._plan.task, found.reply)
        running._recorder.keep(found.ref, found.judge_digest, reading)
        running.saw(found.reply, reading, stored=True)
        return reading

    def _unfinished(self, reading: Reading, attempt: int) -> bool:
        """Whether the plan wants another attempt at a reply that came and could not be read."""
        came = not reading.ok and reading.status is not Status.UNDELIVERED
        return came and attempt < self._running._plan.reask

    def _next(self, want: Want, attempt: int) -> Ask:
        return ask_for(self._running._plan, self._digest, want, attempt + 1)

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
            found = held(running._ledger, [ask.name]).get(ask.name) if ask.attempt else None
            if found is not None and serves(found, running._plan.digest, running._again):
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
            kept, attempted = await ask_and_keep(running._context, self._line, ask, again)
            took = self._spent(attempted, need)
        finally:
            running.settle(need, took)
        running._counts["reasked"] += ask.attempt > 0
        running._counts["retries"] += len(attempted.errors)
        answered, asked = attempted.delivery.model, self._judge.spec.model
        if answered is not None and asked is not None and not answered.startswith(asked):
            running._models[answered] += 1
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
        self._running._counts["guessed"] += took is need
        return msgspec.structs.replace(took, calls=calls)


def stored_counts(plan: Plan, ledger: Ledger, judges: dict[str, Judge]) -> dict[str, int]:
    """How many of the draws that the plan wants the ledger holds already, by judge."""
    counts = {}
    for name, judge in judges.items():
        digest, source = digest_of(plan, judge), wants(plan)
        counts[name] = 0
        while chunk := list(islice(source, CHUNK)):
            names = [ask_for(plan, digest, want).name for want in chunk]
            found = held(ledger, names)
            counts[name] += sum(serves(one, plan.digest, frozenset()) for one in found.values())
    return counts
