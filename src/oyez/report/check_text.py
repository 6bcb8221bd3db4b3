"""What came of a case, as text and as JSON."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from oyez.check.run import Result
from oyez.core.mark import pictures, places, telling
from oyez.core.reading import Reading
from oyez.core.visible import fit, visible_text
from oyez.report.unread import last_line
from oyez.rows.reading import to_json

_WORD = re.compile(r"[^\W\d][\w+-]*")
"""What is plainly a word needs no quotes to be told from a number or a list."""


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
    yield visible_text(f"{word}  {case.place}  {case.reply.id}")
    yield from (fit(f"  the contract cannot be used: {fault}", 4 * room) for fault in result.faults)
    for difference in result.differences:
        yield fit(
            f"  {difference.what}: wanted {_said(difference.wanted)}, got {_said(difference.found)}", room
        )
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


def _said(value: Any) -> str:
    if value is None:
        return "none"
    return value if isinstance(value, str) and _WORD.fullmatch(value) else to_json(value)


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
            {"what": difference.what, "wanted": difference.wanted, "found": difference.found}
            for difference in result.differences
        ],
        "status": str(reading.status) if reading else None,
        "verdict": reading.verdict if reading else None,
        "start": reading.start if reading else None,
        "end": reading.end if reading else None,
    }
