"""A table of ratings, items by raters, with missing ones left open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np

from oyez.stats.arrays import Floats, Ints

MISSING = -1
"""The code of a rating that was not made or could not be read."""


class Ratings(msgspec.Struct, frozen=True):
    """Ratings as integer codes."""

    codes: Ints
    """Items by raters: the place of each rating in `values`, or -1 where it is missing."""
    values: tuple[Any, ...]
    """The values of the scale, in its order."""
    whole_scale: bool
    """Whether `values` is the scale as given; else it lists only the values that were used."""

    def counts(self) -> Floats:
        """Items by values: how many raters gave the item that value."""
        items, values = len(self.codes), len(self.values)
        present = self.codes != MISSING
        cells = np.nonzero(present)[0] * values + self.codes[present]
        flat = np.bincount(cells, minlength=items * values)
        return flat.reshape(items, values).astype(np.float64)


def ratings(rows: Sequence[Sequence[Any]], scale: Sequence[Any] | None = None) -> Ratings:
    """Ratings from one row an item with one value a rater, `None` where missing.

    Without `scale` the values that occur are taken, sorted; they must then be all numbers or all text.
    Give the scale where its order is not that of its words, or where values that nobody used count
    (Gwet's coefficient). True is not 1 and 1.0 is 1.

    Raises `ValueError` for rows of unequal length, NaN, a value off the scale, or values of mixed kinds.
    """
    if len({len(row) for row in rows}) > 1:
        raise ValueError("every item needs one place for each rater; put None where a rating is missing")
    used = {_key(value): value for row in rows for value in row if value is not None}
    if scale is None:
        values = tuple(_sorted(list(used.values())))
    else:
        values = tuple(scale)
        if len({_key(value) for value in values}) != len(values):
            raise ValueError("the scale names a value twice")
    place = {_key(value): at for at, value in enumerate(values)}
    off = [value for key, value in used.items() if key not in place]
    if off:
        raise ValueError(f"{off[0]!r} is not on the scale {list(values)!r}")
    codes = [[MISSING if value is None else place[_key(value)] for value in row] for row in rows]
    width = len(rows[0]) if rows else 0
    return Ratings(np.array(codes, dtype=np.int64).reshape(len(rows), width), values, scale is not None)


def _key(value: Any) -> tuple[bool, Any]:
    """What makes two values the same: Python holds True == 1, a scale does not."""
    return (isinstance(value, bool), value)


def _sorted(values: list[Any]) -> list[Any]:
    if any(isinstance(value, float) and value != value for value in values):
        raise ValueError("NaN is not a rating; put None where a rating is missing")
    try:
        return sorted(values)
    except TypeError as error:
        raise ValueError("the ratings are of mixed kinds; give their scale in order") from error
