"""Imbens and Manski's interval around two bounds, of which the truth is near one at most."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from oyez.stats.normal import below, z_one_sided, z_two_sided
from oyez.stats.proportion import wilson_limits

Scale: TypeAlias = tuple[float, float]
"""The least and the most that a verdict can be."""
Form: TypeAlias = Literal["normal", "score"]
"""Limits at a number of standard errors, or by the score test of a share of the scale."""


class Sides(msgspec.Struct, frozen=True):
    """Two bounds on a mean, and how sure each is."""

    low: float
    """The lower bound."""
    high: float
    """The upper bound."""
    se_low: float
    """Standard error of the lower bound."""
    se_high: float
    """Standard error of the upper bound."""
    units: int
    """Independent units that they come from."""
    stretch: float = 1.0
    """What multiplies C: t over z where the standard errors come from few clusters."""

    def reach(self, level: float) -> float:
        """How many standard errors the interval goes beyond each bound."""
        return self.stretch * reach(self.high - self.low, max(self.se_low, self.se_high), level)


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


def normal_ends(sides: Sides, level: float) -> tuple[float, float]:
    """The published interval: low - C se_low to high + C se_high (Imbens and Manski 2004, section 4)."""
    c = sides.reach(level)
    return sides.low - c * sides.se_low, sides.high + c * sides.se_high


def score_ends(sides: Sides, scale: Scale, level: float) -> tuple[float, float]:
    """The same with Wilson's limits, for means of verdicts on a bounded scale.

    A bound at share b of the scale, with standard error se in shares, counts as b(1-b)/se^2 observations, or
    as one a unit where se is 0. The interval stays on the scale, and covers its level near the ends, where
    the published form falls short. With nothing unread and one 0/1 value a unit it is Wilson's interval.
    """
    c = sides.reach(level)
    least, span = scale[0], scale[1] - scale[0]

    def limits(mean: float, se: float) -> tuple[float, float]:
        share = (mean - least) / span
        inside = se > 0.0 and 0.0 < share < 1.0
        trials = share * (1.0 - share) / (se / span) ** 2 if inside else float(sides.units)
        return wilson_limits(share, trials, c)

    below, above = limits(sides.low, sides.se_low)[0], limits(sides.high, sides.se_high)[1]
    return least + span * below, least + span * above
