"""What a mean could be if the unread verdicts had gone either way: bounds, and intervals around them."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from oyez.stats.arrays import Floats, count, floats
from oyez.stats.bounds import Bounds
from oyez.stats.cluster import cluster_sums, clustered_se
from oyez.stats.imbens_manski import Form, Scale, Sides, normal_ends, reach, score_ends
from oyez.stats.mean import ONE_CLUSTER, critical_value
from oyez.stats.normal import below, z_two_sided
from oyez.stats.proportion import clopper_pearson_limits
from oyez.stats.result import Interval, check_level

NOTHING_ASKED = "nothing was asked for"
NO_SPREAD = "every value is the same and none is unread, so the standard error is 0 and says nothing"


def range_bounds(
    lows: npt.ArrayLike,
    highs: npt.ArrayLike,
    clusters: npt.ArrayLike | None = None,
    level: float = 0.95,
    *,
    scale: Scale | None = None,
    form: Form = "normal",
) -> Bounds:
    """Bounds on a mean of which each observation is known to lie between two numbers.

    `lows` and `highs` hold n numbers each; they are equal where the value was read, and the ends of the
    scale where it was not. Bounds: Manski 1989. Interval: `form="normal"` as published by Imbens and Manski
    2004, cut at the scale where one is given; `"score"`, which needs the scale, is right near its ends too.
    Standard errors: clustered, form C/(C-1), with t in place of the normal quantile, where `clusters` are
    named; else those of the population.

    Raises `ValueError` for NaN, infinities, unequal lengths, a low above its high, a number off the scale,
    or the score form without a scale.
    """
    low_row, high_row = floats(lows, "lows"), floats(highs, "highs")
    if low_row.shape != high_row.shape or (low_row > high_row).any():
        raise ValueError("lows and highs must pair up, with no low above its high")
    _check(low_row, high_row, scale, form)
    check_level(level)
    method = f"imbens-manski, {form}" + ("" if clusters is None else ", clustered")
    if len(low_row) == 0:
        return Bounds(low=None, high=None, reason=NOTHING_ASKED, method=method, units=0)
    low, high = float(low_row.mean()), float(high_row.mean())
    se_low, units = _se(low_row, clusters)
    se_high, _ = _se(high_row, clusters)
    if se_low is None or se_high is None:
        return Bounds(low=low, high=high, reason=ONE_CLUSTER, method=method, units=units)
    if form == "normal" and high == low and max(se_low, se_high) == 0.0:
        return Bounds(low=low, high=high, reason=NO_SPREAD, method=method, units=units)
    stretch = 1.0 if clusters is None else critical_value(level, units, "t") / z_two_sided(level)
    sides = Sides(low, high, se_low, se_high, units, stretch)
    ends = score_ends(sides, scale, level) if scale and form == "score" else normal_ends(sides, level)
    if scale:
        ends = (max(scale[0], ends[0]), min(scale[1], ends[1]))
    return _bounds(sides, ends, level, method)


def mean_bounds(
    values: npt.ArrayLike, unread: int, low: float, high: float, level: float = 0.95, *, form: Form = "normal"
) -> Bounds:
    """Bounds on the mean over all draws asked for, on a scale from `low` to `high`.

    `values` are the verdicts that were read; `unread` is how many were not. Draws count as independent:
    for several draws an item use `range_bounds` with the items as clusters. Raises `ValueError` for a value
    off the scale.
    """
    row, k = floats(values), count(unread, "unread")
    return range_bounds(
        np.append(row, np.full(k, low)),
        np.append(row, np.full(k, high)),
        level=level,
        scale=(low, high),
        form=form,
    )


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
    return _bounds(Sides(low, high, se_low, se_high, total), ends, level, method)


def difference_bounds(a: Bounds, b: Bounds, level: float = 0.95) -> Bounds:
    """Bounds on a - b for two arms with independent data: from a.low - b.high to a.high - b.low.

    The interval is the normal one. For arms judged on the same items, take `range_bounds` of the items' own
    differences: the bounds are the same, the interval is narrower.
    """
    method, units = "imbens-manski, normal, difference", a.units + b.units
    if a.low is None or a.high is None or b.low is None or b.high is None:
        return Bounds(low=None, high=None, reason=a.reason or b.reason, method=method, units=units)
    low, high = a.low - b.high, a.high - b.low
    if a.se_low is None or a.se_high is None or b.se_low is None or b.se_high is None:
        return Bounds(low=low, high=high, reason=a.reason or b.reason, method=method, units=units)
    se_low, se_high = math.hypot(a.se_low, b.se_high), math.hypot(a.se_high, b.se_low)
    if high == low and max(se_low, se_high) == 0.0:
        return Bounds(low=low, high=high, reason=NO_SPREAD, method=method, units=units)
    sides = Sides(low, high, se_low, se_high, units)
    return _bounds(sides, normal_ends(sides, level), level, method)


def _bounds(sides: Sides, ends: tuple[float, float], level: float, method: str) -> Bounds:
    return Bounds(
        low=sides.low,
        high=sides.high,
        interval=Interval(*ends, level, method),
        method=method,
        units=sides.units,
        se_low=sides.se_low,
        se_high=sides.se_high,
    )


def _check(lows: Floats, highs: Floats, scale: Scale | None, form: Form) -> None:
    if form not in ("normal", "score"):
        raise ValueError(f"no form {form!r}; there are 'normal' and 'score'")
    if scale is None:
        if form == "score":
            raise ValueError("the score form needs the scale")
    elif not scale[0] < scale[1] or (len(lows) and (lows.min() < scale[0] or highs.max() > scale[1])):
        raise ValueError(f"values must lie on the scale from {scale[0]} to {scale[1]}")


def _se(row: Floats, clusters: npt.ArrayLike | None) -> tuple[float | None, int]:
    """Standard error of the mean, and the number of independent units."""
    if clusters is None:
        return float(row.std() / math.sqrt(len(row))), len(row)
    data = cluster_sums(row, clusters)
    return clustered_se(data), data.clusters
