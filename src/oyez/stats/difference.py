"""Intervals for the difference of two proportions, from independent or from paired data."""

from __future__ import annotations

import math
from collections.abc import Callable

from oyez.stats.arrays import count
from oyez.stats.normal import z_two_sided
from oyez.stats.proportion import NO_TRIALS, wilson_limits
from oyez.stats.result import Interval, Statistic, nothing


def newcombe(
    successes_a: int, trials_a: int, successes_b: int, trials_b: int, level: float = 0.95
) -> Statistic:
    """Share of a less share of b from independent samples, with Newcombe's hybrid score interval.

    The distances from each share to its Wilson limits are squared and added (Newcombe 1998, Statistics
    in Medicine 17:873, method 10). Raises `ValueError` unless 0 <= successes <= trials.
    """
    k_a, n_a = _part(successes_a, trials_a, "a")
    k_b, n_b = _part(successes_b, trials_b, "b")
    z = z_two_sided(level)
    if n_a == 0 or n_b == 0:
        return nothing(NO_TRIALS, "newcombe", n_a + n_b)
    p_a, p_b = k_a / n_a, k_b / n_b
    (low_a, high_a), (low_b, high_b) = wilson_limits(p_a, n_a, z), wilson_limits(p_b, n_b, z)
    low = p_a - p_b - math.hypot(p_a - low_a, high_b - p_b)
    high = p_a - p_b + math.hypot(high_a - p_a, p_b - low_b)
    return _difference(p_a - p_b, low, high, level, "newcombe", n_a + n_b)


def newcombe_paired(both: int, only_a: int, only_b: int, neither: int, level: float = 0.95) -> Statistic:
    """Share of a less share of b where both were tried on the same items (square-and-add, paired).

    The four counts are items on which both, one or neither succeeded. As `newcombe`, with the
    correlation of the two columns taken off (Newcombe 1998, Statistics in Medicine 17:2635, method 10,
    with its continuity correction of the correlation). Raises `ValueError` for negative counts.
    """
    e, f, g, h = (count(k, "a count of the table") for k in (both, only_a, only_b, neither))
    n, z = e + f + g + h, z_two_sided(level)
    if n == 0:
        return nothing(NO_TRIALS, "newcombe, paired")
    p_a, p_b = (e + f) / n, (e + g) / n
    (low_a, high_a), (low_b, high_b) = wilson_limits(p_a, n, z), wilson_limits(p_b, n, z)
    phi = _correlation(e, f, g, h)
    low = p_a - p_b - _joined(p_a - low_a, high_b - p_b, phi)
    high = p_a - p_b + _joined(high_a - p_a, p_b - low_b, phi)
    return _difference((f - g) / n, low, high, level, "newcombe, paired", n)


def tango(only_a: int, only_b: int, items: int, level: float = 0.95) -> Statistic:
    """Share of a less share of b on the same items, with Tango's score interval (the default for pairs).

    `only_a` and `only_b` count the items on which just one of them succeeded. The limits are the
    differences at which the score test with the restricted maximum likelihood estimate just rejects
    (Tango 1998, Statistics in Medicine 17:891). Raises `ValueError` unless only_a + only_b <= items.
    """
    b, c, n = count(only_a, "only_a"), count(only_b, "only_b"), count(items, "items")
    z = z_two_sided(level)
    if b + c > n:
        raise ValueError(f"{b} + {c} items with one success among {n} items")
    if n == 0:
        return nothing(NO_TRIALS, "tango")
    low = _crossing(lambda delta: _tango_z(b, c, n, delta) - z)
    high = _crossing(lambda delta: _tango_z(b, c, n, delta) + z)
    return _difference((b - c) / n, low, high, level, "tango", n)


def _tango_z(b: int, c: int, n: int, delta: float) -> float:
    """The score statistic for the difference `delta`; it falls as `delta` grows."""
    linear = -b - c + (2 * n - b + c) * delta
    root = math.sqrt(max(linear**2 + 8.0 * n * c * delta * (1.0 - delta), 0.0))
    only_b = (root - linear) / (4.0 * n)
    variance = n * (2.0 * only_b + delta * (1.0 - delta))
    distance = b - c - n * delta
    if variance <= 0.0:
        return math.copysign(math.inf, distance) if distance else 0.0
    return distance / math.sqrt(variance)


def _crossing(falling: Callable[[float], float]) -> float:
    """Where a falling function of a difference crosses 0 between -1 and 1, by bisection."""
    left, right = -1.0, 1.0
    for _ in range(60):
        middle = (left + right) / 2.0
        left, right = (middle, right) if falling(middle) > 0.0 else (left, middle)
    return (left + right) / 2.0


def _correlation(e: int, f: int, g: int, h: int) -> float:
    """Phi of the paired table, corrected towards 0 where positive; 0 where a margin is empty."""
    margins = (e + f) * (g + h) * (e + g) * (f + h)
    if margins == 0:
        return 0.0
    product = e * h - f * g
    half = (e + f + g + h) / 2.0
    corrected = max(product - half, 0.0) if product > 0 else float(product)
    return corrected / math.sqrt(margins)


def _joined(one: float, other: float, phi: float) -> float:
    return math.sqrt(max(one**2 - 2.0 * phi * one * other + other**2, 0.0))


def _difference(value: float, low: float, high: float, level: float, method: str, n: int) -> Statistic:
    interval = Interval(max(-1.0, low), min(1.0, high), level, method)
    return Statistic(value=value, interval=interval, method=method, n=n)


def _part(successes: int, trials: int, arm: str) -> tuple[int, int]:
    k, n = count(successes, f"successes of {arm}"), count(trials, f"trials of {arm}")
    if k > n:
        raise ValueError(f"{k} successes in {n} trials of {arm}")
    return k, n
