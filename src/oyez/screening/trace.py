"""Following an item from reply to outcome, and what another reading of the same replies would have decided."""

from __future__ import annotations

import sys
import weakref
from collections.abc import Callable
from typing import Any

import msgspec

from oyez.audit.answer import End
from oyez.audit.named import function_spec
from oyez.audit.worker import Limits, Worker
from oyez.contract import Contract
from oyez.core.errors import InputError
from oyez.core.reading import Reading
from oyez.core.reply import Reply
from oyez.judging.reading import judging_of, read_sealed
from oyez.judging.seal import FAMILY, sealed
from oyez.known_parsers import KNOWN_PARSERS
from oyez.ledger import Ledger
from oyez.ledger.screenings import KeptScreening, screenings
from oyez.reader import read
from oyez.screening.evidence._evidence import Parser, foreign, read_of, said
from oyez.screening.evidence.probe import probed
from oyez.screening.evidence.reviewer import state_among
from oyez.screening.policy import decide, needs_confirmation
from oyez.screening.screening import finding_of
from oyez.screening.states import Decision, Finding, State

Reread = Callable[[Finding, Reply], Finding]
"""A piece of evidence and the reply behind it → what another reading makes of it."""


SECONDS = 10.0
"""For one reply read by a function of somebody else's."""


class Traced(msgspec.Struct, frozen=True, kw_only=True):
    """An item as it was screened, with the replies behind it."""

    kept: KeptScreening
    findings: tuple[Finding, ...]
    repeats: tuple[Finding, ...] | None
    decision: Decision
    replies: dict[int, Reply]
    """Number of the draw → the reply, for every reply that the evidence rests on."""

    def accepted(self, name: str) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        """The verdicts that a reviewer's profile accepts and rejects."""
        verdicts = self.kept.told["verdicts"][name]
        return tuple(verdicts["accept"]), tuple(verdicts["reject"])


class WhatIf(msgspec.Struct, frozen=True, kw_only=True):
    """The same item, read another way."""

    findings: tuple[Finding, ...]
    repeats: tuple[Finding, ...] | None
    decision: Decision
    would_ask: bool
    """Whether a confirmation would have been made that was not: the outcome is that without it."""


def trace(ledger: Ledger, item: str) -> list[Traced]:
    """The screenings of an item, one for each profile. Raises `InputError` if there is none."""
    found = [traced(ledger, kept) for kept in screenings(ledger, item)]
    if not found:
        raise InputError(f"{ledger.path}: holds no screening of {item!r}")
    return found


def traced(ledger: Ledger, kept: KeptScreening) -> Traced:
    """A screening of the ledger with the replies behind it; the decision is made again from the evidence."""
    told = kept.told
    findings = tuple(finding_of(tree) for tree in (*told["reviewers"], *told["evidence"]))
    repeats = None if told["repeats"] is None else tuple(map(finding_of, told["repeats"]))
    draws = {one.read.draw for one in (*findings, *(repeats or ())) if one.read is not None}
    return Traced(
        kept=kept,
        findings=findings,
        repeats=repeats,
        decision=decide(findings, repeats),
        replies={draw: ledger.get(draw).draw.reply for draw in draws if draw is not None},
    )


def what_if(made: Traced, rereads: dict[str, Reread]) -> WhatIf:
    """The item with the replies of some evidence read another way; nobody is asked anything."""

    def again(one: Finding) -> Finding:
        reread = rereads.get(one.by)
        if reread is None or one.read is None or one.read.draw is None:
            return one
        return reread(one, made.replies[one.read.draw])

    findings = tuple(map(again, made.findings))
    repeats = None if made.repeats is None else tuple(map(again, made.repeats))
    would_ask = repeats is None and bool(made.kept.told["confirm"]) and needs_confirmation(findings)
    return WhatIf(findings=findings, repeats=repeats, decision=decide(findings, repeats), would_ask=would_ask)


def by_contract(made: Traced, contract: Contract) -> Reread:
    """Reading under another contract. A verdict that the profile neither accepts nor rejects raises `InputError`."""

    def reread(one: Finding, reply: Reply) -> Finding:
        assert one.read is not None
        reading = _read(reply, contract)
        try:
            state = probed(reading) if one.kind == "probe" else state_among(*made.accepted(one.by), reading)
        except ValueError as fault:
            raise InputError(f"{contract.ref} for {one.by}: {fault}") from fault
        return Finding(
            by=one.by,
            kind=one.kind,
            state=state,
            said=said(reading, reply),
            read=read_of(one.read.judge, one.read.draw or 0, reply, reading),
        )

    return reread


def _read(reply: Reply, contract: Contract) -> Reading:
    """The reading of a reply under a contract; one whose labels were sealed, under the sealed form of it."""
    mark = judging_of(reply).get("mark")
    if not isinstance(mark, str):
        return read(reply, contract)
    return read_sealed(contract, sealed(contract, FAMILY), reply, mark)


def by_parser(made: Traced, parser: Parser) -> Reread:
    """Reading by a foreign rule; a reply that did not come has no verdict under any."""

    def reread(one: Finding, reply: Reply) -> Finding:
        if reply.text is None or one.read is None or one.state is State.UNDELIVERED:
            return one
        return foreign(one.by, one.kind, *made.accepted(one.by), one.read, reply.text, parser)

    return reread


def known_parser(name: str) -> Parser:
    """A rule of `oyez.known_parsers` as it stands in its tool. Raises `InputError` for an unknown name."""
    rule = KNOWN_PARSERS.get(name)
    if rule is None:
        raise InputError(
            f"there is no known parser {name!r}; there are {', '.join(each.name for each in KNOWN_PARSERS)}"
        )

    def parser(text: str) -> Any:
        return rule.read(text)

    parser.__name__ = name
    return parser


def callable_parser(where: str) -> Parser:
    """The function at `module:name`, called in a process of its own under limits, as an audit does.

    Raises `InputError` for a name that is none, and when it is called for a function that is not there, raises, dies,
    or does not end.
    """
    module, _, name = where.partition(":")
    if not module or not name:
        raise InputError(f"{where}: write module:function, a function from the text of a reply to a value")
    return _Foreign(where)


class _Foreign:
    """A function of somebody else's, asked about one text at a time."""

    def __init__(self, where: str) -> None:
        self.__name__ = where.partition(":")[2]
        spec = function_spec(where)
        spec["path"] = [*spec["path"], *sys.path]
        self._where = where
        self._worker = Worker(where, spec, Limits(seconds=SECONDS))
        weakref.finalize(self, self._worker.close)

    def __call__(self, text: str) -> Any:
        answer = self._worker.call([text])
        if answer.end is not End.VALUE:
            raise InputError(f"{self._where}: gives no value for a reply: {answer.said}")
        return answer.value
