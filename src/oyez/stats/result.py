"""Frozen results: a number, its interval, and the reason where either is missing."""

from __future__ import annotations

import math

import msgspec


class Interval(msgspec.Struct, frozen=True):
    """A confidence interval with its level and the name of its method."""

    low: float
    """Lower limit, in the unit of the value; finite."""
    high: float
    """Upper limit, at least `low`; finite."""
    level: float
    """Nominal coverage, between 0 and 1."""
    method: str
    """The name of the method, as the docs list it."""

    def __post_init__(self) -> None:
        if not (math.isfinite(self.low) and math.isfinite(self.high) and self.low <= self.high):
            raise ValueError(f"an interval needs two finite limits in order, not {self.low} and {self.high}")
        check_level(self.level)


class Statistic(msgspec.Struct, frozen=True, kw_only=True):
    """A number computed from data, or the reason why there is none.

    `reason` is given exactly when `value` or `interval` is missing. Nothing here is NaN or infinite.
    """

    value: float | None
    """The estimate; `None` where the data do not define one."""
    interval: Interval | None = None
    """Its confidence interval; `None` where the data do not define one."""
    reason: str | None = None
    """Why the value or the interval is missing; `None` when both are there."""
    method: str
    """What was computed, as the docs name it."""
    n: int
    """How many observations went in."""
    clusters: int | None = None
    """How many clusters they fell into; `None` where each observation stands alone."""
    se: float | None = None
    """Standard error of the value; `None` where the method has none."""
    warnings: tuple[str, ...] = ()
    """What makes the interval less sure than its level says."""

    def __post_init__(self) -> None:
        check_reason(self.reason, self.value, self.interval)
        for number in (self.value, self.se):
            check_finite(number)


class Significance(msgspec.Struct, frozen=True, kw_only=True):
    """The p-value of a test, or the reason why there is none."""

    p_value: float | None
    """Two-sided; `None` where the test has nothing to look at."""
    statistic: float | None = None
    """The test statistic; `None` for exact tests, which have none."""
    reason: str | None = None
    """Why there is no p-value; `None` when there is one."""
    method: str
    """The name of the test."""
    n: int
    """How many observations the test looked at."""

    def __post_init__(self) -> None:
        check_reason(self.reason, self.p_value)
        for number in (self.p_value, self.statistic):
            check_finite(number)


def check_reason(reason: str | None, *parts: object) -> None:
    """Raise `ValueError` unless `reason` is given exactly when one of the parts is missing."""
    if (reason is None) != all(part is not None for part in parts):
        raise ValueError("a reason is given exactly when a part of the result is missing")


def check_finite(number: float | None) -> None:
    """Raise `ValueError` for NaN and infinities: a result says `None` and why."""
    if number is not None and not math.isfinite(number):
        raise ValueError(f"{number} is not a result")


def check_level(level: float) -> None:
    """Raise `ValueError` unless `level` lies strictly between 0 and 1."""
    if not 0.0 < level < 1.0:
        raise ValueError(f"a level lies between 0 and 1, not {level}")


def nothing(reason: str, method: str, n: int = 0, clusters: int | None = None) -> Statistic:
    """A statistic without a value, and the reason."""
    return Statistic(value=None, reason=reason, method=method, n=n, clusters=clusters)
