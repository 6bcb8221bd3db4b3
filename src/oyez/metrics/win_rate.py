"""The share of comparisons that one of two candidates wins, both orders of a pair together."""

from __future__ import annotations

from collections.abc import Sequence

from oyez.core.errors import InputError
from oyez.core.metric import Mark, Metric, Parameter, Reckoning, Settings, Units
from oyez.core.observation import Observation
from oyez.metrics._games import PARAMETERS, Games
from oyez.metrics._pairs import MATCH, check_flips, pair_units


def _make(settings: Settings) -> Reckoning:
    games = Games(settings, "win-rate")
    strong = settings.whole("strong", 1)
    flips = check_flips(settings.word("flips", "mean"))
    match = settings.word("match")
    if strong > 1 and flips != "mean":
        raise InputError("weights for strong preferences go with flips=mean only")

    def worth(seen: Observation) -> tuple[float, int]:
        game = games.game(seen)
        return game.towards, strong if game.strength > 1 else 1

    def units(marks: Sequence[Mark], reckoning: Reckoning) -> Units:
        return pair_units(marks, reckoning, flips, match)

    side = settings.word("of", "A")
    return Reckoning(
        what=f"win rate of {side}" + (f", flips {flips}" if flips != "mean" else ""),
        worth=worth,
        ends=(0.0, 1.0),
        tie=0.5,
        heaviest=strong if games.strongest > 1 else 1,
        units=units,
    )


METRIC = Metric(
    name="win-rate",
    about="The share of comparisons that one of two candidates wins, both orders of a pair together.",
    parameters=(
        *PARAMETERS,
        Parameter(
            "strong", "How many games a preference of strength 2 or more counts as (Arena-Hard: 3).", "1"
        ),
        Parameter("flips", "What a pair counts whose verdicts follow the order: mean, tie or drop.", "mean"),
        MATCH,
    ),
    make=_make,
)
