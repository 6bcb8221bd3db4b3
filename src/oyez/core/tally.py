"""How many readings ended how; the counts by status always add up to the replies asked for."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable

import msgspec

from oyez.core.observation import Observation
from oyez.core.reading import Reading, Verdict
from oyez.core.status import Status, Stop

LONGEST_WORD = 60
"""A verdict written longer than this is counted as `(text)` or `(object)`, so that a tally stays small."""


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """Counts over readings. Tallies add: `a + b` is the tally of both sets of readings."""

    statuses: dict[Status, int]
    """Readings by status; every status is there. The sum is the number of replies asked for."""
    rules: dict[str, int] = {}
    """Recovered readings by the rule that gave the verdict."""
    abstained: int = 0
    """Verdicts that the contract lists under `abstain`."""
    verdicts: dict[str, int] = {}
    """Verdicts as `verdict_word` writes them, with their counts."""
    stops: dict[Stop, int] = {}
    """Readings by the stop reason that the provider gave."""
    kept_truncated: int = 0
    """Verdicts read from replies that the provider cut for length."""

    def __post_init__(self) -> None:
        with_verdict = self.with_verdict
        sums = {
            "rules": (sum(self.rules.values()), self.statuses[Status.RECOVERED]),
            "verdicts": (sum(self.verdicts.values()), with_verdict),
            "stops": (sum(self.stops.values()), self.replies),
        }
        wrong = [name for name, (found, due) in sums.items() if found != due]
        if wrong or self.abstained > with_verdict or self.kept_truncated > self.stops.get(Stop.LENGTH, 0):
            raise ValueError(f"a tally whose counts do not add up: {self!r} ({', '.join(wrong) or 'shares'})")

    @property
    def replies(self) -> int:
        """The replies asked for."""
        return sum(self.statuses.values())

    @property
    def with_verdict(self) -> int:
        """Readings that have a verdict."""
        return sum(count for status, count in self.statuses.items() if status.has_verdict)

    @property
    def coverage(self) -> float | None:
        """Verdicts / replies asked for, from 0 to 1; `None` when no reply was asked for."""
        return self.with_verdict / self.replies if self.replies else None

    @property
    def abstained_share(self) -> float | None:
        """Abstained / verdicts, from 0 to 1; `None` when there is no verdict."""
        return self.abstained / self.with_verdict if self.with_verdict else None

    @staticmethod
    def of(readings: Iterable[Reading]) -> Tally:
        """The tally of `readings`."""
        count = TallyCount()
        for reading in readings:
            count.add(reading)
        return count.tally()

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            statuses={status: self.statuses[status] + other.statuses[status] for status in Status},
            rules=_sum(self.rules, other.rules),
            abstained=self.abstained + other.abstained,
            verdicts=_sum(self.verdicts, other.verdicts),
            stops={stop: self.stops.get(stop, 0) + other.stops.get(stop, 0) for stop in Stop},
            kept_truncated=self.kept_truncated + other.kept_truncated,
        )


class TallyCount:
    """A tally in the making: `add` readings one by one, take the frozen `tally` at any moment."""

    def __init__(self) -> None:
        self._statuses: Counter[Status] = Counter()
        self._rules: Counter[str] = Counter()
        self._verdicts: Counter[str] = Counter()
        self._stops: Counter[Stop] = Counter()
        self._abstained = 0
        self._kept_truncated = 0

    def add(self, reading: Reading | Observation) -> None:
        """Count one reading. Raises `ValueError` for a draw that was never read."""
        if reading.status is None:
            raise ValueError("a draw that was never read has no place in a tally of readings")
        self._statuses[reading.status] += 1
        self._stops[reading.stop] += 1
        if not reading.ok:
            return
        self._verdicts[verdict_word(reading.verdict)] += 1
        self._abstained += reading.abstained
        self._kept_truncated += reading.stop is Stop.LENGTH
        if reading.rule is not None:
            self._rules[reading.rule] += 1

    def tally(self) -> Tally:
        """The tally of what was added so far."""
        return Tally(
            statuses={status: self._statuses[status] for status in Status},
            rules=dict(self._rules),
            abstained=self._abstained,
            verdicts=dict(self._verdicts),
            stops={stop: self._stops[stop] for stop in Stop},
            kept_truncated=self._kept_truncated,
        )


def verdict_word(verdict: Verdict) -> str:
    """A verdict as a table writes it: a label as it stands, others as JSON, long ones by their kind."""
    if isinstance(verdict, dict):
        return "(object)"
    if isinstance(verdict, str):
        return verdict if len(verdict) <= LONGEST_WORD else "(text)"
    if type(verdict) is int:
        return str(verdict)
    if isinstance(verdict, float) and verdict.is_integer() and abs(verdict) < 1e15:
        return str(int(verdict))  # 7.0 and 7 are one number
    word = json.dumps(verdict, ensure_ascii=False)
    return word if len(word) <= LONGEST_WORD else "(list)"


def _sum(left: dict[str, int], right: dict[str, int]) -> dict[str, int]:
    return dict(Counter(left) + Counter(right))
