"""Means with intervals from the central limit theorem, plain or clustered, and their differences."""

from __future__ import annotations

from typing import Literal, TypeAlias

import numpy.typing as npt

from oyez.stats.cautions import RARE_SKEWED, RARE_SYMMETRIC, few_clusters, rare_value
from oyez.stats.cluster import ClusterSums, Form, cluster_sums, clustered_se
from oyez.stats.distributions import t_quantile
from oyez.stats.normal import z_two_sided
from oyez.stats.proportion import wilson_limits
from oyez.stats.result import Interval, Statistic, check_level, nothing

Quantile: TypeAlias = Literal["t", "normal"]
"""Student's t with clusters - 1 degrees of freedom, or the normal distribution."""

NO_VALUES = "there are no observations"
ONE_CLUSTER = "one cluster says nothing about how clusters differ, so there is no interval"
ALL_EQUAL = "all values are equal, so the standard error is 0 and says nothing"
CLUSTERS_EQUAL = "all clusters have the same mean, so the standard error is 0 and says nothing"


def mean(
    values: npt.ArrayLike,
    clusters: npt.ArrayLike | None = None,
    level: float = 0.95,
    *,
    form: Form = "c/(c-1)",
    quantile: Quantile = "t",
) -> Statistic:
    """The mean of `values` with an interval from the central limit theorem.

    `values` are n numbers, each counting the same; `clusters` names the cluster of each (such as its
    item), and may be left out where each value is its own. Formula of the standard error: `clustered_se`.
    The interval is mean +- q se, with q from `quantile`.

    Raises `ValueError` for NaN or infinities, an unknown form or quantile, or a level outside (0, 1).
    """
    method = _method("mean", clusters, form, quantile)
    data = cluster_sums(values, clusters)
    q = critical_value(level, data.clusters, quantile)
    se = clustered_se(data, form)
    if data.n == 0:
        return nothing(NO_VALUES, method)
    reason = _why_no_interval(data, se)
    if se is None or reason is not None:
        return _point(data, method, reason, se, clusters is not None)
    rare = rare_value(data.mean, se, RARE_SYMMETRIC) if data.binary else ()
    return Statistic(
        value=data.mean,
        interval=Interval(data.mean - q * se, data.mean + q * se, level, method),
        method=method,
        n=data.n,
        clusters=data.clusters if clusters is not None else None,
        se=se,
        warnings=few_clusters(data.clusters) + rare,
    )


def clustered_rate(values: npt.ArrayLike, clusters: npt.ArrayLike, level: float = 0.95) -> Statistic:
    """The share of ones among clustered 0/1 `values`, with the score form of the clustered interval.

    Wilson's interval on the effective number of observations share(1-share)/se^2 and Student's t with
    clusters - 1 degrees of freedom in place of z (Korn and Graubard 1998; Dean and Pagano 2015, who
    find it the best of seven for clustered rates). With one value a cluster and many clusters it is
    Wilson's interval. Where all values are equal, each cluster counts as one observation.

    Raises `ValueError` for values other than 0 and 1.
    """
    method = "clustered wilson"
    data = cluster_sums(values, clusters)
    if not data.binary:
        raise ValueError("a rate is taken of zeros and ones")
    q = critical_value(level, data.clusters, "t")
    if data.n == 0:
        return nothing(NO_VALUES, method)
    se = clustered_se(data)
    if se is None:
        return _point(data, method, ONE_CLUSTER, None, True)
    share = data.mean
    trials = share * (1.0 - share) / se**2 if se > 0.0 else float(data.clusters)
    low, high = wilson_limits(share, trials, q)
    return Statistic(
        value=share,
        interval=Interval(low, high, level, method),
        method=method,
        n=data.n,
        clusters=data.clusters,
        se=se,
        warnings=few_clusters(data.clusters) + rare_value(share, se, RARE_SKEWED),
    )


def difference_of_means(a: Statistic, b: Statistic, level: float = 0.95) -> Statistic:
    """`a` - `b` for two means from independent data (no shared items), with a normal interval.

    The standard error is sqrt(se_a^2 + se_b^2). For arms judged on the same items use
    `oyez.stats.paired.paired_difference`, which is sharper.
    """
    method = "difference of independent means"
    z, n = z_two_sided(level), a.n + b.n
    if a.value is None or b.value is None:
        return nothing(a.reason or b.reason or NO_VALUES, method, n)
    value = a.value - b.value
    if not a.se or not b.se:
        reason = "one of the two means has no standard error above 0"
        return Statistic(value=value, reason=reason, method=method, n=n)
    se = float((a.se**2 + b.se**2) ** 0.5)
    interval = Interval(value - z * se, value + z * se, level, method)
    warnings = tuple(dict.fromkeys(a.warnings + b.warnings))
    return Statistic(value=value, interval=interval, method=method, n=n, se=se, warnings=warnings)


def critical_value(level: float, clusters: int, quantile: Quantile) -> float:
    """How many standard errors an interval of this level reaches to each side; 0 under two clusters."""
    if quantile == "normal":
        return z_two_sided(level)
    if quantile != "t":
        raise ValueError(f"no quantile {quantile!r}; there are 't' and 'normal'")
    check_level(level)
    if clusters < 2:
        return 0.0
    return t_quantile(clusters - 1, (1.0 + level) / 2.0)


def _method(name: str, clusters: npt.ArrayLike | None, form: Form, quantile: Quantile) -> str:
    kind = "clt" if clusters is None else f"clustered clt, {form}"
    return f"{name} ({kind}, {quantile})"


def _why_no_interval(data: ClusterSums, se: float | None) -> str | None:
    if se is None:
        return ONE_CLUSTER if data.n > 1 else "one observation says nothing about its spread"
    if se > 0.0:
        return None
    return ALL_EQUAL if data.low == data.high else CLUSTERS_EQUAL


def _point(data: ClusterSums, method: str, reason: str | None, se: float | None, named: bool) -> Statistic:
    clusters = data.clusters if named else None
    return Statistic(value=data.mean, reason=reason, method=method, n=data.n, clusters=clusters, se=se)
