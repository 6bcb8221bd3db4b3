"""The most telling replies without a verdict: a few of each kind, each with its place."""

from __future__ import annotations

from collections import Counter
from itertools import chain, zip_longest
from typing import Any, TypeAlias

import msgspec

from oyez.core.mark import pictures, places, telling
from oyez.core.problem import Problem
from oyez.core.reading import Reading
from oyez.core.reply import Reply
from oyez.core.status import Status
from oyez.core.visible import fit_end

MOST = 10
"""How many unread replies are shown."""
_UNPLACED = {
    Status.ABSENT: "nothing in it stands in the contract's form; it ends:",
    Status.TRUNCATED: "cut before a verdict was complete; it ends:",
    Status.REFUSED: "the provider reports a refusal",
}
"""What to say where no problem says more."""

Kind: TypeAlias = tuple[Status, str | None]
"""A status, and the code of the problem that says most."""


class Unread(msgspec.Struct, frozen=True, kw_only=True):
    """One reply without a verdict, and what a person needs to see why."""

    status: Status
    code: str | None
    """The code of the problem that says most; `None` where the status says all."""
    id: str | None
    judge: str | None
    place: str
    """The file, and the line or row in it."""
    message: str
    """One sentence; empty where the status says all."""
    start: int | None = None
    """First code point of the problem in the reply; `None` where it has no place."""
    end: int | None = None
    picture: str = ""
    """The line of the reply, with carets under the place if there is one."""


class UnreadSample:
    """Takes all readings, keeps a bounded number of unread ones, and gives the most telling of them."""

    def __init__(self, room: int = 80) -> None:
        self._room = room
        self._kept: dict[Kind, list[Unread]] = {}
        self.counts: dict[Kind, int] = {}
        """Unread replies by status and problem."""

    def add(self, reading: Reading, reply: Reply, place: str) -> None:
        """Take one reading; those with a verdict are passed over."""
        if reading.ok:
            return
        problem = telling(reading)
        kind = (reading.status, problem.code if problem else None)
        self.counts[kind] = self.counts.get(kind, 0) + 1
        kept = self._kept.setdefault(kind, [])
        if len(kept) == MOST and not _make_room(kept, reply.judge):
            return
        kept.append(_unread(reading, problem, reply, place, self._room))

    def most_telling(self) -> list[Unread]:
        """At most ten: the first of each status and problem, common ones first, then the second of each, …"""
        common = sorted(self._kept, key=lambda kind: -self.counts[kind])
        rounds = zip_longest(*(_judges_in_turn(self._kept[kind]) for kind in common))
        chosen = [unread for unread in chain.from_iterable(rounds) if unread is not None][:MOST]
        rank = {kind: at for at, kind in enumerate(common)}
        return sorted(chosen, key=lambda unread: rank[unread.status, unread.code])


def _make_room(kept: list[Unread], judge: str | None) -> bool:
    """Drop the last reply of a judge that has several, for a judge that has none yet."""
    judges = [unread.judge for unread in kept]
    if judge in judges:
        return False
    several = [at for at, each in enumerate(judges) if judges.count(each) > 1]
    for at in several[-1:]:
        del kept[at]
    return bool(several)


def _judges_in_turn(kept: list[Unread]) -> list[Unread]:
    """The first of each judge, then the second of each, and so on."""
    turns: Counter[str | None] = Counter()
    turned: list[tuple[int, Unread]] = []
    for unread in kept:
        turned.append((turns[unread.judge], unread))
        turns[unread.judge] += 1
    return [unread for _, unread in sorted(turned, key=lambda pair: pair[0])]


def _unread(reading: Reading, problem: Problem | None, reply: Reply, place: str, room: int) -> Unread:
    text = reading.text or ""
    placed = problem is not None and problem.end > problem.start
    message = problem.message if problem else _UNPLACED.get(reading.status, "")
    if reading.status is Status.UNDELIVERED:
        message, picture = reply.error or message or "no text came", ""
    elif reading.status is Status.EMPTY or not text.strip():
        picture = ""
    elif placed:
        picture = pictures(text, places(reading), room)
    else:
        picture = last_line(text, room)
    return Unread(
        status=reading.status,
        code=problem.code if problem else None,
        id=reply.id,
        judge=reply.judge,
        place=place,
        message=message,
        start=problem.start if problem and placed else None,
        end=problem.end if problem and placed else None,
        picture=picture,
    )


def last_line(text: str, room: int) -> str:
    """How the reply ends: its last line that is not blank, without carets."""
    body = text.rstrip()
    line = body[body.rfind("\n") + 1 :]
    gutter = f"{body.count(chr(10)) + 1:>5} | "
    return gutter + fit_end(line, room - len(gutter))


def unread_tree(unread: Unread) -> dict[str, Any]:
    """One unread reply as a JSON object."""
    return {name: getattr(unread, name) for name in unread.__struct_fields__}
