"""The distribution of verdicts in a few lines: labels as they are, many numbers in ten bins."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from oyez.core.tally import Tally

MOST = 12
"""Up to this many different verdicts are listed one by one."""
_BINS = 10


def distribution(tallies: list[Tally]) -> list[tuple[str, list[int]]]:
    """Rows of (what, its count in each tally).

    The first tally is of all replies; it gives the order and the bins. Numbers stand in their order,
    other verdicts by their count.
    """
    return spread([tally.verdicts for tally in tallies])


def spread(counts: Sequence[Mapping[str, int]]) -> list[tuple[str, list[int]]]:
    """The same, from the counts of verdicts alone."""
    verdicts = counts[0]
    numbers = {word: number for word in verdicts if (number := number_of(word)) is not None}
    words = sorted(verdicts.keys() - numbers.keys(), key=lambda word: (-verdicts[word], word))
    rows: list[tuple[str, set[str]]] = []
    if len(numbers) <= MOST:
        rows += [(word, {word}) for word in sorted(numbers, key=numbers.__getitem__)]
    else:
        rows += _bins(numbers)
    rows += [(word, {word}) for word in words[: MOST - 1 if len(words) > MOST else MOST]]
    if len(words) > MOST:
        rows.append((f"{len(words) - MOST + 1:,} others", set(words[MOST - 1 :])))
    return [(what, [sum(count.get(word, 0) for word in held) for count in counts]) for what, held in rows]


def number_of(word: str) -> float | None:
    """The number that a verdict or a group is, if it is one."""
    try:
        number = float(word)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _bins(numbers: dict[str, float]) -> list[tuple[str, set[str]]]:
    """Ten bins of equal width, of whole numbers where all are whole; empty ones are kept, to show the gap."""
    low, high = min(numbers.values()), max(numbers.values())
    whole = all(number.is_integer() for number in numbers.values())
    step = math.ceil((high - low + 1) / _BINS) if whole else (high - low) / _BINS
    bins = []
    for at in range(_BINS):
        first, after = low + at * step, low + (at + 1) * step
        if first > high:
            break
        last = at == _BINS - 1
        held = {word for word, number in numbers.items() if first <= number and (number < after or last)}
        name = f"{first:.0f} to {min(after - 1, high):.0f}" if whole else f"{first:.4g} to {after:.4g}"
        bins.append((name, held))
    return bins
