"""Screening: every item is looked at by all evidence of a profile, decided, and kept."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from typing import Any

import msgspec

from oyez.core.errors import InputError
from oyez.judges import Judge, make_judge
from oyez.judging import Budget, Reviewer
from oyez.judging.known import AGAIN
from oyez.ledger import Ledger
from oyez.ledger.addition import Run
from oyez.ledger.screenings import add_screening, calibration, end_run
from oyez.screening.confirmation import REPEAT
from oyez.screening.cost import Cost, Purse
from oyez.screening.evidence import EVIDENCE, Asking, Desk, Evidence, EvidenceSpec
from oyez.screening.evidence._evidence import Parser
from oyez.screening.pair import Pair
from oyez.screening.policy import decide, needs_confirmation
from oyez.screening.profile import Profile
from oyez.screening.screening import Screening, payload
from oyez.screening.states import Finding

AT_ONCE = 8
"""Items that are looked at at the same time."""


class Skipped(msgspec.Struct, frozen=True):
    """An item that was not looked at."""

    pair: Pair
    why: str


class Summary(msgspec.Struct, kw_only=True):
    """What a run came to."""

    outcomes: dict[str, int]
    skipped: int = 0
    stopped: str | None = None
    """Why a judge could not be asked at all; `None` if all could."""
    cost: Cost


Watch = Callable[[Screening | Skipped], None]


def screen(
    profile: Profile,
    pairs: Iterable[Pair],
    ledger: Ledger,
    watch: Watch | None = None,
    *,
    judges: Mapping[str, Judge] | None = None,
    budget: Budget | None = None,
    again: Iterable[str] = (),
    parsers: Mapping[str, Parser] | None = None,
) -> Summary:
    """Screen all items, in their order; every one goes to `watch` and into the ledger.

    `judges` (by the name of a reviewer or probe) take the place of those that the profile makes. `parsers` are foreign
    rules that read the replies of a reviewer in place of its contract, to see what they would have decided; their
    screenings are not kept. Raises `InputError` for bad input. In a running event loop, go through `Room` instead.
    """
    room = Room(profile, ledger, judges=judges, budget=budget, again=again, parsers=parsers)

    async def go() -> None:
        async with room:
            async for one in room.screen(pairs):
                if watch is not None:
                    watch(one)

    asyncio.run(go())
    return room.summary


class Room:
    """A profile with its judges at hand and a ledger open; an async context manager."""

    def __init__(
        self,
        profile: Profile,
        ledger: Ledger,
        *,
        judges: Mapping[str, Judge] | None = None,
        budget: Budget | None = None,
        again: Iterable[str] = (),
        parsers: Mapping[str, Parser] | None = None,
    ) -> None:
        wrong = [end for end in again if end not in AGAIN]
        if wrong:
            raise InputError(f"{wrong[0]!r} is no end that can be asked again; there are {', '.join(AGAIN)}")
        self.profile = profile
        self.ledger = ledger
        self._judges = dict(judges) if judges is not None else judges_of(profile)
        self._again = frozenset(again)
        self._parsers = dict(parsers or {})
        self._purse = Purse(profile, self._judges, ledger, budget)
        self._run = Run("screen", profile.ref)
        self.instrument = profile.instrument(self._judges)
        self._calibration = calibration(ledger, self.instrument)
        self.summary = Summary(
            outcomes=dict.fromkeys(("flagged", "review", "passed"), 0), cost=self._purse.spent
        )
        self._evidence = [(spec, _made(spec)) for spec in (*profile.reviewers, *profile.evidence)]

    async def __aenter__(self) -> Room:
        for judge in self._different():
            await judge.reach()
        turns = {id(judge): asyncio.Semaphore(judge.spec.concurrency) for judge in self._different()}
        self._desks = {
            spec.name: Desk(
                self._reviewer(spec), self.ledger, self._again, turns[id(self._judges[spec.name])]
            )
            for spec in self.profile.asked
        }
        self._asking = Asking(self._desks, self.profile.slots, self._parsers, self._stop)
        return self

    async def __aexit__(self, *_: object) -> None:
        for desk in getattr(self, "_desks", {}).values():
            desk.recorder.close()
        end_run(self.ledger, self._run)
        for judge in self._different():
            await judge.close()
        for held in self._evidence:
            held[1].close()

    def _different(self) -> list[Judge]:
        return list({id(judge): judge for judge in self._judges.values()}.values())

    def _reviewer(self, spec: EvidenceSpec) -> Reviewer:
        assert spec.ask is not None
        planned = self.profile.judge_of(spec)
        how: dict[str, Any] = {}
        if planned is not None:
            rates = ("retries", "requests_per_minute", "tokens_per_minute")
            how = {name: getattr(planned, name) for name in rates}
        return Reviewer(spec.name, self._judges[spec.name], spec.ask.task, **how)

    def _stop(self, why: str) -> None:
        if self.summary.stopped is None:
            self.summary.stopped = why

    async def screen(self, pairs: Iterable[Pair]) -> AsyncIterator[Screening | Skipped]:
        """The items in their order, several looked at at once; those that the budget has no room for are skipped."""
        window: deque[tuple[Pair, asyncio.Task[Screening], Cost]] = deque()
        try:
            for pair in pairs:
                need = self._purse.most(pair)
                while window and (len(window) >= AT_ONCE or not self._purse.room(need)):
                    yield await self._settle(window)
                why = self.summary.stopped or (None if self._purse.room(need) else self._purse.why)
                if why is not None:
                    while window:
                        yield await self._settle(window)
                    self.summary.skipped += 1
                    yield Skipped(pair, why)
                    continue
                self._purse.reserve(need)
                window.append((pair, asyncio.create_task(self.one(pair)), need))
            while window:
                yield await self._settle(window)
        finally:
            for _, task, _ in window:
                task.cancel()

    async def _settle(self, window: deque[tuple[Pair, asyncio.Task[Screening], Cost]]) -> Screening:
        _, task, need = window.popleft()
        made = await task
        self._purse.settle(need, made)
        self.summary.outcomes[str(made.decision.outcome)] += 1
        if not self._parsers:
            self.keep(made)
        return made

    async def one(self, pair: Pair) -> Screening:
        """Look at one item, and once more where its flag rests on reviewers alone."""
        looks = [evidence.find(pair, self._asking) for spec, evidence in self._evidence if not spec.off]
        found = iter(await asyncio.gather(*looks))
        findings = tuple(
            spec.not_checked("left out by the profile") if spec.off else next(found)
            for spec, _ in self._evidence
        )
        repeats: tuple[Finding, ...] | None = None
        if self.profile.confirm and needs_confirmation(findings):
            again = [
                evidence.find(pair, self._asking, REPEAT)
                for spec, evidence in self._evidence
                if spec.kind == "reviewer"
            ]
            repeats = tuple(await asyncio.gather(*again))
        return Screening(
            pair=pair,
            profile=self.profile.ref,
            instrument=self.instrument,
            decision=decide(findings, repeats),
            findings=findings,
            repeats=repeats,
            calibration=self._calibration,
        )

    def keep(self, made: Screening) -> None:
        """Add a screening to the ledger, with the texts and with what each verdict counted as."""
        verdicts = {
            spec.name: {"accept": list(spec.ask.accept), "reject": list(spec.ask.reject)}
            for spec in self.profile.asked
            if spec.ask is not None
        }
        told = {
            **payload(made, draws=True),
            "texts": made.pair.texts,
            "verdicts": verdicts,
            "confirm": self.profile.confirm,
        }
        del told["calibration"], told["ledger"]
        add_screening(
            self.ledger,
            self._run,
            item=made.pair.id,
            profile=made.profile,
            instrument=made.instrument,
            outcome=str(made.decision.outcome),
            told=told,
        )


def _made(spec: EvidenceSpec) -> Evidence:
    rule = EVIDENCE.get(spec.kind)
    assert rule is not None
    return rule.make(spec)


def judges_of(profile: Profile) -> dict[str, Judge]:
    """The judges that a profile names, by the name of their evidence. Raises `InputError` for one that is missing."""
    made: dict[int, Judge] = {}
    found = {}
    for spec in profile.asked:
        assert spec.ask is not None
        planned = profile.judge_of(spec)
        if planned is None:
            raise InputError(
                f"the profile {profile.name} has no judge for {spec.name}: give a file with [judge.{spec.ask.judge}] "
                "or [judge.default] (--judges), or recorded replies (--replay)"
            )
        if id(planned) not in made:
            try:
                made[id(planned)] = make_judge(planned.spec)
            except ValueError as fault:
                raise InputError(f"[judge.{planned.spec.name}]: {fault}") from fault
        found[spec.name] = made[id(planned)]
    return found
