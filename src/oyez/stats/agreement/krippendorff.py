"""Krippendorff's alpha: any number of raters, missing ratings, four kinds of scale."""

from __future__ import annotations

from typing import Literal, TypeAlias

import numpy as np

from oyez.stats.agreement.ratings import Ratings
from oyez.stats.arrays import Floats
from oyez.stats.bootstrap import check_resamples, guarded_percentiles, resampled_counts
from oyez.stats.result import Interval, Statistic, check_level, nothing

Metric: TypeAlias = Literal["nominal", "ordinal", "interval", "ratio"]
"""What makes two ratings differ: that they are not the same, how many ratings lie between them, their
distance, or their distance relative to their sum."""


def krippendorff(
    table: Ratings,
    metric: Metric = "nominal",
    level: float = 0.95,
    *,
    resamples: int = 1_000,
    seed: int = 0,
) -> Statistic:
    """Alpha = 1 - D_o / D_e from the coincidence matrix (Krippendorff 2019, chapter 12).

    An item with m ratings gives m (m - 1) ordered pairs, each with weight 1 / (m - 1); items with fewer
    than two ratings are left out. Interval: percentile bootstrap over items, in which a resample without
    any disagreement by chance counts as beyond both limits. Undefined where only one value was used.

    Raises `ValueError` for the metrics interval and ratio on values that are not numbers, for ratio on
    negative ones, and for an unknown metric.
    """
    method = f"krippendorff's alpha, {metric}"
    check_level(level)
    check_resamples(resamples)
    numbers = _numbers(table, metric)
    counts = table.counts()
    counts = counts[counts.sum(axis=1) >= 2.0]
    items = len(counts)
    if items == 0:
        return nothing("no item has two ratings", method)
    value = _alpha(counts, np.ones(items), numbers, metric)
    if value is None:
        return nothing("only one value was used: there is nothing to disagree about", method, items)
    drawn = [
        _alpha(counts, weights.astype(np.float64), numbers, metric)
        for weights in resampled_counts(items, resamples, seed)
    ]
    found = np.array([alpha for alpha in drawn if alpha is not None])
    limits = guarded_percentiles(found, resamples - len(found), level)
    if limits is None or found.max() - found.min() <= 1e-12:
        reason = "too few items differ for resampling them to say anything"
        return Statistic(value=value, reason=reason, method=method, n=items)
    interval = Interval(*limits, level, "bootstrap over items, percentile")
    return Statistic(value=value, interval=interval, method=method, n=items, se=float(found.std(ddof=1)))


def _alpha(counts: Floats, weights: Floats, numbers: Floats, metric: Metric) -> float | None:
    """Alpha with each item counted `weights` times; `None` without disagreement by chance."""
    per_rating = weights / (counts.sum(axis=1) - 1.0)
    weighted = counts * per_rating[:, None]
    coincidences = counts.T @ weighted - np.diag(weighted.sum(axis=0))
    used = coincidences.sum(axis=1)
    total = float(used.sum())
    delta = _delta(used, numbers, metric)
    expected = float(used @ delta @ used) / (total - 1.0)
    if expected <= 1e-12 * total * float(delta.max(initial=1.0)):
        return None
    return 1.0 - float((coincidences * delta).sum()) / expected


def _delta(used: Floats, numbers: Floats, metric: Metric) -> Floats:
    """Squared difference between each two values."""
    if metric == "nominal":
        return 1.0 - np.eye(len(used))
    if metric == "ordinal":
        middle = np.cumsum(used) - used / 2.0
        return np.asarray((middle[:, None] - middle[None, :]) ** 2)
    distance = numbers[:, None] - numbers[None, :]
    if metric == "interval":
        return np.asarray(distance**2)
    total = numbers[:, None] + numbers[None, :]
    return np.asarray((distance / np.where(total > 0.0, total, 1.0)) ** 2)


def _numbers(table: Ratings, metric: Metric) -> Floats:
    """The values as numbers where the metric needs them."""
    if metric not in ("nominal", "ordinal", "interval", "ratio"):
        raise ValueError(f"no metric {metric!r}; there are nominal, ordinal, interval and ratio")
    if metric in ("nominal", "ordinal"):
        return np.zeros(len(table.values))
    if not all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in table.values):
        raise ValueError(f"the metric {metric} needs numbers, not {list(table.values)!r}")
    numbers = np.array(table.values, dtype=np.float64)
    if metric == "ratio" and (numbers < 0.0).any():
        raise ValueError("the metric ratio needs numbers of at least 0")
    return numbers
