"""Finding the line and column of a key in a TOML file, for error messages."""

from __future__ import annotations

import re

_HEADER = re.compile(r"^\s*\[\[?\s*([^\]]+?)\s*\]\]?\s*(?:#.*)?$")


def place_of(text: str, path: tuple[str | int, ...]) -> tuple[int, int] | None:
    """Line and column, from 1, of the deepest key of the path that the text shows; `None` if it shows none."""
    words = [str(step) for step in path if not isinstance(step, int)]
    lines = text.split("\n")
    for size in range(len(words), 0, -1):
        found = _search(lines, words[:size])
        if found is not None:
            return found
    return None


def _search(lines: list[str], words: list[str]) -> tuple[int, int] | None:
    """Where the last word stands as a key, below the headers and keys that the words before it name."""
    section: list[str] = []
    for number, line in enumerate(lines, 1):
        header = _HEADER.match(line)
        if header:
            section = [part.strip().strip("\"'") for part in header[1].split(".")]
            if section == words:
                return number, line.index(header[1]) + 1
            continue
        if section == words[: len(section)]:
            column = _keys_in_order(line, words[len(section) :])
            if column is not None:
                return number, column
    return None


def _keys_in_order(line: str, words: list[str]) -> int | None:
    """The column of the last word, where the words stand as keys on the line in their order."""
    at = 0
    for index, word in enumerate(words):
        lead = r"^\s*" if index == 0 else r"[{,.]\s*"
        match = re.compile(rf"{lead}[\"']?(?P<key>{re.escape(word)})[\"']?\s*(?=[=.])").search(line, at)
        if match is None:
            return None
        at = match.end()
        column = match.start("key") + 1
    return column if words else None
