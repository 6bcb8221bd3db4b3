"""The cluster bootstrap: draw whole clusters again and again, and read off how the means spread."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from oyez.stats.arrays import Floats, Ints, count
from oyez.stats.cautions import few_clusters, rare_value
from oyez.stats.cluster import cluster_sums
from oyez.stats.mean import ALL_EQUAL, CLUSTERS_EQUAL, NO_VALUES, ONE_CLUSTER
from oyez.stats.result import Interval, Statistic, check_level, nothing

_BLOCK = 32_768
"""Indices drawn at a time: they and what they pick stay in the fast cache of the processor."""


def bootstrap_mean(
    values: npt.ArrayLike,
    clusters: npt.ArrayLike | None = None,
    level: float = 0.95,
    *,
    resamples: int = 10_000,
    seed: int = 0,
) -> Statistic:
    """The mean of `values` with the percentile interval of the cluster bootstrap.

    Each resample draws as many clusters as there are, with replacement, and takes the mean over their
    observations: the sum of the drawn clusters' sums over the sum of their sizes, so the work does not
    depend on the number of rows. The same seed gives the same interval. `se` is the standard deviation
    over resamples. Efron and Tibshirani 1993, chapter 13; Davison and Hinkley 1997, section 3.8.

    Raises `ValueError` for NaN or infinities, fewer than 100 resamples, or a level outside (0, 1).
    """
    method = "cluster bootstrap, percentile" if clusters is not None else "bootstrap, percentile"
    check_level(level)
    check_resamples(resamples)
    data = cluster_sums(values, clusters)
    if data.n == 0:
        return nothing(NO_VALUES, method)
    named = data.clusters if clusters is not None else None
    if data.clusters < 2 or data.low == data.high:
        reason = ONE_CLUSTER if data.clusters < 2 else ALL_EQUAL
        return Statistic(value=data.mean, reason=reason, method=method, n=data.n, clusters=named)
    means = resampled_means(data.sums, data.sizes, resamples, seed)
    se = float(means.std(ddof=1))
    if se <= 1e-9 * (data.high - data.low):
        return Statistic(value=data.mean, reason=CLUSTERS_EQUAL, method=method, n=data.n, clusters=named)
    low, high = percentiles(means, level)
    warnings = few_clusters(data.clusters) + (rare_value(data.mean, se) if data.binary else ())
    return Statistic(
        value=data.mean,
        interval=Interval(low, high, level, method),
        method=method,
        n=data.n,
        clusters=named,
        se=se,
        warnings=warnings,
    )


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


def percentiles(values: Floats, level: float) -> tuple[float, float]:
    """The two values that leave half of 1 - `level` of `values` (linear between neighbours) outside each."""
    tail = (1.0 - level) / 2.0
    low, high = np.quantile(values, [tail, 1.0 - tail])
    return float(low), float(high)


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
