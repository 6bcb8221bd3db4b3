"""The headline number under a parser, under oyez, and the bounds that unread replies leave open.

This is the one place where an archive becomes a number. It counts labels and takes plain means; intervals and
corrections belong to the estimates, which can take the place of `headline`.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from oyez.core.scale import Scale
from oyez.core.tally import verdict_word
from oyez.scales.preference import Preference


class Headline(msgspec.Struct, frozen=True, kw_only=True):
    """Numbers over the verdicts of an archive. `None`: there is no verdict, or no such number on this scale."""

    replies: int
    """Replies that came."""
    verdicts: int
    """Those with a verdict on the scale, abstaining ones left out."""
    labels: dict[str, int]
    """Verdict → count, abstaining ones and values off the scale too."""
    mean: float | None = None
    """Mean of the numbers; for preferences the share of A with a tie as half."""
    low: float | None = None
    """The mean if every reply without a verdict were at the low end of the scale."""
    high: float | None = None
    """The same at the high end."""


class Count:
    """A headline in the making."""

    def __init__(self, scale: Scale) -> None:
        self._scale = scale
        self._labels: Counter[str] = Counter()
        self._sum = 0.0
        self._numbers = 0
        self._replies = 0
        self._abstained = 0

    def add(self, verdict: Any, *, has: bool) -> None:
        """One reply: its verdict, or none."""
        self._replies += 1
        if not has:
            return
        self._labels[verdict_word(verdict)] += 1
        if isinstance(verdict, str) and verdict in self._scale.abstain:
            self._abstained += 1
            return
        number = number_of(verdict, self._scale)
        if number is not None:
            self._sum += number
            self._numbers += 1

    def headline(self) -> Headline:
        """The numbers so far."""
        span = ends(self._scale)
        open_ = self._replies - self._numbers - self._abstained
        whole = self._numbers + open_
        low = high = None
        if span is not None and whole:
            low, high = ((self._sum + open_ * end) / whole for end in span)
        return Headline(
            replies=self._replies,
            verdicts=self._numbers if span is not None else sum(self._labels.values()) - self._abstained,
            labels=dict(self._labels.most_common()),
            mean=self._sum / self._numbers if self._numbers else None,
            low=low,
            high=high,
        )


def number_of(verdict: Any, scale: Scale) -> float | None:
    """A verdict as a number, where its scale has numbers: a rating, 1 or 0, or the share of A."""
    if isinstance(scale, Preference):
        if verdict not in scale.labels:
            return None
        return {"A": 1.0, "B": 0.0, None: 0.5}[scale.winner(verdict)]
    if isinstance(verdict, bool):
        return float(verdict)
    return float(verdict) if isinstance(verdict, int | float) and verdict == verdict else None


def ends(scale: Scale) -> tuple[float, float] | None:
    """The lowest and highest number of a scale; `None` where it has none."""
    if scale.bounds is not None:
        return scale.bounds
    return None if (scale.labelled and not isinstance(scale, Preference)) or scale.free else (0.0, 1.0)
