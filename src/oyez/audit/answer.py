"""What a parser gave for one reply, and how what it gave is to be understood."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Any

import msgspec

from oyez.core.scale import Scale
from oyez.core.value import same
from oyez.probes._values import told


class End(StrEnum):
    """How a call of the parser ended."""

    VALUE = "value"
    """It gave something, be it `None`."""
    RAISED = "raised"
    """It raised an exception."""
    CRASHED = "crashed"
    """Its process died, or it went over the limit of memory or output."""
    HUNG = "hung"
    """It did not end in time."""


class Answer(msgspec.Struct, frozen=True):
    """What came of one call."""

    end: End
    value: Any = None
    said: str = ""
    """The exception, or how the process died."""
    raised: tuple[str, ...] = ()
    """The names of the exception's class and of those it is made from."""


class Reckoning(msgspec.Struct, frozen=True, kw_only=True):
    """How the answers of a parser are to be understood."""

    nothing: tuple[Any, ...] = ()
    """Values, besides `None`, by which it says that it found nothing."""
    raises: tuple[str, ...] = ()
    """Exceptions by which it says so, by the name of their class."""
    words: dict[str, Any] = {}
    """What it gives, as text → the verdict that it means by it."""
    stop: bool = False
    """Whether it is called with the provider's stop reason as a second argument."""


class Usual(msgspec.Struct, frozen=True):
    """What a parser gives where there is nothing to read: its value for two replies that say nothing at all."""

    known: bool = False
    value: Any = None


class Meant(msgspec.Struct, frozen=True):
    """An answer in the terms of the scale."""

    nothing: bool
    verdict: Any = None
    """`None` where the value is on no scale."""
    on_scale: bool = False


def meant(answer: Answer, reckoning: Reckoning, scale: Scale, parts: tuple[str, ...] | None) -> Meant:
    """What an answer means; only for answers that ended with a value or an exception that says nothing."""
    value = answer.value
    if answer.end is End.RAISED or value is None or any(same(value, one) for one in reckoning.nothing):
        return Meant(nothing=True)
    value = reckoning.words.get(value if isinstance(value, str) else str(value), value)
    if value is None:
        return Meant(nothing=True)
    if parts is not None and isinstance(value, dict):
        made = {str(name): told(one, scale) for name, one in value.items()}
        return Meant(False, made, None not in made.values())
    verdict = told(value, scale)
    return Meant(False, verdict, verdict is not None)


def on_scale(verdict: Any, scale: Scale) -> bool:
    """Whether a value from the command line is nothing at all, or a verdict of the scale."""
    return verdict is None or told(verdict, scale) is not None


def excused(answer: Answer, raises: Iterable[str]) -> bool:
    """Whether the exception is one by which the parser says that it found nothing."""
    return answer.end is End.RAISED and bool(set(answer.raised) & set(raises))
