"""The four ends of one comparison, as small integers."""

from __future__ import annotations

from enum import IntEnum
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Winners: TypeAlias = npt.NDArray[np.uint8]


class Winner(IntEnum):
    """Who won a game between a and b. The order in which they were shown does not matter here."""

    UNREAD = 0
    """No verdict could be read."""
    A = 1
    """The first of the two contestants, wherever it was shown."""
    B = 2
    """The second of the two contestants."""
    TIE = 3
    """The judge called a tie."""


def winners(codes: npt.ArrayLike, name: str = "winners") -> Winners:
    """`codes` (n values of `Winner`) as one row; raises `ValueError` for any other value."""
    row = np.asarray(codes)
    if row.size == 0:
        return np.zeros(0, dtype=np.uint8)
    if row.ndim != 1 or not np.isin(row, [int(end) for end in Winner]).all():
        raise ValueError(f"{name} must be one row of 0 (unread), 1 (a), 2 (b) and 3 (tie)")
    return row.astype(np.uint8)
