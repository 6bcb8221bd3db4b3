"""The cluster bootstrap: draw whole clusters again and again, and read off how the means spread."""

from __future__ import annotations

import math
from collections.abc import Iterator
from statistics import NormalDist
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from oyez.stats.arrays import Floats, Ints, count
from oyez.stats.cautions import RARE_SKEWED, few_clusters, rare_value
from oyez.stats.cluster import ClusterSums, cluster_sums
from oyez.stats.mean import ALL_EQUAL, CLUSTERS_EQUAL, NO_VALUES, ONE_CLUSTER, critical_value
from oyez.stats.normal import below, z_two_sided
from oyez.stats.result import Interval, Statistic, check_level, nothing

_BLOCK = 32_768
"""Indices drawn at a time: they and what they pick stay in the fast cache of the processor."""


Limits: TypeAlias = Literal["bca", "percentile"]
"""How limits are read off the resampled means: corrected for bias and skew, or plain percentiles."""


def bootstrap_mean(
    values: npt.ArrayLike,
    clusters: npt.ArrayLike | None = None,
    level: float = 0.95,
    *,
    limits: Limits = "bca",
    expand: bool = True,
    resamples: int = 10_000,
    seed: int = 0,
) -> Statistic:
    """The mean of `values` with an interval from the cluster bootstrap.

    Each resample draws as many clusters as there are, with replacement, and takes the mean over their
    observations: the sum of the drawn clusters' sums over the sum of their sizes, so the work does not
    depend on the number of rows. The same seed gives the same interval. `se` is the standard deviation
    over resamples. Davison and Hinkley 1997, section 3.8.

    `limits="bca"` corrects for bias and skew, with the jackknife over clusters (Efron 1987); `expand` moves
    the tails out by what few clusters make the bootstrap too narrow: t with clusters - 1 degrees of freedom
    for z, times sqrt(C/(C-1)) (Hesterberg 2015, The American Statistician 69:371).

    Raises `ValueError` for NaN or infinities, fewer than 100 resamples, or a level outside (0, 1).
    """
    if limits not in ("bca", "percentile"):
        raise ValueError(f"no limits {limits!r}; there are 'bca' and 'percentile'")
    check_level(level)
    check_resamples(resamples)
    data = cluster_sums(values, clusters)
    kind = "bootstrap" if clusters is None else "cluster bootstrap"
    method = f"{kind}, {limits}{', expanded' if expand else ''}"
    named = data.clusters if clusters is not None else None
    if data.n == 0:
        return nothing(NO_VALUES, method)
    if data.clusters < 2 or data.low == data.high:
        reason = ONE_CLUSTER if data.clusters < 2 else ALL_EQUAL
        return Statistic(value=data.mean, reason=reason, method=method, n=data.n, clusters=named)
    means = resampled_means(data.sums, data.sizes, resamples, seed)
    se = float(means.std(ddof=1))
    if se <= 1e-9 * (data.high - data.low):
        return Statistic(value=data.mean, reason=CLUSTERS_EQUAL, method=method, n=data.n, clusters=named)
    rare = rare_value(data.mean, se, RARE_SKEWED) if data.binary else ()
    return Statistic(
        value=data.mean,
        interval=Interval(*_read_off(means, data, level, limits, expand), level, method),
        method=method,
        n=data.n,
        clusters=named,
        se=se,
        warnings=few_clusters(data.clusters) + rare,
    )


def _read_off(
    means: Floats, data: ClusterSums, level: float, limits: Limits, expand: bool
) -> tuple[float, float]:
    z = _expanded(level, data.clusters) if expand else z_two_sided(level)
    shares = _bca_shares(means, data, z) if limits == "bca" else (below(-z), below(z))
    low, high = np.quantile(means, shares)
    return float(low), float(high)


def _expanded(level: float, clusters: int) -> float:
    """The z whose normal tails make the bootstrap interval as wide as the t interval."""
    return critical_value(level, clusters, "t") * math.sqrt(clusters / (clusters - 1))


def _bca_shares(means: Floats, data: ClusterSums, z: float) -> tuple[float, float]:
    """The two shares of the resampled means that the corrected interval lies between."""
    lower = float((means < data.mean).mean() + (means <= data.mean).mean()) / 2.0
    edge = 1.0 / (len(means) + 1)
    bias = NormalDist().inv_cdf(min(1.0 - edge, max(edge, lower)))
    skew = _acceleration(data)
    low, high = (bias + (bias + side * z) / (1.0 - skew * (bias + side * z)) for side in (-1.0, 1.0))
    return below(low), below(high)


def _acceleration(data: ClusterSums) -> float:
    """Efron's acceleration, from the means with one cluster left out; 0 where a cluster is all there is."""
    left = data.n - data.sizes
    if left.min() <= 0.0:
        return 0.0
    without = (data.sums.sum() - data.sums) / left
    distance = without.mean() - without
    squares = float((distance**2).sum())
    return float((distance**3).sum()) / (6.0 * squares**1.5) if squares > 0.0 else 0.0


def resampled_means(sums: Floats, sizes: Floats, resamples: int, seed: int) -> Floats:
    """The mean in each resample of whole clusters; `sums` and `sizes` are those of the clusters."""
    means = np.empty(resamples)
    for start, picks in _picks(len(sums), resamples, seed):
        means[start : start + len(picks)] = sums[picks].sum(axis=1) / sizes[picks].sum(axis=1)
    return means


def resampled_counts(units: int, resamples: int, seed: int) -> Iterator[Ints]:
    """For each resample, how often each of `units` units was drawn; they sum to `units`."""
    for _, picks in _picks(units, resamples, seed):
        for row in picks:
            yield np.bincount(row, minlength=units)


def guarded_percentiles(values: Floats, failed: int, level: float) -> tuple[float, float] | None:
    """Percentiles where `failed` further resamples gave no value: they count as beyond both limits.

    Leaving them out would narrow the interval exactly where the data are thinnest. `None` if so many
    failed that a limit lies among them.
    """
    total = len(values) + failed
    tail = (1.0 - level) / 2.0
    rank = int(np.floor(tail * (total - 1)))
    if rank < failed:
        return None
    ordered = np.sort(values)
    return float(ordered[rank - failed]), float(ordered[len(values) - 1 - (rank - failed)])


def check_resamples(resamples: int) -> None:
    """Raise `ValueError` for fewer than 100 resamples, which fix no 95% limit."""
    if count(resamples, "resamples") < 100:
        raise ValueError(f"{resamples} resamples are too few for an interval; take at least 100")


def _picks(units: int, resamples: int, seed: int) -> Iterator[tuple[int, Ints]]:
    draw = np.random.default_rng(seed)
    rows = max(1, _BLOCK // units)
    for start in range(0, resamples, rows):
        yield start, draw.integers(0, units, (min(rows, resamples - start), units))
