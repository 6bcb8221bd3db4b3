"""The bounds of a number scale: the narrowest usual ones that hold nearly all of what was seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

USUAL: Final = (
    (1, 5), (0, 5), (1, 7), (1, 10), (0, 10), (-1, 1), (-2, 2), (-3, 3), (-5, 5), (1, 20), (0, 20), (-10, 10),
    (1, 100), (0, 100), (-100, 100),
)  # fmt: skip
"""Bounds that prompts use, narrow ones first."""
ENOUGH: Final = 0.98
"""The share of the numbers seen that the bounds must hold; the rest are slips of the judge."""
SMALL: Final = 3
"""1, 2, … up to this are taken as they are, if each occurs: such scales name classes."""

Written = Sequence[tuple[str, str | None]]


def number_guess(written: Written, values: int) -> tuple[Any, tuple[str, ...]] | None:
    """The scale of numbers, each with the maximum that stood behind it (`8/10`), and why."""
    numbers = [float(number) for number, _ in written]
    if len(set(numbers)) < 2:
        return None
    whole = all(number.is_integer() for number in numbers)
    (low, high), reason = _bounds(numbers, [top for _, top in written if top is not None], whole)
    outside = sum(not low <= number <= high for number in numbers)
    seen = f"{len(numbers)} of {values} values are {'whole numbers' if whole else 'numbers'}"
    seen += f", from {min(numbers):g} to {max(numbers):g}; {reason}."
    why = [seen]
    if outside:
        why.append(f"{outside} of them fall outside and are left out as slips.")
    return {"integer" if whole else "number": [low, high]}, tuple(why)


def _bounds(numbers: list[float], tops: list[str], whole: bool) -> tuple[tuple[int, int], str]:
    if len(tops) * 2 > len(numbers):
        top = int(Counter(tops).most_common(1)[0][0])
        low = 0 if 0 in numbers else 1
        if top > low:
            return (low, top), f"the replies name {top} as the highest"
    distinct = sorted(set(numbers))
    if whole and distinct in ([float(each) for each in range(first, last + 1)] for first, last in _small()):
        return (int(distinct[0]), int(distinct[-1])), "each of these occurs, and no other"
    if not whole and distinct[0] >= 0 and distinct[-1] <= 1:
        return (0, 1), "so a share from 0 to 1"
    for low, high in USUAL:
        if sum(low <= number <= high for number in numbers) >= ENOUGH * len(numbers):
            return (low, high), f"{low} to {high} is the narrowest usual scale that holds them"
    return (
        int(distinct[0] // 1),
        int(-(-distinct[-1] // 1)),
    ), "no usual scale holds them; set the bounds of the prompt"


def _small() -> list[tuple[int, int]]:
    return [(first, last) for first in (0, 1) for last in range(first + 1, SMALL + 1)]
