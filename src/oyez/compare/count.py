"""Counts over the readings of one arm: how many ended how, and the mean of the ratings."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import msgspec

from oyez.core.observation import Observation
from oyez.core.reading import Reading
from oyez.core.scale import Scale
from oyez.core.status import Status
from oyez.core.tally import Tally, TallyCount, verdict_word
from oyez.measure.usual import usual_estimate

if TYPE_CHECKING:
    from oyez.measure.estimate import Estimate


class Measure(msgspec.Struct, frozen=True, kw_only=True):
    """What the readings of one arm come to under one instrument."""

    tally: Tally
    mean: float | None
    """Mean of the ratings, abstentions left out; `None` where there is no rating."""
    mean_read: float | None
    """The same without what recoveries gave."""
    recorded: dict[str, int] = {}
    """Values that came with the archive and are in `mean`, with their counts; no tally counts them."""
    estimate: Estimate | None = None
    """The usual metric of the scale, with interval and bounds; `None` where there is none."""
    no_estimate: str | None = None
    """Why there is none."""


class MeasureCount:
    """A measure in the making."""

    def __init__(self) -> None:
        self._tally = TallyCount()
        self._read = _Mean()
        self._all = _Mean()
        self._recorded: Counter[str] = Counter()
        self._seen: list[Observation] = []

    def keep(self, seen: Observation) -> None:
        """Keep one reading for an estimate; memory grows with what is kept."""
        self._seen.append(seen)

    def add(self, reading: Reading | Observation) -> None:
        """Count one reading."""
        self._tally.add(reading)
        if reading.ok and not reading.abstained:
            self._all.add(reading.verdict)
            if reading.status is Status.READ:
                self._read.add(reading.verdict)

    def add_recorded(self, value: Any) -> None:
        """Count a value that came with the archive."""
        self._recorded[verdict_word(value)] += 1
        self._all.add(value)

    def estimated(self, scale: Scale | None, group: dict[str, str | None]) -> Measure:
        """The measure with the estimate of the scale's usual metric over the observations that were added."""
        found, reason = usual_estimate(self._seen, scale, group)
        return msgspec.structs.replace(self.measure(), estimate=found, no_estimate=reason)

    def measure(self) -> Measure:
        """The measure of what was added so far."""
        return Measure(
            tally=self._tally.tally(),
            mean=self._all.mean(),
            mean_read=self._read.mean(),
            recorded=dict(self._recorded),
        )


class _Mean:
    """A mean of numbers; what is no number is passed over."""

    def __init__(self) -> None:
        self._sum = 0.0
        self._count = 0

    def add(self, value: Any) -> None:
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            self._sum += value
            self._count += 1

    def mean(self) -> float | None:
        return self._sum / self._count if self._count else None
