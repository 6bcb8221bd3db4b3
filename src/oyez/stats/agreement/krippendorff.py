"""Krippendorff's alpha: any number of raters, missing ratings, four kinds of scale."""

from __future__ import annotations

import math
from typing import Literal, TypeAlias

import numpy as np

from oyez.stats.agreement.ratings import Ratings
from oyez.stats.arrays import Floats
from oyez.stats.cautions import few_clusters
from oyez.stats.mean import critical_value
from oyez.stats.result import Interval, Statistic, check_level, nothing

Metric: TypeAlias = Literal["nominal", "ordinal", "interval", "ratio"]
"""What makes two ratings differ: that they are not the same, how many ratings lie between them, their
distance, or their distance relative to their sum."""


def krippendorff(table: Ratings, metric: Metric = "nominal", level: float = 0.95) -> Statistic:
    """Alpha = 1 - D_o / D_e from the coincidence matrix (Krippendorff 2019, chapter 12).

    An item with m ratings gives m (m - 1) ordered pairs, each with weight 1 / (m - 1); items with fewer
    than two ratings are left out. Interval: t with items - 1 degrees of freedom around alpha, with the
    jackknife's standard error over items (Tukey 1958). Undefined where only one value was used.

    Raises `ValueError` for the metrics interval and ratio on values that are not numbers, for ratio on
    negative ones, and for an unknown metric.
    """
    method = f"krippendorff's alpha, {metric}"
    check_level(level)
    numbers = _numbers(table, metric)
    counts = table.counts()
    counts = counts[counts.sum(axis=1) >= 2.0]
    items = len(counts)
    if items == 0:
        return nothing("no item has two ratings", method)
    shares = counts / (counts.sum(axis=1, keepdims=True) - 1.0)
    whole = counts.T @ shares - np.diag(shares.sum(axis=0))
    value = _alpha(whole, numbers, metric)
    if value is None:
        return nothing("only one value was used: there is nothing to disagree about", method, items)
    se = _jackknife([_alpha(whole - _pairs(row), numbers, metric) for row in counts])
    if se is None:
        reason = "leaving one item out leaves nothing to disagree about, or changes nothing"
        return Statistic(value=value, reason=reason, method=method, n=items)
    half = critical_value(level, items, "t") * se
    return Statistic(
        value=value,
        interval=Interval(value - half, min(1.0, value + half), level, f"{method}, jackknife"),
        method=method,
        n=items,
        se=se,
        warnings=few_clusters(items),
    )


def _pairs(row: Floats) -> Floats:
    """The coincidences of one item: its ordered pairs of ratings, by their values."""
    share = row / (row.sum() - 1.0)
    return np.outer(row, share) - np.diag(share)


def _alpha(coincidences: Floats, numbers: Floats, metric: Metric) -> float | None:
    """`None` where the coincidences hold no disagreement by chance."""
    # What is left of the differences of coincidences under a billionth is rounding.
    used = coincidences.sum(axis=1)
    used = np.where(used > 1e-9, used, 0.0)
    if (used > 0.0).sum() < 2:
        return None
    delta = _delta(used, numbers, metric)
    expected = float(used @ delta @ used) / (float(used.sum()) - 1.0)
    return 1.0 - float((coincidences * delta).sum()) / expected


def _jackknife(without: list[float | None]) -> float | None:
    """Standard error from the values with one item left out; `None` where one is missing or none differ."""
    known = np.array([value for value in without if value is not None])
    n = len(without)
    if len(known) < n or n < 2 or known.max() - known.min() <= 1e-12:
        return None
    return math.sqrt((n - 1) / n * float(((known - known.mean()) ** 2).sum()))


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
