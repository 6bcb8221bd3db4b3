"""What a mean could be if the unread verdicts had gone either way: bounds, and intervals around them."""

from __future__ import annotations

import math

import msgspec
import numpy as np
import numpy.typing as npt

from oyez.stats.arrays import count, floats
from oyez.stats.cluster import cluster_sums, clustered_se
from oyez.stats.normal import below, z_one_sided, z_two_sided
from oyez.stats.proportion import clopper_pearson_limits
from oyez.stats.result import Interval, check_finite, check_level, check_reason

NOTHING_ASKED = "nothing was asked for"
NO_SPREAD = "every value is the same and none is unread, so the standard error is 0 and says nothing"


class Bounds(msgspec.Struct, frozen=True, kw_only=True):
    """The least and the most that a mean can be, whatever the unread verdicts were.

    `reason` is given exactly when a bound or the interval is missing.
    """

    low: float | None
    """The mean if every unread verdict were the worst on the scale."""
    high: float | None
    """The mean if every unread verdict were the best on the scale."""
    interval: Interval | None = None
    """Covers the true mean, wherever it lies between the bounds, with the interval's level."""
    reason: str | None = None
    """Why a bound or the interval is missing."""
    method: str
    """How the interval was made."""
    units: int
    """Independent units: observations, or clusters where they were named."""
    se_low: float | None = None
    """Standard error of `low`."""
    se_high: float | None = None
    """Standard error of `high`."""

    def __post_init__(self) -> None:
        check_reason(self.reason, self.low, self.high, self.interval)
        for number in (self.low, self.high, self.se_low, self.se_high):
            check_finite(number)

    @property
    def width(self) -> float | None:
        """`high` - `low`: how much of the number the unread verdicts leave open."""
        return None if self.low is None or self.high is None else self.high - self.low

    @property
    def sign(self) -> int | None:
        """1 or -1 where both bounds lie on that side of 0; 0 where the unread verdicts leave it open."""
        if self.low is None or self.high is None:
            return None
        return 1 if self.low > 0.0 else -1 if self.high < 0.0 else 0


def range_bounds(
    lows: npt.ArrayLike, highs: npt.ArrayLike, clusters: npt.ArrayLike | None = None, level: float = 0.95
) -> Bounds:
    """Bounds on a mean of which each observation is known to lie between two numbers.

    `lows` and `highs` hold n numbers each; they are equal where the value was read, and the ends of the
    scale where it was not. Bounds: Manski 1989. Interval: Imbens and Manski 2004, section 4, with the
    clustered standard error (form C/(C-1)) where `clusters` are named, else the population one.

    Raises `ValueError` for NaN, infinities, unequal lengths, or a low above its high.
    """
    low_row, high_row = floats(lows, "lows"), floats(highs, "highs")
    if low_row.shape != high_row.shape or (low_row > high_row).any():
        raise ValueError("lows and highs must pair up, with no low above its high")
    check_level(level)
    method = "imbens-manski, normal" if clusters is None else "imbens-manski, normal, clustered"
    if len(low_row) == 0:
        return Bounds(low=None, high=None, reason=NOTHING_ASKED, method=method, units=0)
    low, high = float(low_row.mean()), float(high_row.mean())
    at_low, at_high = cluster_sums(low_row, clusters), cluster_sums(high_row, clusters)
    if clusters is None:
        se_low, se_high = (float(row.std() / math.sqrt(len(row))) for row in (low_row, high_row))
    else:
        one, other = clustered_se(at_low), clustered_se(at_high)
        if one is None or other is None:
            reason = "one cluster says nothing about how clusters differ, so there is no interval"
            return Bounds(low=low, high=high, reason=reason, method=method, units=at_low.clusters)
        se_low, se_high = one, other
    return normal_bounds(low, high, se_low, se_high, at_low.clusters, method, level)


def mean_bounds(
    values: npt.ArrayLike,
    unread: int,
    low: float,
    high: float,
    level: float = 0.95,
) -> Bounds:
    """Bounds on the mean over all draws asked for, on a scale from `low` to `high`.

    `values` are the verdicts that were read; `unread` is how many were not. Draws count as independent:
    for several draws an item use `range_bounds` with the items as clusters. The interval is cut at the
    ends of the scale. Raises `ValueError` for a value off the scale.
    """
    row, k = floats(values), count(unread, "unread")
    if not low < high or (len(row) and (row.min() < low or row.max() > high)):
        raise ValueError(f"values must lie on the scale from {low} to {high}")
    found = range_bounds(np.append(row, np.full(k, low)), np.append(row, np.full(k, high)), None, level)
    return within(found, low, high)


