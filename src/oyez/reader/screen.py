"""Screening: replies that end before any form is tried."""

from __future__ import annotations

import re

import msgspec

from oyez.core.problem import Problem
from oyez.core.reply import Reply
from oyez.core.status import Status, Stop, normalise_stop
from oyez.recoveries.zero_width import INVISIBLE

_BARE_CR = re.compile(r"\r(?!\n)")
_UNDECODED = re.compile("[\udc80-\udcff]")


class Screened(msgspec.Struct, frozen=True):
    """A reply that ends here, and why."""

    status: Status
    problems: tuple[Problem, ...] = ()


def screen(reply: Reply) -> Screened | None:
    """The end that a reply comes to without being read, or `None` if there is text to read."""
    text = reply.text
    stop = normalise_stop(reply.stop)
    if text is None or reply.error is not None or stop is Stop.ERROR:
        return Screened(Status.UNDELIVERED)
    if _is_empty(text):
        return Screened(_EMPTY.get(stop, Status.EMPTY))
    found = _unsupported(text)
    return None if found is None else Screened(Status.UNSUPPORTED, (found,))


_EMPTY = {Stop.REFUSAL: Status.REFUSED, Stop.LENGTH: Status.TRUNCATED}


def _is_empty(text: str) -> bool:
    """Whether there is nothing but outer space and invisible characters."""
    bare = text.strip()
    if len(bare) > 0 and bare[0].isprintable():
        return False
    return not INVISIBLE.sub("", bare).strip()


def _unsupported(text: str) -> Problem | None:
    match = _BARE_CR.search(text) if "\r" in text else None
    if match is not None:
        return Problem("bare_cr", "a carriage return without a line feed", match.start(), match.end())
    match = None if text.isascii() else _UNDECODED.search(text)
    if match is not None:
        return Problem("undecodable", "a byte that could not be decoded", match.start(), match.end())
    return None
