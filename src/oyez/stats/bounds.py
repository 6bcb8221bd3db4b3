"""The least and the most that a number can be, as a frozen result."""

from __future__ import annotations

import msgspec

from oyez.stats.result import Interval, check_finite, check_reason


class Bounds(msgspec.Struct, frozen=True, kw_only=True):
    """The least and the most that a mean can be, whatever the unread verdicts were.

    `reason` is given exactly when a bound or the interval is missing.
    """

    low: float | None
    """The mean if every unread verdict were the worst on the scale."""
    high: float | None
    """The mean if every unread verdict were the best on the scale."""
    interval: Interval | None = None
    """Covers the true mean, wherever it lies between the bounds, with the interval's level."""
    reason: str | None = None
    """Why a bound or the interval is missing."""
    method: str
    """How the interval was made."""
    units: int
    """Independent units: observations, or clusters where they were named."""
    se_low: float | None = None
    """Standard error of `low`."""
    se_high: float | None = None
    """Standard error of `high`."""

    def __post_init__(self) -> None:
        check_reason(self.reason, self.low, self.high, self.interval)
        for number in (self.low, self.high, self.se_low, self.se_high):
            check_finite(number)

    @property
    def width(self) -> float | None:
        """`high` - `low`: how much of the number the unread verdicts leave open."""
        return None if self.low is None or self.high is None else self.high - self.low

    @property
    def sign(self) -> int | None:
        """1 or -1 where both bounds lie on that side of 0; 0 where the unread verdicts leave it open."""
        if self.low is None or self.high is None:
            return None
        return 1 if self.low > 0.0 else -1 if self.high < 0.0 else 0
