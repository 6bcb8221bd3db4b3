"""What a kind of evidence is, and how those that rest on a judge ask it."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import msgspec

from oyez.core.reading import Reading
from oyez.core.reply import Reply
from oyez.core.status import Status
from oyez.judging import Recorder, Reviewer, StopAsking, Task
from oyez.ledger import Ledger
from oyez.screening.pair import Pair
from oyez.screening.states import Finding, Read, State

Parser: TypeAlias = Callable[[str], Any]
"""A foreign rule: the text of a reply → a value, or `None` for none."""


class AskSpec(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked of a judge, and what its verdicts mean."""

    judge: str
    """The name of its judge in the profile."""
    task: Task
    accept: tuple[Any, ...]
    """Verdicts for the item."""
    reject: tuple[Any, ...]
    """Verdicts against it."""


class EvidenceSpec(msgspec.Struct, frozen=True, kw_only=True):
    """One piece of evidence as a profile names it."""

    name: str
    kind: str
    required: bool = False
    """Whether an item needs review where the check could not be made."""
    off: bool = False
    """Whether the profile leaves it out; it is not checked then, and that is said."""
    options: dict[str, Any] = {}
    """The keys that only this kind has."""
    base: str = "."
    """The folder from which paths are reckoned."""
    ask: AskSpec | None = None
    """For kinds that rest on a judge."""

    def option(self, key: str, default: Any = None) -> Any:
        """One of the keys that only this kind has."""
        return self.options.get(key, default)

    def not_checked(self, why: str) -> Finding:
        """The finding that the check could not be made, which is never a pass."""
        state = State.REQUIRED_NOT_CHECKED if self.required else State.NOT_CHECKED
        return Finding(by=self.name, kind=self.kind, state=state, said=why)

    def checked(self, wrong: str | None, fine: str) -> Finding:
        """The finding of a check that was made; `wrong` says what it found, `None` for nothing."""
        state = State.HELD if wrong is None else State.FAILED
        return Finding(by=self.name, kind=self.kind, state=state, said=fine if wrong is None else wrong)


class Desk:
    """Where one judge is asked on behalf of one piece of evidence: reviewer, recorder and ledger."""

    def __init__(
        self, reviewer: Reviewer, ledger: Ledger, again: frozenset[str], turns: asyncio.Semaphore
    ) -> None:
        self.reviewer = reviewer
        self.recorder: Recorder = reviewer.recorder(ledger, f"screening, {reviewer.name}")
        self._ledger = ledger
        self._again = again
        self._turns = turns

    async def ask(self, pair: Pair, judged: tuple[str, ...], draw: int) -> tuple[int, Reply, Reading]:
        """The draw about a pair with its reading. Raises `StopAsking` where the judge cannot be asked."""
        async with self._turns:
            kept = await self.reviewer.ask(
                self.recorder,
                self._ledger,
                pair.id,
                pair.texts,
                judged=judged,
                arm=self.reviewer.name,
                draw=draw,
                again=self._again,
            )
        return kept.draw, kept.reply, kept.reading


class Asking(msgspec.Struct, frozen=True):
    """What evidence that rests on judges needs while it looks."""

    desks: Mapping[str, Desk]
    """Its desk, by the name of the evidence."""
    judged: tuple[str, ...]
    """The slots that hold text of others."""
    parsers: Mapping[str, Parser] = {}
    """A foreign rule that reads the replies in place of the contract, by the name of the evidence."""
    stopped: Callable[[str], None] = lambda _: None
    """Told why a judge cannot be asked at all."""


class Evidence(ABC):
    """Looks at one item. A subclass implements `find`."""

    def __init__(self, spec: EvidenceSpec) -> None:
        self.spec = spec

    @abstractmethod
    async def find(self, pair: Pair, asking: Asking, draw: int = 0) -> Finding:
        """What it finds; never raises for what an item, a judge or a program does."""

    def close(self) -> None:  # noqa: B027  # most kinds hold nothing
        """Let go of what it holds, such as a process."""


class EvidenceRule(msgspec.Struct, frozen=True):
    """A kind of evidence, as a profile names it."""

    name: str
    about: str
    """In one sentence what it looks at."""
    keys: tuple[str, ...]
    """The keys that its table may have beside `kind` and `required`."""
    make: Callable[[EvidenceSpec], Evidence]
    """Makes it; raises `ValueError` with a plain sentence for bad options."""
    asks: bool = False
    """Whether it rests on a judge."""
    texts: tuple[str, ...] = ()
    """Those of its keys that name a text of the item."""


