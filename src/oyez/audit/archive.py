"""A parser and oyez on the same archive: where they part, how often, and what it does to the number."""

from __future__ import annotations

import json
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from enum import StrEnum
from pathlib import Path
from typing import Any

import msgspec

from oyez.audit.answer import Answer, End, Reckoning, excused, meant
from oyez.audit.effect import Count, Headline
from oyez.audit.finding import Kind
from oyez.audit.subject import Subject
from oyez.audit.through import Through
from oyez.contract import Contract
from oyez.core.reading import Reading
from oyez.core.reply import Reply
from oyez.core.value import same
from oyez.probes import Kit
from oyez.reader import read
from oyez.rows.columns import Columns
from oyez.rows.reading import to_json_bytes
from oyez.rows.replies import Replies, open_source

MOST_SHOWN = 3
"""Replies shown of each kind."""


class Part(StrEnum):
    """How parser and contract stand to each other on one reply."""

    SAME = "same verdict"
    NEITHER = "neither has a verdict"
    DIFFERENT = "different verdicts"
    PARSER_ONLY = "only the parser has a verdict"
    CONTRACT_ONLY = "only the contract has a verdict"
    CRASHED = "the parser crashed"
    HUNG = "the parser hung"
    UNDELIVERED = "no reply came"


MATTERS = (Part.DIFFERENT, Part.PARSER_ONLY, Part.CONTRACT_ONLY, Part.CRASHED, Part.HUNG)
"""What goes into the queue, the gravest first."""
_KINDS = {
    Kind.SILENT: Part.DIFFERENT,
    Kind.INVENTED: Part.PARSER_ONLY,
    Kind.DROPPED: Part.CONTRACT_ONLY,
    Kind.CRASHED: Part.CRASHED,
    Kind.HUNG: Part.HUNG,
}


class Parting(msgspec.Struct, frozen=True, kw_only=True):
    """One reply on which parser and contract part."""

    part: Part
    reply: Reply
    gave: Any
    said: str
    reading: Reading


class Compared(msgspec.Struct, frozen=True, kw_only=True):
    """What a comparison came to."""

    subject: str
    contract: str
    archive: str
    notes: tuple[str, ...]
    parts: dict[Part, int]
    changes: dict[str, int]
    """`parser's value → contract's verdict or status`, with counts, of the replies on which they part."""
    shown: tuple[Parting, ...]
    parser: Headline
    contract_side: Headline
    decided: dict[str, int] | None = None
    """With a decision function: `decision under the parser → under the contract`, where they differ."""
    decision: str | None = None
    """The name of that function."""
    queue: str | None = None

    @property
    def replies(self) -> int:
        """Rows of the archive."""
        return sum(self.parts.values())

    def failed(self, kinds: Iterable[Kind]) -> int:
        """How many replies came to one of the kinds."""
        return sum(self.parts[_KINDS[kind]] for kind in kinds)


def replies_of(archive: str, stack: ExitStack) -> Iterator[Reply]:
    """The replies of a file, a directory, standard input or a ledger. Raises `InputError`."""
    from oyez.ledger import Ledger, is_ledger

    if archive != "-" and is_ledger(Path(archive)):
        ledger = stack.enter_context(Ledger(archive, readonly=True))
        return (stored.draw.reply for stored in ledger.draws() if stored.draw.raw_absent is None)
    source = stack.enter_context(open_source(archive, set(Columns().paths())))
    return (row.reply for row in Replies(source, Columns()))


def compare_archive(
    archive: str,
    subject: Subject,
    terms: Contract,
    reckoning: Reckoning,
    *,
    through: str | None = None,
    queue: str | None = None,
) -> Compared:
    """Read an archive with a parser and under a contract.

    `through` names a function from a value to a score or decision. `queue` is a file for the replies on which the
    two part, for a person to decide: one JSON object a line. Raises `InputError`.
    """
    with ExitStack() as stack:
        run = _Run(subject, terms, reckoning)
        if through is not None:
            run.through = Through(through)
            stack.callback(run.through.close)
        if queue is not None:
            run.out = stack.enter_context(open(queue, "wb"))
        run.whole(replies_of(archive, stack))
    return Compared(
        subject=subject.name,
        contract=terms.ref,
        archive=archive,
        notes=tuple(subject.notes),
        parts={part: run.parts[part] for part in Part},
        changes=dict(run.changes.most_common(50)),
        shown=tuple(one for part in MATTERS for one in run.shown.get(part, [])),
        parser=run.theirs.headline(),
        contract_side=run.ours.headline(),
        decided=None if through is None else dict(run.decided.most_common(50)),
        decision=through,
        queue=queue,
    )


