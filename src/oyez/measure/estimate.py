"""A number made of readings, with everything that it rests on."""

from __future__ import annotations

from typing import Any

import msgspec

from oyez.stats.bounds import Bounds
from oyez.stats.result import Interval, check_finite, check_reason


class Counts(msgspec.Struct, frozen=True, kw_only=True):
    """The draws behind a number. They add up: read + recovered + recorded + lost = draws."""

    items: int
    """Different items; draws without an item are in none."""
    draws: int
    """Replies asked for."""
    read: int
    """Draws that the contract's own form gave a verdict for."""
    recovered: int
    """Draws that a recovery gave a verdict for."""
    recorded: int = 0
    """Draws whose value another program recorded, with an unknown instrument."""
    lost: dict[str, int]
    """Draws without a verdict, by status (`not read` for draws that no contract has read)."""
    abstained: int
    """Verdicts that are abstentions; they are among read and recovered."""

    def __post_init__(self) -> None:
        found = self.with_verdict + self.lost_all
        if found != self.draws or self.abstained > self.with_verdict or self.items > self.draws:
            raise ValueError(f"counts that do not add up: {self!r}")

    @property
    def with_verdict(self) -> int:
        """Draws that have a verdict, abstentions included."""
        return self.read + self.recovered + self.recorded

    @property
    def lost_all(self) -> int:
        """Draws without a verdict."""
        return sum(self.lost.values())

    @property
    def coverage(self) -> float | None:
        """Verdicts / replies asked for; `None` where nothing was asked for."""
        return self.with_verdict / self.draws if self.draws else None


class Estimate(msgspec.Struct, frozen=True, kw_only=True):
    """A number with its counts, interval and bounds, or the reason why there is none.

    `reason` is given exactly when `value` or `interval` is missing. Nothing here is NaN or infinite.
    """

    metric: str
    """The metric's name."""
    what: str
    """The number in words, such as `rate of 'faithful'`."""
    group: dict[str, str | None] = {}
    """Field → value of the draws that it is made of; empty for all draws."""
    policy: str
    """What unread draws count as, by name."""
    parity: bool
    """Whether the policy copies an old default: no measurement, but what that default made of the draws."""
    abstain: str
    """What abstentions count as: `exclude`, `worst` or `category`."""
    value: float | None
    """The estimate; `None` where the draws do not define one."""
    interval: Interval | None
    """Its confidence interval."""
    reason: str | None
    """Why value or interval is missing."""
    method: str
    """How value and interval were made."""
    counted: int
    """Units that are in the value: draws, pairs of games or rubrics."""
    units: int
    """Units that were asked for."""
    bounds: Bounds
    """What the number could be if the unread draws had gone either way; abstentions as `abstain` says."""
    bounds_with_abstained: Bounds
    """The same, with abstentions too taken as draws that could have gone either way."""
    without_recoveries: float | None
    """The value if recovered draws counted as unread."""
    without_recoveries_reason: str | None = None
    """Why there is none."""
    counts: Counts
    """The draws behind it, before any policy."""
    warnings: tuple[str, ...] = ()
    """What makes the number less sure than it looks."""

    def __post_init__(self) -> None:
        check_reason(self.reason, self.value, self.interval)
        check_reason(self.without_recoveries_reason, self.without_recoveries)
        check_finite(self.value)
        check_finite(self.without_recoveries)
        if not 0 <= self.counted <= self.units <= self.counts.draws:
            raise ValueError(f"{self.counted} units counted of {self.units} among {self.counts.draws} draws")

    def record(self) -> dict[str, Any]:
        """The estimate as one flat row of strings, numbers and booleans."""
        interval, counts = self.interval, self.counts
        return {
            "metric": self.metric,
            "what": self.what,
            "group": " ".join(f"{name}={value}" for name, value in self.group.items()) or None,
            "policy": self.policy,
            "parity": self.parity,
            "abstain": self.abstain,
            "value": self.value,
            "low": None if interval is None else interval.low,
            "high": None if interval is None else interval.high,
            "level": None if interval is None else interval.level,
            "method": self.method if interval is None else interval.method,
            "reason": self.reason,
            **_bounds_record("", self.bounds),
            **_bounds_record("_with_abstained", self.bounds_with_abstained),
            "without_recoveries": self.without_recoveries,
            "items": counts.items,
            "draws": counts.draws,
            "read": counts.read,
            "recovered": counts.recovered,
            "recorded": counts.recorded,
            "lost": counts.lost_all,
            "abstained": counts.abstained,
            "coverage": counts.coverage,
            "units": self.units,
            "counted": self.counted,
            "warnings": "; ".join(self.warnings) or None,
        }


def _bounds_record(name: str, bounds: Bounds) -> dict[str, float | None]:
    interval = bounds.interval
    return {
        f"bound_low{name}": bounds.low,
        f"bound_high{name}": bounds.high,
        f"bound_interval_low{name}": None if interval is None else interval.low,
        f"bound_interval_high{name}": None if interval is None else interval.high,
    }