StateOf: TypeAlias = Callable[[AskSpec, Reading], State]


async def ask(spec: EvidenceSpec, pair: Pair, asking: Asking, draw: int, state_of: StateOf) -> Finding:
    """Ask the judge of a piece of evidence about a pair, and say what the reply comes to."""
    assert spec.ask is not None
    desk = asking.desks[spec.name]
    try:
        number, reply, reading = await desk.ask(pair, asking.judged, draw)
    except StopAsking as stop:
        asking.stopped(f"the judge {spec.ask.judge}: {stop}")
        read = Read(
            draw=None,
            reply=None,
            judge=spec.ask.judge,
            contract=spec.ask.task.contract.ref,
            status="undelivered",
        )
        return Finding(
            by=spec.name, kind=spec.kind, state=State.UNDELIVERED, said=f"cannot be asked: {stop}", read=read
        )
    read = read_of(reply.judge or spec.ask.judge, number, reply, reading)
    parser = asking.parsers.get(spec.name)
    if parser is not None and reply.text is not None:
        return foreign(spec.name, spec.kind, spec.ask.accept, spec.ask.reject, read, reply.text, parser)
    return Finding(
        by=spec.name, kind=spec.kind, state=state_of(spec.ask, reading), said=said(reading, reply), read=read
    )


def read_of(judge: str, draw: int, reply: Reply, reading: Reading) -> Read:
    """The reply and its reading, as a screening keeps them."""
    return Read(
        draw=draw,
        reply=reply.id,
        judge=judge,
        contract=reading.contract,
        status=str(reading.status),
        verdict=reading.verdict,
        abstained=reading.abstained,
        rule=reading.rule,
        start=reading.start,
        end=reading.end,
        evidence=reading.evidence,
        problems=tuple(dict.fromkeys(one.code for one in reading.problems)),
    )


def said(reading: Reading, reply: Reply) -> str:
    """A reading in a few words."""
    if reading.ok:
        by = f" by {reading.rule}" if reading.rule else ""
        return f"{shown(reading.verdict)}{by}"
    if reading.status is Status.UNDELIVERED:
        return f"undelivered: {reply.error or 'no text came'}"
    why = reading.problems[0].message if reading.problems else ""
    return f"{reading.status}: {why}" if why else str(reading.status)


def shown(value: Any) -> str:
    """A verdict as JSON writes it, text without quotes."""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def unread_state(reading: Reading) -> State:
    """Of a reading without a verdict: whether nothing came, or what came could not be read."""
    return State.UNDELIVERED if reading.status is Status.UNDELIVERED else State.UNREAD


def foreign(
    by: str,
    kind: str,
    accept: tuple[Any, ...],
    reject: tuple[Any, ...],
    read: Read,
    text: str,
    parser: Parser,
) -> Finding:
    """What a reply comes to by a foreign rule; upper and lower case count as one, as such rules have it."""
    name = getattr(parser, "__name__", type(parser).__name__)
    value = parser(text)
    if value is None:
        state = State.UNREAD
    elif _among(value, reject):
        state = State.COUNTEREXAMPLE if kind == "probe" else State.MISMATCH
    elif _among(value, accept):
        state = State.NOTHING_FOUND if kind == "probe" else State.ACCEPTED
    else:
        state = State.UNCLEAR if _among(value, ("unclear",)) else State.UNREAD
    made = Read(
        draw=read.draw,
        reply=read.reply,
        judge=read.judge,
        contract=read.contract,
        status="unread" if state is State.UNREAD else "read",
        verdict=None if state is State.UNREAD else value,
        parser=name,
    )
    told = "no verdict" if value is None else shown(value)
    return Finding(by=by, kind=kind, state=state, said=f"{told} by the foreign rule {name}", read=made)


def _among(value: Any, verdicts: tuple[Any, ...]) -> bool:
    folded = value.casefold() if isinstance(value, str) else value
    return any(
        type(one) is type(value) and (one.casefold() if isinstance(one, str) else one) == folded
        for one in verdicts
    )
