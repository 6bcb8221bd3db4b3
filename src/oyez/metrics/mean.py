"""The mean of ratings."""

from __future__ import annotations

from oyez.core.metric import Metric, Reckoning, Settings, number, on_scale, one_a_draw
from oyez.core.observation import Observation


def _make(settings: Settings) -> Reckoning:
    ends = settings.bounds

    def worth(seen: Observation) -> tuple[float, int]:
        return on_scale(number(seen.verdict, "mean"), ends), 1

    return Reckoning(what="mean rating", worth=worth, ends=ends, units=one_a_draw)


METRIC = Metric(name="mean", about="The mean of ratings.", make=_make)
