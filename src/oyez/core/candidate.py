"""What a form finds in a reply: candidates, and places where something began and is broken."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from oyez.core.value import Value


class Candidate(msgspec.Struct, frozen=True):
    """A whole value that stands in the form. All places are code points of the untouched reply."""

    start: int
    """First code point of the value."""
    end: int
    """One past its last code point."""
    value: Value
    """`raw[start:end]` for text; the typed value for JSON."""
    outer_start: int
    """Where the mark before the value begins."""
    outer_end: int
    """Where the mark after the value ends."""
    complete: bool = True
    """Whether the value's structure is closed or its line has ended."""
    part: str | None = None
    """Which item of an object verdict it is the value of."""
    fault: str | None = None
    """A problem that the form itself saw: `duplicate_key`, `unknown_id`, `wrong_type`."""
    marks: str = ""
    """Emphasis that a decorated label opened before the label and did not close."""


MISSING = "missing_item"
"""The code of a gap: a place in a sound object where a value should stand and none does."""


class Broken(msgspec.Struct, frozen=True):
    """A place where something began in the form and is broken, or a gap."""

    code: str
    """`empty_value`, `unclosed`, `invalid_json`, `too_deep`, or `MISSING`."""
    message: str
    """One plain sentence for a person."""
    start: int
    """First code point."""
    end: int
    """One past the last code point."""
    open_at_end: bool = False
    """Whether text appended at the very end of the reply could still complete it."""
    part: str | None = None
    """Which item of an object verdict it would have been the value of."""


class Note(msgspec.Struct, frozen=True):
    """Something worth listing that does not decide anything."""

    code: str
    message: str
    start: int
    end: int


class Found(msgspec.Struct, frozen=True):
    """All that a form, or a recovery, found in a region, in the order of the text."""

    candidates: tuple[Candidate, ...] = ()
    broken: tuple[Broken, ...] = ()
    notes: tuple[Note, ...] = ()

    @staticmethod
    def all(pieces: Iterable[Found]) -> Found:
        """Several finds as one, in their order."""
        pieces = list(pieces)
        return Found(
            tuple(one for piece in pieces for one in piece.candidates),
            tuple(one for piece in pieces for one in piece.broken),
            tuple(one for piece in pieces for one in piece.notes),
        )


NOTHING = Found()
