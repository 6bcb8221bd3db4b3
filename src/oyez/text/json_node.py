"""What a JSON scan gives: values with their places, repeated keys, and the fault that stopped it."""

from __future__ import annotations

import msgspec

from oyez.core.value import JsonValue


class Node(msgspec.Struct):
    """One JSON value with its place in the scanned text."""

    start: int
    end: int
    value: JsonValue
    members: list[tuple[str, Node]] | None = None
    """The members of an object, duplicates kept, in order."""
    items: list[Node] | None = None
    """The items of an array."""
    repeats: list[Repeat] | None = None
    """Of the outermost value only: every member whose key stands earlier in the same object."""


class Repeat(msgspec.Struct, frozen=True):
    """A member whose key its object has already given."""

    key: str
    start: int
    end: int
    differs: bool
    """Whether the two values differ."""


class Fault(Exception):  # noqa: N818  # it never leaves this module's callers: they turn it into a value
    """Why a scan stopped: the place, and whether more text at the end could still mend it."""

    def __init__(self, at: int, message: str, *, at_end: bool = False, code: str = "invalid_json") -> None:
        super().__init__(message)
        self.at = at
        self.message = message
        self.at_end = at_end
        self.code = code
        self.open: list[Node] = []
        self.keys: list[str | None] = []
