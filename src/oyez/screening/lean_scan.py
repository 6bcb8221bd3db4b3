"""Lean text as tokens with places: doc comments, declarations, and everything that is neither comment nor string."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_OPEN = re.compile(r"/--|/-!|/-|--|\"|r#*\"")
_NEST = re.compile(r"/-|-/")
_STRING = re.compile(r'(?:[^"\\]|\\.)*"', re.DOTALL)


class Piece(NamedTuple):
    """A stretch of Lean text of one kind: `code`, `doc`, `comment` or `string`."""

    kind: str
    start: int
    end: int


def pieces(text: str) -> Iterator[Piece]:
    """The text in pieces that follow each other. An open comment or string reaches to the end of the text."""
    at = 0
    while (found := _OPEN.search(text, at)) is not None:
        if found.start() > at:
            yield Piece("code", at, found.start())
        mark = found[0]
        end = _end(text, found.end(), mark)
        kind = {"/--": "doc", '"': "string"}.get(mark, "string" if mark.startswith("r") else "comment")
        yield Piece(kind, found.start(), end)
        at = end
    if at < len(text):
        yield Piece("code", at, len(text))


def _end(text: str, at: int, mark: str) -> int:
    if mark == "--":
        line = text.find("\n", at)
        return len(text) if line < 0 else line
    if mark == '"':
        string = _STRING.match(text, at)
        return string.end() if string else len(text)
    if mark.startswith("r"):
        close = text.find('"' + "#" * (len(mark) - 2), at)
        return len(text) if close < 0 else close + len(mark) - 1
    depth = 1  # block comments nest
    for found in _NEST.finditer(text, at):
        depth += 1 if found[0] == "/-" else -1
        if depth == 0:
            return found.end()
    return len(text)


def masked(text: str) -> str:
    """The text with comments blanked out and strings made of quotation marks alone, every line where it was."""
    made = []
    for piece in pieces(text):
        held = text[piece.start : piece.end]
        blank = '"' if piece.kind == "string" else " "
        made.append(held if piece.kind == "code" else re.sub(r"[^\n]", blank, held))
    return "".join(made)
