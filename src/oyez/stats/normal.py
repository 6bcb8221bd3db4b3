"""Quantiles and tail areas of the standard normal distribution."""

from __future__ import annotations

import math
from statistics import NormalDist

from oyez.stats.result import check_level

_STANDARD = NormalDist()


def z_two_sided(level: float) -> float:
    """The z with `level` of the standard normal distribution between -z and z (1.95996 for 0.95)."""
    check_level(level)
    return _STANDARD.inv_cdf((1.0 + level) / 2.0)


def z_one_sided(level: float) -> float:
    """The z with `level` of the standard normal distribution below it (1.64485 for 0.95)."""
    check_level(level)
    return _STANDARD.inv_cdf(level)


def below(z: float) -> float:
    """How much of the standard normal distribution lies below `z`."""
    return _STANDARD.cdf(z)


def two_sided_p(z: float) -> float:
    """How much of the standard normal distribution lies further from 0 than `z`."""
    return math.erfc(abs(z) / math.sqrt(2.0))