def rate_bounds(ones: int, read: int, unread: int, level: float = 0.95) -> Bounds:
    """Bounds on a rate over independent draws, with exact limits: the default for rates.

    `ones` of `read` verdicts count; `unread` are unknown. As Imbens and Manski, with the limits of Clopper
    and Pearson in place of normal ones: never under its level, and with nothing unread it is the
    Clopper-Pearson interval. Raises `ValueError` unless 0 <= ones <= read and unread >= 0.
    """
    k, n, lost = count(ones, "ones"), count(read, "read"), count(unread, "unread")
    if k > n:
        raise ValueError(f"{k} ones among {n} read")
    check_level(level)
    method, total = "imbens-manski, exact", n + lost
    if total == 0:
        return Bounds(low=None, high=None, reason=NOTHING_ASKED, method=method, units=0)
    low, high = k / total, (k + lost) / total
    se_low, se_high = (math.sqrt(share * (1.0 - share) / total) for share in (low, high))
    tail = below(-reach(high - low, max(se_low, se_high), level))
    ends = clopper_pearson_limits(k, k + lost, total, tail)
    return Bounds(
        low=low,
        high=high,
        interval=Interval(*ends, level, method),
        method=method,
        units=total,
        se_low=se_low,
        se_high=se_high,
    )


def difference_bounds(a: Bounds, b: Bounds, level: float = 0.95) -> Bounds:
    """Bounds on a - b for two arms with independent data: from a.low - b.high to a.high - b.low.

    For arms judged on the same items, take `range_bounds` of the items' own differences: the bounds are the
    same, the interval is narrower.
    """
    method, units = "imbens-manski, normal, difference", a.units + b.units
    if a.low is None or a.high is None or b.low is None or b.high is None:
        return Bounds(low=None, high=None, reason=a.reason or b.reason, method=method, units=units)
    low, high = a.low - b.high, a.high - b.low
    if a.se_low is None or a.se_high is None or b.se_low is None or b.se_high is None:
        return Bounds(low=low, high=high, reason=a.reason or b.reason, method=method, units=units)
    se_low, se_high = math.hypot(a.se_low, b.se_high), math.hypot(a.se_high, b.se_low)
    return normal_bounds(low, high, se_low, se_high, units, method, level)


def normal_bounds(
    low: float, high: float, se_low: float, se_high: float, units: int, method: str, level: float
) -> Bounds:
    """Bounds with Imbens and Manski's interval: low - C se_low to high + C se_high."""
    if high == low and max(se_low, se_high) == 0.0:
        return Bounds(low=low, high=high, reason=NO_SPREAD, method=method, units=units)
    c = reach(high - low, max(se_low, se_high), level)
    return Bounds(
        low=low,
        high=high,
        interval=Interval(low - c * se_low, high + c * se_high, level, method),
        method=method,
        units=units,
        se_low=se_low,
        se_high=se_high,
    )


def reach(width: float, se: float, level: float) -> float:
    """Imbens and Manski's C: the solution of Phi(C + width / se) - Phi(-C) = level.

    It is the two-sided quantile where nothing is unread (width 0) and falls to the one-sided one as the
    width grows, because the true mean cannot be close to both bounds at once.
    """
    left, right = z_one_sided(level), z_two_sided(level)
    if se == 0.0 or width / se > 40.0:
        return left if width > 0.0 else right
    for _ in range(60):
        middle = (left + right) / 2.0
        if below(middle + width / se) - below(-middle) < level:
            left = middle
        else:
            right = middle
    return (left + right) / 2.0


def within(bounds: Bounds, low: float, high: float) -> Bounds:
    """The bounds with their interval cut at the ends of the scale."""
    if bounds.interval is None:
        return bounds
    found = bounds.interval
    cut = Interval(max(low, found.low), min(high, found.high), found.level, found.method)
    return msgspec.structs.replace(bounds, interval=cut)
