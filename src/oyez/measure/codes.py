"""Items as whole numbers, so that names of any kind can be counted by numpy."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from oyez.stats.arrays import Ints


def item_codes(items: Iterable[str | None]) -> Ints:
    """A number for each item, in the order of their first places; what has no item has a number of its own."""
    known: dict[object, int] = {}
    keys = ((at,) if item is None else item for at, item in enumerate(items))
    return np.array([known.setdefault(key, len(known)) for key in keys], dtype=np.int64)
