"""Checks that turn what a caller gives into plain arrays, and refuse what is not numbers."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.float64]
Ints: TypeAlias = npt.NDArray[np.int64]
Bools: TypeAlias = npt.NDArray[np.bool_]


def floats(values: npt.ArrayLike, name: str = "values") -> Floats:
    """`values` as one row of finite numbers.

    Raises `ValueError` for another shape, and for NaN or infinities: an unread verdict is not a
    number, and goes to the functions of `oyez.stats.missing` as a count or a mask.
    """
    row = np.asarray(values, dtype=np.float64)
    if row.ndim != 1:
        raise ValueError(f"{name} must be one row of numbers, not an array of shape {row.shape}")
    if not np.isfinite(row).all():
        raise ValueError(f"{name} holds NaN or an infinity; leave unread verdicts out and count them")
    return row


def codes(ids: npt.ArrayLike, length: int, name: str = "clusters") -> tuple[Ints, int]:
    """`ids` (one an observation, of any sortable kind) as integers from 0, and how many differ.

    Raises `ValueError` if there are not `length` of them.
    """
    row = np.asarray(ids)
    if row.shape != (length,):
        raise ValueError(f"{name} must name one of each of the {length} values, not {row.shape}")
    distinct, inverse = np.unique(row, return_inverse=True)
    return inverse.astype(np.int64).reshape(-1), len(distinct)


def count(number: int, name: str) -> int:
    """`number` as an int; raises `ValueError` unless it is a whole number of at least 0."""
    whole = int(number)
    if whole != number or whole < 0:
        raise ValueError(f"{name} must be a whole number of at least 0, not {number!r}")
    return whole


def frozen(array: Floats) -> Floats:
    """The array, made read-only, so that a frozen result stays as it is."""
    array.flags.writeable = False
    return array
