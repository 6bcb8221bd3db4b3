"""Imbens and Manski's interval around two bounds, of which the truth is near one at most."""

from __future__ import annotations

from typing import Literal, TypeAlias

from oyez.stats.normal import below, z_one_sided, z_two_sided
from oyez.stats.proportion import wilson_limits

Form: TypeAlias = Literal["normal", "score"]
"""Limits at a number of standard errors, or by the score test of a share of the scale."""


def reach(width: float, se: float, level: float) -> float:
    """Imbens and Manski's C: the solution of Phi(C + width / se) - Phi(-C) = level.

    `se` is the larger of the two bounds' standard errors. C is the two-sided quantile where nothing is
    unread (width 0) and falls to the one-sided one as the width grows, because the true mean cannot be
    close to both bounds at once.
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


def normal_ends(low: float, high: float, se_low: float, se_high: float, level: float) -> tuple[float, float]:
    """The published interval: low - C se_low to high + C se_high (Imbens and Manski 2004, section 4)."""
    c = reach(high - low, max(se_low, se_high), level)
    return low - c * se_low, high + c * se_high


def score_ends(
    low: float, high: float, se_low: float, se_high: float, units: int, level: float
) -> tuple[float, float]:
    """The same for means of numbers between 0 and 1, with Wilson's limits on the effective observations.

    A bound b with standard error se counts as b(1-b)/se^2 observations of a share, or as one a unit where
    se is 0. It stays between 0 and 1, and covers its level near the ends, where the published form falls
    short. With nothing unread and one 0/1 value a unit it is Wilson's interval.
    """
    c = reach(high - low, max(se_low, se_high), level)
    return (
        wilson_limits(low, _observations(low, se_low, units), c)[0],
        wilson_limits(high, _observations(high, se_high, units), c)[1],
    )


def _observations(share: float, se: float, units: int) -> float:
    return share * (1.0 - share) / se**2 if se > 0.0 and 0.0 < share < 1.0 else float(units)
