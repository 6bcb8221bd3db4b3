"""Quoted text: closed code fences and block-quote lines.

Unlike CommonMark, a fence that is never closed hides nothing, and a line after a block quote never
continues it.
"""

from __future__ import annotations

import re

from oyez.core.region import Fence
from oyez.text.lines import Line, lines

_MARK = re.compile(r" {0,3}(?:(?P<quote>>)|(?P<run>`{3,}+|~{3,}+)(?P<info>[^\r\n]*+))")


def fences_and_quotes(text: str) -> tuple[tuple[Fence, ...], tuple[tuple[int, int], ...]]:
    """The closed fences of a text, and the spans of its fences and block-quote lines, in order."""
    marked = [line for line in lines(text) if _MARK.match(text, line.start, line.end)] if _may(text) else []
    fences: list[Fence] = []
    spans: list[tuple[int, int]] = []
    failed: dict[str, int] = {}
    at = 0
    while at < len(marked):
        line = marked[at]
        mark = _MARK.match(text, line.start, line.end)
        assert mark is not None
        at += 1
        if mark["quote"]:
            spans.append((line.start, line.end))
            continue
        close = _closing(text, marked, at, mark, failed)
        if close is not None:
            last = marked[close]
            fences.append(Fence(line.start, line.next, last.start, last.end))
            spans.append((line.start, last.end))
            at = close + 1
    return tuple(fences), tuple(spans)


def _may(text: str) -> bool:
    return "```" in text or "~~~" in text or ">" in text


def _closing(
    text: str, marked: list[Line], at: int, mark: re.Match[str], failed: dict[str, int]
) -> int | None:
    """The index of the line that closes the fence, or `None`.

    `failed` remembers, for each character, the shortest run for which no close was found; a longer
    run has none either, which keeps the scan linear.
    """
    run = mark["run"]
    char, size = run[0], len(run)
    if (char == "`" and "`" in mark["info"]) or size >= failed.get(char, size + 1):
        return None
    for index in range(at, len(marked)):
        other = _MARK.match(text, marked[index].start, marked[index].end)
        assert other is not None
        found = other["run"]
        if found and found[0] == char and len(found) >= size and not other["info"].strip(" \t"):
            return index
    failed[char] = size
    return None
