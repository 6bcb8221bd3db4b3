"""The most telling replies without a verdict: a few of each kind, each with its place."""

from __future__ import annotations

from itertools import chain, zip_longest
from typing import Any

import msgspec

from oyez.core.mark import caret, telling
from oyez.core.problem import Problem
from oyez.core.reading import Reading
from oyez.core.reply import Reply
from oyez.core.status import Status
from oyez.core.visible import fit

MOST = 10
"""How many unread replies are shown."""
_NO_PICTURE = (Status.EMPTY, Status.UNDELIVERED)


class Unread(msgspec.Struct, frozen=True, kw_only=True):
    """One reply without a verdict, and what a person needs to see why."""

    status: Status
    code: str | None
    """The code of the problem that says most; `None` where the status says all."""
    id: str | None
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
        self._kept: dict[tuple[Status, str | None], list[Unread]] = {}
        self.counts: dict[tuple[Status, str | None], int] = {}
        """Unread replies by status and problem."""

    def add(self, reading: Reading, reply: Reply, place: str) -> None:
        """Take one reading; those with a verdict are passed over."""
        if reading.ok:
            return
        problem = telling(reading)
        key = (reading.status, problem.code if problem else None)
        self.counts[key] = self.counts.get(key, 0) + 1
        kept = self._kept.setdefault(key, [])
        if len(kept) < MOST:
            kept.append(_unread(reading, problem, reply, place, self._room))

    def most_telling(self) -> list[Unread]:
        """At most ten: the first of each status and problem, common ones first, then the second of each, …"""
        common = sorted(self._kept, key=lambda key: -self.counts[key])
        rounds = zip_longest(*(self._kept[key] for key in common))
        chosen = [unread for unread in chain.from_iterable(rounds) if unread is not None][:MOST]
        rank = {key: at for at, key in enumerate(common)}
        return sorted(chosen, key=lambda unread: rank[unread.status, unread.code])


def _unread(reading: Reading, problem: Problem | None, reply: Reply, place: str, room: int) -> Unread:
    text = reading.text or ""
    message = problem.message if problem else ""
    start = end = None
    if reading.status is Status.UNDELIVERED:
        message, picture = reply.error or message or "no text came", ""
    elif reading.status in _NO_PICTURE:
        picture = ""
    elif problem is not None and problem.end > problem.start:
        start, end = problem.start, problem.end
        picture = caret(text, start, end, room)
    else:
        picture = last_line(text, room)
    return Unread(
        status=reading.status,
        code=problem.code if problem else None,
        id=reply.id,
        place=place,
        message=message,
        start=start,
        end=end,
        picture=picture,
    )


def last_line(text: str, room: int) -> str:
    """How the reply ends: its last line that is not blank, without carets."""
    body = text.rstrip()
    start = body.rfind("\n") + 1
    gutter = f"{body.count(chr(10)) + 1:>5} | "
    line = body[start:]
    inner = room - len(gutter)
    cut = len(line) > inner
    return gutter + (fit("…" + line[-(inner - 1) :], inner) if cut else fit(line, inner))


def unread_tree(unread: Unread) -> dict[str, Any]:
    """One unread reply as a JSON object."""
    return {name: getattr(unread, name) for name in unread.__struct_fields__}
