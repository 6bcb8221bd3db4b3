"""Fleiss' kappa and Gwet's AC1: any number of raters, missing ratings, two ideas of chance."""

from __future__ import annotations

import math

import msgspec
import numpy as np

from oyez.stats.agreement.ratings import Ratings
from oyez.stats.arrays import Floats
from oyez.stats.cautions import few_clusters
from oyez.stats.mean import critical_value
from oyez.stats.result import Interval, Statistic, check_level, nothing

NO_PAIR = "no item has two ratings"


class _Parts(msgspec.Struct, frozen=True):
    """What both coefficients are made of; items without any rating are left out."""

    shares: Floats
    """Items by values: share of the item's ratings."""
    pairable: Floats
    """1 for an item with two ratings or more, else 0."""
    agreement: Floats
    """Share of the item's pairs of ratings that agree; 0 where there is no pair."""
    used: Floats
    """Share of each value, each item counting the same."""


def fleiss(table: Ratings, level: float = 0.95) -> Statistic:
    """Fleiss' kappa (1971): chance is p_e = sum of the squared shares of the values.

    With missing ratings it is Gwet's generalisation (2014, chapter 2). Interval: t over items, with
    Gwet's standard error, which is too large where ratings are missing. Undefined where only one value was
    ever used.
    """
    return _coefficient(table, "fleiss' kappa", level)


def gwet(table: Ratings, level: float = 0.95) -> Statistic:
    """Gwet's AC1 (2008): chance is p_e = sum of share (1 - share) over values, divided by values - 1.

    It stays near the plain agreement where one value is rare and kappa collapses. It depends on how many
    values the scale has: give `ratings` the scale. Interval: t over items, with Gwet's standard error, which
    is too large where ratings are missing. Undefined where the scale is not given and only one value was used.
    """
    return _coefficient(table, "gwet's ac1", level)


def _coefficient(table: Ratings, method: str, level: float) -> Statistic:
    check_level(level)
    parts = _parts(table.counts())
    n, pairs = len(parts.pairable), float(parts.pairable.sum())
    if pairs == 0:
        return nothing(NO_PAIR, method, n)
    chance, per_item = _chance(parts, method)
    if chance is None or chance >= 1.0 - 1e-12:
        return nothing("only one value was used: chance alone explains the agreement", method, n)
    observed = float(parts.agreement.sum() / pairs)
    value = (observed - chance) / (1.0 - chance)
    each = np.where(parts.pairable > 0.0, n / pairs * (parts.agreement - chance) / (1.0 - chance), 0.0)
    each = each - 2.0 * (1.0 - value) * (per_item - chance) / (1.0 - chance)
    se = math.sqrt(float(((each - value) ** 2).sum()) / (n * (n - 1))) if n > 1 else 0.0
    if se <= 1e-12:
        reason = "one item, or items that do not differ: the standard error says nothing"
        return Statistic(value=value, reason=reason, method=method, n=n)
    half = critical_value(level, n, "t") * se
    interval = Interval(value - half, min(1.0, value + half), level, method)
    return Statistic(value=value, interval=interval, method=method, n=n, se=se, warnings=few_clusters(n))


def _parts(counts: Floats) -> _Parts:
    counts = counts[counts.sum(axis=1) > 0]
    sizes = counts.sum(axis=1)
    shares = counts / sizes[:, None]
    pairs = sizes * (sizes - 1.0)
    agreement = (counts * (counts - 1.0)).sum(axis=1) / np.where(pairs > 0.0, pairs, 1.0)
    used = shares.mean(axis=0) if len(counts) else np.zeros(counts.shape[1])
    return _Parts(shares, (sizes >= 2.0).astype(np.float64), agreement, used)


def _chance(parts: _Parts, method: str) -> tuple[float | None, Floats]:
    """Agreement by chance, and each item's part in it."""
    if method == "fleiss' kappa":
        return float((parts.used**2).sum()), parts.shares @ parts.used
    values = len(parts.used)
    if values < 2:
        return None, parts.shares @ parts.used
    chance = float((parts.used * (1.0 - parts.used)).sum() / (values - 1))
    return chance, parts.shares @ (1.0 - parts.used) / (values - 1)
