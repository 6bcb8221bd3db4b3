"""The confusion table of two raters."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np

from oyez.stats.agreement.ratings import MISSING, Ratings
from oyez.stats.arrays import Ints


class Confusion(msgspec.Struct, frozen=True):
    """How often two raters gave which pair of values."""

    values: tuple[Any, ...]
    """The values, in the order of rows and columns."""
    counts: Ints
    """Rows: the first rater's value; columns: the second's."""
    only_first: int
    """Items that the first rater alone rated."""
    only_second: int
    """Items that the second rater alone rated."""
    neither: int
    """Items that neither rated."""

    @property
    def n(self) -> int:
        """Items that both rated."""
        return int(self.counts.sum())


def confusion(table: Ratings, first: int = 0, second: int = 1) -> Confusion:
    """The confusion table of two of the raters, by their columns.

    The counts, `only_first`, `only_second` and `neither` add up to the items. Raises `IndexError` for a
    column that is not there.
    """
    a, b = table.codes[:, first], table.codes[:, second]
    here_a, here_b = a != MISSING, b != MISSING
    k = len(table.values)
    cells = a[here_a & here_b] * k + b[here_a & here_b]
    return Confusion(
        table.values,
        np.bincount(cells, minlength=k * k).astype(np.int64).reshape(k, k),
        int((here_a & ~here_b).sum()),
        int((~here_a & here_b).sum()),
        int((~here_a & ~here_b).sum()),
    )
