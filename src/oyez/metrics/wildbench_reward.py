"""WildBench's reward: 100 or 50 for a win, -50 or -100 for a loss, 0 for a tie, signed by the recorded position."""

from __future__ import annotations

from collections.abc import Sequence

from oyez.core.metric import Mark, Metric, Reckoning, Settings, Units
from oyez.core.observation import Observation
from oyez.metrics._games import PARAMETERS, Games
from oyez.metrics._pairs import MATCH, pair_units

SLIGHT, MUCH = 50.0, 100.0


def _make(settings: Settings) -> Reckoning:
    games = Games(settings, "wildbench-reward")
    match = settings.word("match")

    def worth(seen: Observation) -> tuple[float, int]:
        game = games.game(seen)
        return (2.0 * game.towards - 1.0) * (MUCH if game.strength > 1 else SLIGHT), 1

    def units(marks: Sequence[Mark], reckoning: Reckoning) -> Units:
        return pair_units(marks, reckoning, "mean", match)

    return Reckoning(
        what=f"reward of {settings.word('of', 'A')}", worth=worth, ends=(-MUCH, MUCH), tie=0.0, units=units
    )


METRIC = Metric(
    name="wildbench-reward",
    about="100 or 50 for a win, -50 or -100 for a loss, 0 for a tie, signed by the recorded position.",
    parameters=(*PARAMETERS, MATCH),
    make=_make,
)