class _Run:
    """One comparison under way."""

    def __init__(self, subject: Subject, terms: Contract, reckoning: Reckoning) -> None:
        self.subject = subject
        self.terms = terms
        self.kit = Kit(terms)
        self.reckoning = reckoning
        self.parts: Counter[Part] = Counter()
        self.changes: Counter[str] = Counter()
        self.decided: Counter[str] = Counter()
        self.shown: dict[Part, list[Parting]] = {}
        self.theirs, self.ours = Count(self.kit.scale), Count(self.kit.scale)
        self.spelt: dict[str, Any] = {}
        """Verdict → how the parser writes it, learned where the two agree."""
        self.through: Through | None = None
        self.out: Any = None

    def whole(self, replies: Iterator[Reply]) -> None:
        waiting: deque[Reply] = deque()

        def texts() -> Iterator[Reply]:
            for reply in replies:
                if reply.text is None:
                    self.parts[Part.UNDELIVERED] += 1
                    continue
                waiting.append(reply)
                yield reply

        for answer in self.subject.answers(texts()):
            self._take(waiting.popleft(), answer)

    def _take(self, reply: Reply, answer: Answer) -> None:
        reading = read(reply, self.terms)
        part, given = self._part(answer, reading)
        self.parts[part] += 1
        if part is Part.SAME:
            self.spelt.setdefault(_key(reading.verdict), answer.value)
        has = part in (Part.SAME, Part.DIFFERENT, Part.PARSER_ONLY)
        self.theirs.add(given, has=has)
        self.ours.add(reading.verdict, has=reading.ok)
        if self.through is not None:
            self._decide(self.through, answer, reading)
        if part in MATTERS:
            self._keep(Parting(part=part, reply=reply, gave=given, said=answer.said, reading=reading))

    def _part(self, answer: Answer, reading: Reading) -> tuple[Part, Any]:
        if answer.end is End.HUNG:
            return Part.HUNG, None
        if answer.end is End.CRASHED or (
            answer.end is End.RAISED and not excused(answer, self.reckoning.raises)
        ):
            return Part.CRASHED, None
        said = meant(answer, self.reckoning, self.kit.scale, self.kit.parts)
        if said.nothing:
            return (Part.CONTRACT_ONLY if reading.ok else Part.NEITHER), None
        given = said.verdict if said.on_scale else answer.value
        if not reading.ok:
            return Part.PARSER_ONLY, given
        return (Part.SAME if said.on_scale and same(given, reading.verdict) else Part.DIFFERENT), given

    def _decide(self, through: Through, answer: Answer, reading: Reading) -> None:
        theirs = through.of(answer.value)
        verdict = self.spelt.get(_key(reading.verdict), reading.verdict) if reading.ok else None
        ours = through.of(verdict)
        if theirs != ours:
            self.decided[f"{theirs} → {ours}"] += 1

    def _keep(self, one: Parting) -> None:
        ours = _word(one.reading.verdict) if one.reading.ok else f"({one.reading.status})"
        theirs = "(nothing)" if one.gave is None else _word(one.gave)
        self.changes[f"{theirs} → {ours}"] += 1
        kept = self.shown.setdefault(one.part, [])
        if len(kept) < MOST_SHOWN:
            kept.append(one)
        if self.out is not None:
            self.out.write(to_json_bytes(queue_row(one)))


def queue_row(one: Parting) -> dict[str, Any]:
    """A reply for a person to decide: `right` is to be filled in."""
    return {
        "id": one.reply.id,
        "part": one.part.value,
        "parser": one.gave,
        "contract": one.reading.verdict,
        "status": one.reading.status.value,
        "text": one.reply.text,
        "right": None,
    }


def _key(verdict: Any) -> str:
    return json.dumps(verdict, sort_keys=True, default=repr)


def _word(value: Any) -> str:
    said = value if isinstance(value, str) else repr(value)
    return said if len(said) <= 40 else said[:39] + "…"
