"""Differences between two arms on the items that both of them have."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from oyez.stats.arrays import Floats, floats
from oyez.stats.mean import Quantile, mean
from oyez.stats.result import Statistic


class ItemMeans(msgspec.Struct, frozen=True):
    """The mean of each item, in the order of the sorted items."""

    items: npt.NDArray[Any]
    """The items, each once."""
    means: Floats
    """The mean over the item's observations."""
    sizes: Floats
    """How many observations the item has."""


class SharedItems(msgspec.Struct, frozen=True):
    """What two arms say about the items that both have."""

    items: npt.NDArray[Any]
    """The shared items, sorted."""
    differences: Floats
    """Mean of arm a less mean of arm b, item by item."""
    only_a: int
    """Items that arm a alone has; they say nothing about the difference and are left out."""
    only_b: int
    """Items that arm b alone has."""


class PairedDifference(msgspec.Struct, frozen=True):
    """The mean difference on shared items, and how many items were not shared."""

    difference: Statistic
    """Arm a less arm b; `n` counts the shared items."""
    only_a: int
    """Items that arm a alone has."""
    only_b: int
    """Items that arm b alone has."""


def item_means(items: npt.ArrayLike, values: npt.ArrayLike) -> ItemMeans:
    """The mean of `values` (n numbers) for each of `items` (n ids of any sortable kind).

    Raises `ValueError` for NaN, infinities, or another number of ids than of values.
    """
    row, ids = floats(values), np.asarray(items)
    if ids.shape != row.shape:
        raise ValueError(f"items must name one of each of the {len(row)} values, not {ids.shape}")
    distinct, inverse = np.unique(ids, return_inverse=True)
    inverse = inverse.reshape(-1)
    sizes = np.bincount(inverse, minlength=len(distinct)).astype(np.float64)
    sums = np.bincount(inverse, weights=row, minlength=len(distinct))
    return ItemMeans(distinct, sums / sizes, sizes)


def shared_items(
    items_a: npt.ArrayLike, values_a: npt.ArrayLike, items_b: npt.ArrayLike, values_b: npt.ArrayLike
) -> SharedItems:
    """The difference of the two arms' means on each shared item; several draws of an item are averaged.

    Raises `ValueError` as `item_means` does.
    """
    a, b = item_means(items_a, values_a), item_means(items_b, values_b)
    shared, at_a, at_b = np.intersect1d(a.items, b.items, assume_unique=True, return_indices=True)
    differences = a.means[at_a] - b.means[at_b]
    return SharedItems(shared, differences, len(a.items) - len(shared), len(b.items) - len(shared))


def paired_difference(
    items_a: npt.ArrayLike,
    values_a: npt.ArrayLike,
    items_b: npt.ArrayLike,
    values_b: npt.ArrayLike,
    level: float = 0.95,
    *,
    quantile: Quantile = "t",
) -> PairedDifference:
    """The mean difference a - b on shared items, with the standard error of the differences.

    Miller 2024 (arXiv 2411.00640, section 4.2); with `quantile="t"` it is the interval of the paired
    t-test. Items that fall into groups: call `shared_items`, then `mean` with the groups as clusters.

    Raises `ValueError` as `item_means` does.
    """
    found = shared_items(items_a, values_a, items_b, values_b)
    difference = mean(found.differences, level=level, quantile=quantile)
    return PairedDifference(difference, found.only_a, found.only_b)
