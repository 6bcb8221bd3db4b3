"""Intervals for one proportion: Wilson (the default for rates), Clopper-Pearson, Jeffreys, rule of three."""

from __future__ import annotations

import math

from oyez.stats.arrays import count
from oyez.stats.distributions import beta_quantile
from oyez.stats.normal import z_two_sided
from oyez.stats.result import Interval, Statistic, check_level, nothing

NO_TRIALS = "there are no observations"


def wilson(successes: int, trials: int, level: float = 0.95) -> Statistic:
    """The share `successes / trials` with Wilson's interval (Wilson 1927; Newcombe 1998, method 3).

    Raises `ValueError` unless 0 <= successes <= trials are whole numbers.
    """
    k, n = _counts(successes, trials)
    if n == 0:
        return nothing(NO_TRIALS, "wilson")
    low, high = wilson_limits(k / n, n, z_two_sided(level))
    return Statistic(value=k / n, interval=Interval(low, high, level, "wilson"), method="wilson", n=n)


def wilson_limits(share: float, trials: float, z: float) -> tuple[float, float]:
    """The two shares at which a score test with critical value `z` just rejects.

    `trials` need not be whole, so that an effective number of trials can stand in for it.
    """
    spread = z * z / trials
    centre = (share + spread / 2.0) / (1.0 + spread)
    half = math.sqrt(spread * (share * (1.0 - share) + spread / 4.0)) / (1.0 + spread)
    low = 0.0 if share == 0.0 else max(0.0, centre - half)
    high = 1.0 if share == 1.0 else min(1.0, centre + half)
    return low, high


def clopper_pearson(successes: int, trials: int, level: float = 0.95) -> Statistic:
    """The share with Clopper and Pearson's interval (1934): never under its level, and wider for it.

    The limits are quantiles of the beta distribution. Raises `ValueError` as `wilson` does.
    """
    k, n = _counts(successes, trials)
    check_level(level)
    if n == 0:
        return nothing(NO_TRIALS, "clopper-pearson")
    low, high = clopper_pearson_limits(k, k, n, (1.0 - level) / 2.0)
    interval = Interval(low, high, level, "clopper-pearson")
    return Statistic(value=k / n, interval=interval, method="clopper-pearson", n=n)


def clopper_pearson_limits(least: int, most: int, trials: int, tail: float) -> tuple[float, float]:
    """The lower limit for `least` successes and the upper one for `most`, each with `tail` beyond it."""
    low = 0.0 if least == 0 else beta_quantile(least, trials - least + 1, tail)
    high = 1.0 if most == trials else beta_quantile(most + 1, trials - most, 1.0 - tail)
    return low, high


def jeffreys(successes: int, trials: int, level: float = 0.95) -> Statistic:
    """The share with Jeffreys' interval: quantiles of Beta(k + 1/2, n - k + 1/2).

    The lower limit is 0 where there is no success and the upper one 1 where there is no failure
    (Brown, Cai and DasGupta 2001, section 4.3). Raises `ValueError` as `wilson` does.
    """
    k, n = _counts(successes, trials)
    check_level(level)
    if n == 0:
        return nothing(NO_TRIALS, "jeffreys")
    tail = (1.0 - level) / 2.0
    low = 0.0 if k == 0 else beta_quantile(k + 0.5, n - k + 0.5, tail)
    high = 1.0 if k == n else beta_quantile(k + 0.5, n - k + 0.5, 1.0 - tail)
    return Statistic(value=k / n, interval=Interval(low, high, level, "jeffreys"), method="jeffreys", n=n)


def rule_of_three(trials: int, level: float = 0.95) -> Statistic:
    """What a rate can still be after `trials` observations without a single success.

    The upper limit 1 - (1 - level)^(1/n) is the exact one-sided one of Clopper and Pearson; at 95% it
    is close to 3/n, which gave the rule its name (Hanley and Lippman-Hand 1983).
    """
    n = count(trials, "trials")
    check_level(level)
    if n == 0:
        return nothing(NO_TRIALS, "rule of three")
    high = -math.expm1(math.log1p(-level) / n)
    interval = Interval(0.0, high, level, "rule of three (exact, one-sided)")
    return Statistic(value=0.0, interval=interval, method="rule of three", n=n)


def _counts(successes: int, trials: int) -> tuple[int, int]:
    k, n = count(successes, "successes"), count(trials, "trials")
    if k > n:
        raise ValueError(f"{k} successes in {n} trials")
    return k, n
