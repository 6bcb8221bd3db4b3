"""A whole reply for a terminal: its lines numbered and wrapped, with marks below the places that matter."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

import msgspec

from oyez.core.visible import visible, width

GUTTER = 8
"""Columns before the text: the number of the line, and a bar."""
MOST = 160
"""Rows of text shown in full; of a longer reply only what stands near marks, its beginning and its end."""
NEAR = 3
"""Rows kept before and after a mark, at the beginning and at the end."""
MARKS = 12
"""Marks drawn below one row."""


class Mark(msgspec.Struct, frozen=True):
    """One place to mark, and what to write beside the carets."""

    start: int
    end: int
    label: str


class Row(msgspec.Struct, frozen=True):
    """One row of the terminal: `text[start:end]`, which is a line or a part of one."""

    line: int | None
    """The number of the line that begins here; `None` where a line goes on."""
    start: int
    end: int


def marked_text(text: str, marks: list[Mark], aside: list[tuple[int, int]], room: int) -> Iterator[str]:
    """The text in rows of at most `room` columns, marks below; rows set aside have a `:` for a bar.

    Hostile characters are shown, not printed. A long text is cut to what stands near its marks.
    """
    rows = list(wrapped(text, room - GUTTER))
    below = _below(rows, marks)
    shown = _shown(len(rows), below)
    last = -1
    for at in shown:
        if at > last + 1:
            yield f"{'…':>5}   {at - last - 1:,} rows not shown"
        last = at
        yield from _drawn(text, rows[at], below.get(at, []), _is_aside(rows[at], aside, text), room)
    if last + 1 < len(rows):
        yield f"{'…':>5}   {len(rows) - last - 1:,} rows not shown"


def wrapped(text: str, room: int) -> Iterator[Row]:
    """The rows of a text: lines end at line feeds, and long ones go on in the next row."""
    start, number = 0, 1
    while start < len(text) or start == 0:
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        stop = end - 1 if end > start and end < len(text) and text[end - 1] == "\r" else end
        first: int | None = number
        for low, high in _pieces(text, start, stop, room):
            yield Row(first, low, high)
            first = None
        start, number = end + 1, number + 1


def _pieces(text: str, start: int, end: int, room: int) -> Iterator[tuple[int, int]]:
    """The line text[start:end] cut where a row is full, at a space if one is near."""
    low = start
    while True:
        high = _full(text, low, end, room)
        if high < end:
            space = text.rfind(" ", low + 2 * (high - low) // 3, high)
            high = space + 1 if space > low else high
        yield low, high
        if high >= end:
            return
        low = high


def _full(text: str, low: int, end: int, room: int) -> int:
    """Where a row that begins at `low` is full; one code point fits always, invisible ones in bounded number."""
    plain = text[low : min(low + room, end)]
    if plain.isascii() and plain.isprintable():
        return low + len(plain)
    used = 0
    for at in range(low, min(end, low + 4 * room)):
        used += width(visible(text[at]))
        if used > room and at > low:
            return at
    return min(end, low + 4 * room)


def _below(rows: list[Row], marks: list[Mark]) -> dict[int, list[Mark]]:
    """The marks by the row on which they begin; both are in the order of the text."""
    found: dict[int, list[Mark]] = {}
    at = 0
    for mark in sorted(marks, key=lambda each: each.start):
        while at + 1 < len(rows) and rows[at + 1].start <= mark.start:
            at += 1
        found.setdefault(at, []).append(mark)
    return found


def _shown(count: int, below: dict[int, list[Mark]]) -> list[int]:
    """The rows to show: all, or those near the ends and near marks."""
    if count <= MOST:
        return list(range(count))
    near = {*range(NEAR), *range(count - NEAR, count)}
    for at in list(below)[:MOST]:
        near.update(range(max(0, at - NEAR), min(count, at + NEAR + 1)))
    near.update(at + 1 for at in list(near) if at + 2 in near)  # a gap of one row would take a row to tell
    return sorted(near)


def _is_aside(row: Row, aside: list[tuple[int, int]], text: str) -> bool:
    """Whether everything on the row was set aside; the stretches are in order and apart."""
    left = row.start
    for start, end in aside[bisect_right(aside, row.start, key=lambda each: each[1]) :]:
        if start >= row.end or text[left:start].strip():
            break
        left = end
    return left > row.start and not text[left : row.end].strip()


def _drawn(text: str, row: Row, marks: list[Mark], aside: bool, room: int) -> Iterator[str]:
    number = f"{row.line:>5}" if row.line is not None else " " * 5
    yield f"{number} {':' if aside else '|'} {_visible(text, row.start, row.end)}".rstrip(" ")
    for mark in marks[:MARKS]:
        yield " " * 6 + "| " + _carets(text, row, mark, room - GUTTER)
    if len(marks) > MARKS:
        yield " " * 6 + f"| and {len(marks) - MARKS:,} more on this row"


def _visible(text: str, start: int, end: int) -> str:
    return "".join(map(visible, text[start:end]))


def _carets(text: str, row: Row, mark: Mark, room: int) -> str:
    """Carets under the part of the place that is on the row, `…` if it goes on, and the label beside them."""
    end = max(min(mark.end, row.end), mark.start)
    left = min(width(_visible(text, row.start, min(mark.start, row.end))), room - 1)
    more = "…" if mark.end > row.end + 1 and left + 1 < room else ""
    size = min(max(width(_visible(text, mark.start, end)), 1), max(room - left - len(more), 1))
    under = "^" * size
    after = f"{under}{more} {mark.label}"
    if left + len(after) <= room:
        return " " * left + after
    if len(mark.label) + 1 <= left:
        return f"{' ' * (left - len(mark.label) - 1)}{mark.label} {under}{more}"
    return f"{' ' * left}{under}{more}" + f"\n{' ' * 6}| {mark.label}"
