"""The share of criteria that are met."""

from __future__ import annotations

from oyez.core.metric import Metric, Reckoning, Settings, one_a_draw
from oyez.core.observation import Observation
from oyez.metrics._passes import PASS, Passes


def _make(settings: Settings) -> Reckoning:
    passes = Passes(settings, "criterion-pass-rate")

    def worth(seen: Observation) -> tuple[float, int]:
        return passes.met(seen.verdict), 1

    return Reckoning(what="criterion pass rate", worth=worth, ends=(0.0, 1.0), rate=True, units=one_a_draw)


METRIC = Metric(
    name="criterion-pass-rate",
    about="The share of criteria that are met, a criterion a draw or several in one reply.",
    parameters=(PASS,),
    make=_make,
)
