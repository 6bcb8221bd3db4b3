"""Lines end at LF or CR LF only; every other line-like character is ordinary."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

_LINE = re.compile(r"[^\n]*+\n?+")


class Line(msgspec.Struct, frozen=True):
    """One line; places count from the start of the text it was cut from."""

    start: int
    """First code point."""
    end: int
    """One past the last code point before the line end."""
    next: int
    """Where the next line begins."""
    ended: bool
    """Whether a line end follows."""


def lines(text: str, start: int = 0) -> Iterator[Line]:
    """The lines of the text from `start` on; a text that ends in a line end has no empty last line."""
    for match in _LINE.finditer(text, start):
        if match.end() > match.start():
            yield line_of(text, match.start(), match.end())


def line_of(text: str, start: int, after: int) -> Line:
    """The line from `start` up to `after`, which includes its line end."""
    ended = text.endswith("\n", start, after)
    end = after - 1 if ended else after
    if ended and text.endswith("\r", start, end):
        end -= 1
    return Line(start, end, after, ended)


def line_at(text: str, place: int) -> Line:
    """The line in which `place` stands."""
    start = text.rfind("\n", 0, place) + 1
    newline = text.find("\n", place)
    return line_of(text, start, len(text) if newline < 0 else newline + 1)


class Lines:
    """The lines of a text, asked for by place; asking again on the same line costs nothing."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.line = Line(0, 0, 0, ended=False)

    def at(self, place: int) -> Line:
        """The line in which `place` stands."""
        if not self.line.start <= place < self.line.next:
            self.line = line_at(self.text, place)
        return self.line


def last_line(text: str) -> Line | None:
    """The last line that is not blank, or `None`."""
    size = len(text.rstrip())
    return line_at(text, size - 1) if size else None


def first_line(text: str) -> Line | None:
    """The first line that is not blank, or `None`."""
    lead = len(text) - len(text.lstrip())
    return line_at(text, lead) if lead < len(text) else None
