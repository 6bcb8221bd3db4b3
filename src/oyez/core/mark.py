"""Pictures of a place in a reply: carets for a terminal, a mark for a page."""

from __future__ import annotations

from html import escape
from itertools import zip_longest

from oyez.core.problem import Problem
from oyez.core.reading import Reading
from oyez.core.status import Status
from oyez.core.visible import visible, visible_text, width

BEFORE = 24
"""Columns of text shown before the place, where the line is too long to be shown whole."""
_COMPETING = 3
"""Places of a conflict that are shown."""
AROUND = 2000
"""Code points shown on a page before and after the place."""


def caret(text: str, start: int, end: int, room: int = 80) -> str:
    """The line on which `text[start:end]` begins, with carets under the place.

    Two lines of at most `room` columns. Lines of the text end at line feeds. Control characters, direction
    marks and the like are shown, not printed. An empty place gets one caret.
    """
    line_start = text.rfind("\n", 0, start) + 1
    line_end = text.find("\n", start)
    line_end = len(text) if line_end < 0 else line_end
    gutter = f"{text.count(chr(10), 0, start) + 1:>5} | "
    shown, offset, carets = _window(
        text, line_start, start, min(end, line_end), line_end, room - len(gutter) - 2
    )
    more = " …" if end > line_end + 1 else ""
    below = " " * (len(gutter) - 2) + "| " + " " * offset + "^" * max(carets, 1) + more
    return f"{gutter}{shown}\n{below}"


def pictures(text: str, places: list[tuple[int, int]], room: int = 80) -> str:
    """The pictures of several places; those that show the same part of a line share it."""
    made: list[list[str]] = []
    for start, end in places:
        shown, carets = caret(text, start, end, room).split("\n")
        if made and made[-1][0] == shown:
            made[-1][1] = _overlay(made[-1][1], carets)
        else:
            made.append([shown, carets])
    return "\n".join(line for pair in made for line in pair)


def _overlay(left: str, right: str) -> str:
    pairs = zip_longest(left, right, fillvalue=" ")
    return "".join(a if b == " " else b for a, b in pairs)


def _window(text: str, low: int, start: int, end: int, high: int, room: int) -> tuple[str, int, int]:
    """The part of the line text[low:high] that fits around the place; the column and columns of the place.

    Looks at no more than a few hundred characters, however long the line is.
    """
    high = high - 1 if high > low and text[high - 1 : high] == "\r" and end < high else high
    before = _backwards(text, low, start, room)
    whole, _ = _forwards(text, start, high, room - width(before))
    if before.startswith("…") or whole.endswith("…"):
        before = _backwards(text, low, start, min(BEFORE, room // 3))
    after, carets = _forwards(text, start, high, room - width(before), end)
    return before + after, width(before), carets


def _backwards(text: str, low: int, start: int, room: int) -> str:
    """As much of text[low:start] as fits into `room` columns, counted from its end."""
    kept: list[str] = []
    used = 0
    for at in range(start - 1, low - 1, -1):
        shown = visible(text[at])
        used += width(shown)
        if used > room - (at > low) or len(kept) > 4 * room:
            return "…" + "".join(reversed(kept))
        kept.append(shown)
    return "".join(reversed(kept))


def _forwards(text: str, start: int, high: int, room: int, end: int = 0) -> tuple[str, int]:
    """As much of text[start:high] as fits into `room` columns, and the columns that lie before `end`."""
    kept: list[str] = []
    used = carets = 0
    for at in range(start, high):
        shown = visible(text[at])
        if used + width(shown) > room - (at < high - 1) or len(kept) > 4 * room:
            return "".join(kept) + "…", carets + (at < end)
        used += width(shown)
        carets = used if at < end else carets
        kept.append(shown)
    return "".join(kept), carets


def telling(reading: Reading) -> Problem | None:
    """The problem that best says why there is no verdict: the first with a place, else the first."""
    placed = [problem for problem in reading.problems if problem.end > problem.start]
    return next(iter(placed or reading.problems), None)


def places(reading: Reading) -> list[tuple[int, int]]:
    """Where to look: the verdict's place, the first places that compete, or the telling problem's."""
    if reading.start is not None and reading.end is not None:
        return [(reading.start, reading.end)]
    problem = telling(reading)
    if problem is None or problem.end <= problem.start:
        return []
    if reading.status is not Status.CONFLICT:
        return [(problem.start, problem.end)]
    competing = [(each.start, each.end) for each in reading.problems if each.code == problem.code]
    return sorted(set(competing))[:_COMPETING]


def html(reading: Reading) -> str:
    """A reading as a fragment of HTML: its status, and the reply with the evidence in `<mark>`.

    Without a verdict the place of the telling problem is marked. Long replies are cut around the place.
    """
    problem = None if reading.ok else telling(reading)
    said = f"<b>{reading.status}</b>"
    if reading.ok:
        said += f": <code>{escape(visible_text(str(reading.verdict)))}</code>"
        said += f" by {escape(reading.rule)}" if reading.rule else ""
        said += " (abstained)" if reading.abstained else ""
    elif problem is not None:
        said += f": {escape(visible_text(problem.message))}"
    if reading.text is None:
        return f"<div>{said}</div>"
    start, end = (problem.start, problem.end) if problem else (reading.start or 0, reading.end or 0)
    marked = _marked(reading.text, start, end)
    return f'<div>{said}<pre dir="ltr" style="white-space: pre-wrap">{marked}</pre></div>'


def _marked(text: str, start: int, end: int) -> str:
    low, high = max(0, start - AROUND), min(len(text), max(end, start) + AROUND)
    tail = min(end, start + AROUND)
    inside = _page(text[start:tail]) + ("…" if tail < end else "")
    mark = f"<mark>{inside}</mark>" if end > start else ""
    return (
        ("…" if low else "")
        + _page(text[low:start])
        + mark
        + _page(text[end:high])
        + ("…" if high < len(text) else "")
    )


def _page(text: str) -> str:
    return escape(visible_text(text, keep="\n\t"))
