"""An explanation as frozen values: every place that was considered, and what became of it."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import msgspec

from oyez.core.reading import Reading
from oyez.core.reply import Reply
from oyez.core.status import Status


class Fate(StrEnum):
    """What became of a place that was considered."""

    TAKEN = "taken"
    """It is the verdict, or one part of an object verdict."""
    AGREES = "agrees"
    """It says what the verdict says."""
    COMPETES = "competes"
    """It says otherwise than another place, or once more where once was asked for."""
    BLOCKED = "blocked"
    """It is on the scale, and something else keeps it from being the verdict."""
    BLOCKS = "blocks"
    """It is off the scale and may have been meant, so nothing beside it stands."""
    REFUSED = "refused"
    """It is off the scale."""
    CUT = "cut"
    """The reply was cut before the value was complete."""
    PLACEHOLDER = "placeholder"
    """It is a menu or a placeholder, and so no value."""
    PASSED_OVER = "passed_over"
    """The contract lets another repeat count."""
    PROMPT_ECHO = "prompt_echo"
    """It stands on a line of the prompt, repeated."""
    QUOTED = "quoted"
    """It stands in quoted text."""
    IN_THINKING = "in_thinking"
    """It stands in thinking."""
    NOTED = "noted"
    """It is worth knowing, and decides nothing."""
    BROKEN = "broken"
    """Something began in the form and is broken."""


class Considered(msgspec.Struct, frozen=True, kw_only=True):
    """One place of a reply that was considered for a field. Places count code points of the untouched reply."""

    field: str
    form: str
    """The name of the form, as a contract writes it."""
    start: int
    """First code point of the value, or of the broken place."""
    end: int
    """One past the last."""
    value: Any
    """The value as captured: text as it stands, JSON as Python holds it; `None` for a broken place or a note."""
    fate: Fate
    why: str
    """What became of it, in plain words."""
    complete: bool = True
    """Whether the value's structure is closed or its line has ended."""
    part: str | None = None
    """Which item of an object verdict it is the value of."""
    by: tuple[str, ...] = ()
    """The recoveries that found it or brought it onto the scale; empty for the form itself."""


class Attempt(msgspec.Struct, frozen=True):
    """Recoveries that ran on a field, and what they found."""

    names: tuple[str, ...]
    """One place recovery, or the value recoveries that ran together."""
    form: str
    """The form that they served."""
    found: int
    """How many candidates they found or brought onto the scale."""
    said: str
    """What that came to, in plain words."""


class FieldExplanation(msgspec.Struct, frozen=True):
    """How one field of a reply was read."""

    name: str
    status: Status
    """What the field came to."""
    strict: Status
    """What it came to before any recovery."""
    considered: tuple[Considered, ...]
    """Every place that was considered, in the order of the text."""
    attempts: tuple[Attempt, ...]
    """The recoveries that ran, in their order."""
    said: str
    """What settling came to, in one sentence."""


class Aside(msgspec.Struct, frozen=True):
    """A stretch of the reply in which no answer is looked for."""

    code: str
    """`before_answer`, `in_thinking` or `quoted`."""
    start: int
    """First code point."""
    end: int
    """One past the last code point."""


class Explanation(msgspec.Struct, frozen=True):
    """Why a reply reads as it does under a contract."""

    reading: Reading
    """What `oyez.read` says; the rest explains it and never changes it."""
    reply: Reply
    """What was read."""
    aside: tuple[Aside, ...]
    """What was set aside before any form looked, in the order of the text."""
    fields: tuple[FieldExplanation, ...]
    """Field by field, in the order of the contract; empty where the reply ended at the screen."""
    said: str
    """Why the reply has the status it has, in one sentence."""
