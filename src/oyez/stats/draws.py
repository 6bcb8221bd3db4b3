"""Several draws of each item: how complete they are, how much they vary, and how many are enough."""

from __future__ import annotations

import math

import msgspec
import numpy as np
import numpy.typing as npt

from oyez.stats.arrays import floats
from oyez.stats.paired import item_means
from oyez.stats.result import check_finite


class Complete(msgspec.Struct, frozen=True):
    """How many items have enough read draws."""

    items: int
    """Items that were asked for."""
    complete: int
    """Items with at least `floor` read draws."""
    floor: int
    """Read draws that an item needs."""
    fraction: float | None
    """`complete / items`; `None` where no item was asked for."""


class DrawVariance(msgspec.Struct, frozen=True, kw_only=True):
    """How the variance of single draws splits into items and draws."""

    within: float | None
    """Variance over draws of one item, pooled over items; `None` without an item with two draws."""
    between: float | None
    """Variance over items of the mean that endless draws would give; not under 0."""
    agreement: float | None
    """Intra-judge agreement: between / (between + within), the intraclass correlation ICC(1)."""
    reason: str | None
    """Why a part is missing; `None` when all are there."""
    items: int
    """Items with at least one read draw."""
    draws: int
    """Read draws."""
    floored: bool = False
    """Whether the items differed less than their draws would make them, so that `between` is put at 0."""

    def __post_init__(self) -> None:
        for number in (self.within, self.between, self.agreement):
            check_finite(number)


def complete_items(items: npt.ArrayLike, read: npt.ArrayLike, floor: int) -> Complete:
    """`frac_items_complete`: the share of items with at least `floor` read draws.

    `items` names the item of each draw asked for, `read` whether it was read (n each). Raises `ValueError`
    for unequal lengths or a floor under 1.
    """
    ids, flags = np.asarray(items), np.asarray(read, dtype=bool)
    if ids.ndim != 1 or ids.shape != flags.shape:
        raise ValueError(f"items {ids.shape} and read {flags.shape} must be two rows of one length")
    if floor < 1:
        raise ValueError("an item needs at least one read draw to be complete")
    distinct, inverse = np.unique(ids, return_inverse=True)
    kept = np.bincount(inverse.reshape(-1), weights=flags, minlength=len(distinct))
    total, enough = len(distinct), int((kept >= floor).sum())
    return Complete(total, enough, floor, enough / total if total else None)


def draw_variance(items: npt.ArrayLike, values: npt.ArrayLike) -> DrawVariance:
    """Within- and between-item variance of the read draws, by one-way analysis of variance.

    within = sum of squares around the item means / (N - I); between = (MSB - within) / n0, with
    n0 = (N - sum n_i^2 / N) / (I - 1) for items with unequal draws (Searle, Casella and McCulloch 1992,
    section 3.6). Raises `ValueError` for NaN, infinities or unequal lengths.
    """
    row = floats(values)
    found = item_means(items, row)
    n, k = len(row), len(found.items)
    if n - k < 1 or k < 2:
        reason = "there are no read draws" if n == 0 else "no item has two read draws"
        if n > k:
            reason = "one item says nothing about how items differ"
        within = float(((row - row.mean()) ** 2).sum() / (n - 1)) if k == 1 and n > 1 else None
        return DrawVariance(within=within, between=None, agreement=None, reason=reason, items=k, draws=n)
    own_mean = found.means[np.searchsorted(found.items, np.asarray(items))]
    within = float(((row - own_mean) ** 2).sum()) / (n - k)
    between_squares = float((found.sizes * (found.means - row.mean()) ** 2).sum())
    usual = (n - float((found.sizes**2).sum()) / n) / (k - 1)
    raw = (between_squares / (k - 1) - within) / usual
    between = max(0.0, raw)
    agreement = between / (between + within) if row.min() < row.max() else None
    return DrawVariance(
        within=within,
        between=between,
        agreement=agreement,
        reason=None if agreement is not None else "all draws of all items are equal",
        items=k,
        draws=n,
        floored=raw < 0.0,
    )


def draws_for_agreement(variance: DrawVariance, target: float) -> int | None:
    """Draws an item, averaged, whose mean reaches the intraclass correlation `target` (Spearman-Brown).

    target / (1 - target) * within / between, rounded up, at least 1; `None` where the variances are not
    known or the items do not differ. Raises `ValueError` for a target outside (0, 1).
    """
    if not 0.0 < target < 1.0:
        raise ValueError(f"a target lies between 0 and 1, not {target}")
    if variance.within is None or not variance.between:
        return None
    return _up(target / (1.0 - target) * variance.within / variance.between)


def draws_for_share(variance: DrawVariance, share: float) -> int | None:
    """Draws an item so that draw noise makes up at most `share` of the variance of a mean over items.

    within/K <= share (between + within/K), so K = within (1 - share) / (share between), rounded up.
    `None` and `ValueError` as in `draws_for_agreement`.
    """
    if not 0.0 < share < 1.0:
        raise ValueError(f"a share lies between 0 and 1, not {share}")
    return draws_for_agreement(variance, 1.0 - share)


def draws_for_se(within: float, se: float) -> int:
    """Draws of one item whose mean has a standard error of at most `se`: within / se^2, rounded up.

    Raises `ValueError` for a negative variance or an `se` that is not above 0.
    """
    if within < 0.0 or se <= 0.0:
        raise ValueError("a variance is at least 0 and a standard error above 0")
    return _up(within / se**2)


def _up(draws: float) -> int:
    """Rounded up, but for rounding noise; at least 1."""
    return max(1, math.ceil(draws * (1.0 - 1e-12)))
