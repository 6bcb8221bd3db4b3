"""Cohen's kappa: agreement of two raters beyond what their own habits would give."""

from __future__ import annotations

import math

from oyez.stats.agreement.confusion import Confusion
from oyez.stats.arrays import Floats
from oyez.stats.cautions import few_clusters
from oyez.stats.normal import z_two_sided
from oyez.stats.result import Interval, Statistic, nothing

NO_SHARED = "no item was rated by both"


def cohen(table: Confusion, level: float = 0.95) -> Statistic:
    """Kappa = (p_o - p_e) / (1 - p_e), with p_e from each rater's own shares (Cohen 1960).

    Interval: normal, with the large-sample standard error of Fleiss, Cohen and Everitt 1969 (formula 13).
    Undefined where both raters gave one and the same value throughout. Items that one of them left
    unrated are not counted.
    """
    method, n, z = "cohen's kappa", table.n, z_two_sided(level)
    if n == 0:
        return nothing(NO_SHARED, method)
    shares: Floats = table.counts / n
    rows, columns = shares.sum(axis=1), shares.sum(axis=0)
    chance = float(rows @ columns)
    if chance >= 1.0 - 1e-12:
        return nothing(
            "both raters gave one and the same value throughout: chance alone explains it", method, n
        )
    observed = float(shares.trace())
    kappa = (observed - chance) / (1.0 - chance)
    se = _se(shares, kappa, chance)
    if se == 0.0:
        reason = "the standard error is 0 here (complete agreement, or a rater without variety)"
        return Statistic(value=kappa, reason=reason, method=method, n=n)
    se /= math.sqrt(n)
    interval = Interval(max(-1.0, kappa - z * se), min(1.0, kappa + z * se), level, method)
    return Statistic(value=kappa, interval=interval, method=method, n=n, se=se, warnings=few_clusters(n))


def _se(shares: Floats, kappa: float, chance: float) -> float:
    """The standard error times the root of the number of items."""
    rows, columns = shares.sum(axis=1), shares.sum(axis=0)
    marginal = rows[:, None] + columns[None, :]
    agree = float((shares.diagonal() * (1.0 - (rows + columns) * (1.0 - kappa)) ** 2).sum())
    crossed = (columns[:, None] + rows[None, :]) ** 2
    differ = float((shares * crossed).sum() - (shares.diagonal() * marginal.diagonal() ** 2).sum())
    rest = (kappa - chance * (1.0 - kappa)) ** 2
    variance = agree + (1.0 - kappa) ** 2 * differ - rest
    # The parts are of the order of 1; what is left of their difference under 1e-14 is rounding.
    return math.sqrt(variance) / (1.0 - chance) if variance > 1e-14 else 0.0
