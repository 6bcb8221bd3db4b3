"""What came of a case, as text and as JSON."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from oyez.check.compare import NOTHING, Difference
from oyez.check.run import Result
from oyez.core.mark import pictures, places, telling
from oyez.core.reading import Reading
from oyez.core.visible import fit, visible_text, width
from oyez.report.unread import last_line
from oyez.rows.reading import to_json

_WORD = re.compile(r"[^\W\d][\w+-]*")
"""What is plainly a word needs no quotes to be told from a number or a list."""
_NO_WORDS = ("none", "nothing", "true", "false", "null", "NaN", "Infinity")
"""Words that are written without quotes where they are no labels."""


class Count(msgspec.Struct):
    """How many cases passed and failed, counted as results come in."""

    passed: int = 0
    failed: int = 0
    open: int = 0
    """Rows with `"sure": false`: shown, and not counted as passed or failed."""
    unusable: int = 0
    """Failed cases whose contract cannot be used."""

    def add(self, result: Result) -> None:
        """Count one result."""
        self.unusable += bool(result.faults)
        if not result.case.sure:
            self.open += 1
        elif result.passed:
            self.passed += 1
        else:
            self.failed += 1

    def closing(self) -> str:
        """The last lines of a check."""
        opened = f'{self.open} open ("sure": false), not counted\n' if self.open else ""
        return f"{opened}{self.passed} passed, {self.failed} failed"


def result_lines(result: Result, room: int) -> Iterator[str]:
    """A result for a terminal: nothing for a case that passed, unless it is open."""
    case = result.case
    if result.passed and case.sure:
        return
    word = "FAILED" if case.sure else ("open, as wanted" if result.passed else "open, differs")
    yield fit(f"{word}  {case.place}  {case.reply.id}", 4 * room)
    yield from (fit(f"  the contract cannot be used: {fault}", 4 * room) for fault in result.faults)
    for difference in result.differences:
        yield from contrast(difference, room)
    if result.reading is not None and result.differences:
        yield from _place(result.reading, room)
    if case.why and not result.passed:
        yield fit(f"  why: {case.why}", 4 * room)


def _place(reading: Reading, room: int) -> Iterator[str]:
    """Where in the reply the reading stands, or what stood in its way."""
    text = reading.text or ""
    problem = telling(reading)
    if problem is not None:
        yield fit(f"  {problem.code}: {problem.message}", room)
    found = places(reading)
    if found:
        yield from pictures(text, found, room).splitlines()
    elif text.strip():
        yield last_line(text, room)


def contrast(difference: Difference, room: int) -> Iterator[str]:
    """What was wanted and what was got: on one line if they fit, else below each other from where they differ."""
    wanted, found = _said(difference.wanted), _said(difference.found)
    line = visible_text(f"  {difference.what}: wanted {wanted}, got {found}")
    if width(line) <= room:
        yield line
        return
    yield fit(f"  {difference.what}:", room)
    same = next((at for at, (one, other) in enumerate(zip(wanted, found, strict=False)) if one != other), 0)
    from_here = max(0, same - room // 4)
    cut = "…" if from_here else ""
    yield fit(f"    wanted {cut}{wanted[from_here:]}", room)
    yield fit(f"    got    {cut}{found[from_here:]}", room)


def _said(value: Any) -> str:
    if value is None:
        return "none"
    if value is NOTHING:
        return "nothing"
    plain = isinstance(value, str) and _WORD.fullmatch(value) and value not in _NO_WORDS
    return value if plain else to_json(value)


def result_tree(result: Result) -> dict[str, Any]:
    """A result as a JSON object."""
    reading = result.reading
    return {
        "id": result.case.reply.id,
        "place": result.case.place,
        "sure": result.case.sure,
        "passed": result.passed,
        "contract": reading.contract if reading else None,
        "faults": list(result.faults),
        "differences": [
            {"what": difference.what, "wanted": _plain(difference.wanted), "found": _plain(difference.found)}
            for difference in result.differences
        ],
        "status": str(reading.status) if reading else None,
        "verdict": reading.verdict if reading else None,
        "start": reading.start if reading else None,
        "end": reading.end if reading else None,
    }


def _plain(value: Any) -> Any:
    return None if value is NOTHING else value
