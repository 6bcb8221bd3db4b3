"""The scale that a set of values points to: numbers in bounds, closed labels, a preference, true and false, or none."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

import msgspec

from oyez.suggest.guess_labels import label_guess
from oyez.suggest.guess_numbers import number_guess

FEWEST: Final = 4
"""From fewer values no scale is inferred."""
NUMBERS: Final = 0.8
"""The share of values that must be numbers for a number scale."""
_MARKS: Final = re.compile(r"^[*_`~\"'“”‘’<\[({\s]+|[*_`~\"'“”‘’>\])}\s.。!！]+$")
_NUMBER: Final = re.compile(r"([-+]?\d{1,9}(?:\.\d{1,6})?)(?:\s*(?:/|out of|of)\s*(\d{1,9}))?", re.ASCII)


class Guess(msgspec.Struct, frozen=True):
    """A scale and why."""

    scale: Any
    """As a contract writes it."""
    why: tuple[str, ...]
    fits: tuple[str, ...] = ()
    """For labels: the labels."""


def bare(text: str) -> str:
    """A value without the marks that a judge may put around it."""
    return _MARKS.sub("", text.strip())


def guess(values: Iterable[str]) -> Guess | None:
    """The scale of values written as text; `None` where they point to none."""
    words = [word for each in values if (word := bare(each))]
    if len(words) < FEWEST:
        return None
    numbers = [match for word in words if (match := _NUMBER.fullmatch(word))]
    if len(numbers) >= NUMBERS * len(words):
        written = [(match[1], match[2]) for match in numbers]
        return _made(number_guess(written, len(words)))
    return _made(label_guess(Counter(words)))


def guess_json(values: list[Any]) -> Guess | None:
    """The scale of JSON values; `None` where they point to none."""
    if len(values) < FEWEST:
        return None
    kinds = Counter(type(each) for each in values)
    kind, often = kinds.most_common(1)[0]
    if kind is bool and often >= NUMBERS * len(values):
        seen = Counter(each for each in values if isinstance(each, bool))
        why = f"true {seen[True]} times and false {seen[False]} times."
        return Guess({"boolean": True}, (why,))
    if kind in (int, float):
        written = [(repr(each), None) for each in values if type(each) in (int, float)]
        return _made(number_guess(written, len(values))) if len(written) >= NUMBERS * len(values) else None
    if kind is str and often >= NUMBERS * len(values):
        return guess([each for each in values if isinstance(each, str)])
    return None


def _made(found: tuple[Any, tuple[str, ...]] | None) -> Guess | None:
    if found is None:
        return None
    scale, why = found
    labels = scale.get("labels") or list(scale.get("preference", ()))
    return Guess(scale, why, tuple(labels))
