"""Quoted text: closed code fences and block-quote lines.

Unlike CommonMark, a fence that is never closed hides nothing, and a line after a block quote never
continues it.
"""

from __future__ import annotations

import re

from oyez.core.region import Fence
from oyez.text.lines import Line, line_at

_MARK = re.compile(r"^ {0,3}(?:(?P<quote>>)|(?P<run>`{3,}+|~{3,}+)(?P<info>[^\r\n]*+))", re.MULTILINE)


def fences_and_quotes(text: str) -> tuple[tuple[Fence, ...], tuple[tuple[int, int], ...]]:
    """The closed fences of a text, and the spans of its fences and block-quote lines, in order."""
    marks = list(_MARK.finditer(text)) if _may(text) else []
    fences: list[Fence] = []
    spans: list[tuple[int, int]] = []
    failed: dict[str, int] = {}
    at = 0
    while at < len(marks):
        mark = marks[at]
        line = _line(text, mark)
        at += 1
        if mark["quote"]:
            spans.append((line.start, line.end))
            continue
        close = _closing(marks, at, mark, failed)
        if close is not None:
            last = _line(text, marks[close])
            fences.append(Fence(line.start, line.next, last.start, last.end))
            spans.append((line.start, last.end))
            at = close + 1
    return tuple(fences), tuple(spans)


def _may(text: str) -> bool:
    return ">" in text or ("`" in text and "```" in text) or ("~" in text and "~~~" in text)


def _line(text: str, mark: re.Match[str]) -> Line:
    return line_at(text, mark.start())


def _closing(marks: list[re.Match[str]], at: int, mark: re.Match[str], failed: dict[str, int]) -> int | None:
    """The index of the mark that closes the fence, or `None`.

    `failed` remembers, for each character, the shortest run for which no close was found; a longer
    run has none either, which keeps the scan linear.
    """
    run = mark["run"]
    char, size = run[0], len(run)
    if (char == "`" and "`" in mark["info"]) or size >= failed.get(char, size + 1):
        return None
    for index in range(at, len(marks)):
        found = marks[index]["run"]
        if found and found[0] == char and len(found) >= size and not marks[index]["info"].strip(" \t"):
            return index
    failed[char] = size
    return None
