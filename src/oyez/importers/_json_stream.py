"""A JSON document read piece by piece: the items of a long list inside it, one at a time, in bounded memory."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator
from typing import Any, BinaryIO, Final

from oyez.core.errors import InputError
from oyez.importers._limits import MIB

_SPACE = re.compile(r"[ \t\r\n]*")
_DECODER = json.JSONDecoder()
_CHUNK: Final = MIB
_NEAR_END: Final = 16
"""A token that is cut off makes the decoder complain at most this far from the end, strings apart."""


class JsonStream:
    """A cursor over the text of one JSON document; `name` stands in its errors."""

    def __init__(self, stream: BinaryIO, name: str, limit: int) -> None:
        self.name = name
        self._stream = stream
        self._limit = limit
        self._text = ""
        self._at = 0
        self._ended = False
        self._decode = codecs.getincrementaldecoder("utf-8-sig")("strict").decode

    def peek(self) -> str:
        """The next character that is not space; empty at the end."""
        while True:
            found = _SPACE.match(self._text, self._at)
            self._at = found.end() if found else self._at
            if self._at < len(self._text):
                return self._text[self._at]
            if not self._fill():
                return ""

    def take(self, wanted: str, place: str) -> str:
        """Step over one of the characters `wanted`. Raises `InputError`."""
        found = self.peek()
        if not found:
            raise InputError(f"{place}: the file ends in the middle; was it written to the end?")
        if found not in wanted:
            raise InputError(f"{place}: not JSON: {' or '.join(wanted)} expected, {found!r} found")
        self._at += 1
        return found

    def value(self, place: str) -> Any:
        """The next JSON value, whole. Raises `InputError` if it is broken, cut off or larger than the limit."""
        self.peek()
        while True:
            try:
                value, end = _DECODER.raw_decode(self._text, self._at)
                if self._ends_at(value, end) or not self._fill():
                    self._at = end
                    return value
            except json.JSONDecodeError as fault:
                self._more(fault, place)
            except RecursionError as fault:
                raise InputError(f"{place}: not read: the JSON is nested too deep") from fault
            except ValueError as fault:
                raise InputError(f"{place}: not read: {fault}") from fault

    def _ends_at(self, value: Any, end: int) -> bool:
        """Whether a value is known to end there: `1.` may go on as `1.5`."""
        if isinstance(value, (int, float)) and len(self._text) - end < _NEAR_END:
            return self._text[end : end + 1] in tuple(" \t\r\n,]}")
        return end < len(self._text)

    def _more(self, fault: json.JSONDecodeError, place: str) -> None:
        """Read on if the value is only cut off by the end of what was read."""
        cut = fault.pos >= len(self._text) - _NEAR_END or fault.msg.startswith("Unterminated string")
        if not cut:
            raise InputError(f"{place}: not JSON: {fault.msg}") from fault
        if len(self._text) - self._at > self._limit:
            raise InputError(
                f"{place}: larger than {self._limit // MIB} MiB, the limit for one item"
            ) from fault
        if not self._fill():
            if fault.pos >= len(self._text) or fault.msg.startswith("Unterminated string"):
                said = "the file ends in the middle; was it written to the end?"
            else:
                said = f"not JSON: {fault.msg}"
            raise InputError(f"{place}: {said}") from fault

    def _fill(self) -> bool:
        """Read on by as much as is pending, so that a long value is tried a few times only."""
        if self._ended:
            return False
        pending = self._text[self._at :]
        data = self._stream.read(max(_CHUNK, len(pending)))
        try:
            more = self._decode(data, final=not data)
        except UnicodeDecodeError as fault:
            raise InputError(f"{self.name}: not UTF-8: {fault.reason}") from fault
        self._text, self._at = pending + more, 0
        self._ended = not data
        return bool(data)

    def members(self, place: str) -> Iterator[str]:
        """The keys of the object that begins here; after each key the caller takes its value."""
        self.take("{", place)
        if self.peek() == "}":
            self.take("}", place)
            return
        while True:
            if self.peek() != '"':
                self.take('"', place)
            key = self.value(place)
            self.take(":", f"{place}: {key!r}")
            yield key
            if self.take(",}", place) == "}":
                return

    def items(self, place: str) -> Iterator[tuple[str, Any]]:
        """The items of the list that begins here, each with its place."""
        self.take("[", place)
        if self.peek() == "]":
            self.take("]", place)
            return
        number = 0
        while True:
            here = f"{place}[{number}]"
            yield here, self.value(here)
            if self.take(",]", place) == "]":
                return
            number += 1

    def end(self) -> None:
        """Raise `InputError` if anything but space is left."""
        if self.peek():
            raise InputError(f"{self.name}: more text after the end of the JSON document")


def walk(stream: JsonStream, into: tuple[str, ...]) -> Iterator[tuple[str, str | None, Any]]:
    """The document's members and, one by one, the items of the list at the path `into`.

    Yields (place, dotted path, value) for a member that the path does not pass, and (place, `None`, item) for an
    item of the list. An object on the path is entered, not built; a value there of another kind is a member.
    """
    yield from _walk(stream, into, (), stream.name)
    stream.end()


def _walk(
    stream: JsonStream, into: tuple[str, ...], path: tuple[str, ...], place: str
) -> Iterator[tuple[str, str | None, Any]]:
    opening = stream.peek()
    if path == into and opening == "[":
        for here, item in stream.items(place):
            yield here, None, item
    elif path != into and into[: len(path)] == path and opening == "{":
        for key in stream.members(place):
            yield from _walk(stream, into, (*path, key), f"{place}: {key}" if not path else f"{place}.{key}")
    else:
        yield place, ".".join(path), stream.value(place)
