"""Replies in one format each, made from a few sentences that never repeat as a whole."""

from __future__ import annotations

from collections.abc import Callable

SUBJECTS = ["The first answer", "This reply", "The summary", "Its second part", "The translation"]
FAULTS = [
    "omits a date",
    "is careful",
    "names the wrong river",
    "keeps the tone",
    "adds a claim",
    "is thorough",
]
ENDS = ["which matters here", "and little else", "as the task wanted", "without a source"]

Make = Callable[[int, str], str]


def prose(number: int) -> str:
    """A sentence; each number below 120 gives another one."""
    subject = SUBJECTS[number % 5]
    fault, end = FAULTS[number // 5 % 6], ENDS[number // 30 % 4]
    return f"{subject} {fault}, {end}."


def replies(make: Make, values: list[str], count: int = 60) -> list[str]:
    """As many replies, with the values in turn."""
    return [make(number, values[number % len(values)]) for number in range(count)]
