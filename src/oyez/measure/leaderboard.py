"""Models ranked by their games: Bradley-Terry strengths, joint ranks, and win rates against one baseline."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np

from oyez.core.errors import InputError
from oyez.core.metric import Settings, shown
from oyez.core.nearest import listed
from oyez.core.observation import Observation
from oyez.measure.codes import item_codes
from oyez.measure.estimate import Estimate
from oyez.measure.policies import policy
from oyez.measure.run import estimate, terms_of
from oyez.metrics._games import Games
from oyez.stats.pairwise.games import Ties, games
from oyez.stats.pairwise.ranking import Ranking, rank_models
from oyez.stats.pairwise.winner import Winner


class Leaderboard(msgspec.Struct, frozen=True, kw_only=True):
    """Models by their games."""

    names: tuple[str, ...]
    """The models, sorted."""
    ranking: Ranking
    """Bradley-Terry strengths with intervals from resampled items, and ranks that hold for all models at once."""
    baseline: str | None
    """The model that win rates are against."""
    win_rates: dict[str, Estimate]
    """Model → its win rate against the baseline, from the games between the two."""
    win_probability: dict[str, float | None]
    """Model → the probability that it beats the baseline, from the strengths: Arena-Hard's score."""
    games: int
    """Games that were asked for."""
    abstained: int
    """Games whose judge gave no opinion; they are in no fit."""


def leaderboard(
    seen: Sequence[Observation],
    settings: Settings,
    *,
    baseline: str | None = None,
    ties: Ties = "half",
    level: float = 0.95,
    resamples: int = 1_000,
    seed: int = 0,
) -> Leaderboard:
    """Models ranked by the games of arms written `NAME vs NAME`; a strong preference counts `strong` games.

    An unread game is no game in the fit, and is counted; the win rates hold its bounds. Raises `InputError` for arms
    that name no two models, or a baseline that is not among them.
    """
    sides = [_sides(one.arm) for one in seen]
    names = tuple(sorted({name for pair in sides for name in pair}))
    if baseline is not None and baseline not in names:
        raise InputError(f"no game of the baseline {baseline!r}; {listed(baseline, names)}")
    strong, place = settings.whole("strong", 1), {name: at for at, name in enumerate(names)}
    read = Games(_of(settings, "A"), "win-rate")
    kept = [(one, pair) for one, pair in zip(seen, sides, strict=True) if not one.abstained]
    ends = [_end(one, read, strong) for one, _ in kept]
    played = games(
        np.array([place[pair[0]] for _, pair in kept], dtype=np.int64),
        np.array([place[pair[1]] for _, pair in kept], dtype=np.int64),
        [int(winner) for winner, _ in ends],
        names,
        [float(weight) for _, weight in ends],
    )
    items = item_codes(one.item for one, _ in kept)
    ranking = rank_models(played, items, ties, level, resamples=resamples, seed=seed)
    rates, chances = _against(baseline, names, seen, sides, settings, level), {}
    if baseline is not None:
        chances = {name: ranking.fit.win_probability(name, baseline) for name in names if name != baseline}
    return Leaderboard(
        names=names,
        ranking=ranking,
        baseline=baseline,
        win_rates=rates,
        win_probability=chances,
        games=len(seen),
        abstained=len(seen) - len(kept),
    )


def _sides(arm: str | None) -> tuple[str, str]:
    first, middle, second = (arm or "").partition(" vs ")
    if not middle or not first or not second or first == second:
        raise InputError(
            f"the arm {shown(arm)} names no two models; for a ranking arms are written NAME vs NAME"
        )
    return first, second


def _of(settings: Settings, name: str) -> Settings:
    return msgspec.structs.replace(settings, given={**settings.given, "of": name})


def _end(seen: Observation, read: Games, strong: int) -> tuple[Winner, int]:
    if not seen.ok:
        return Winner.UNREAD, 1
    game = read.game(seen)
    winner = Winner.TIE if game.towards == 0.5 else Winner.A if game.towards > 0.5 else Winner.B
    return winner, strong if game.strength > 1 else 1


def _against(
    baseline: str | None,
    names: Sequence[str],
    seen: Sequence[Observation],
    sides: Sequence[tuple[str, str]],
    settings: Settings,
    level: float,
) -> dict[str, Estimate]:
    """The win rate of every model in its games with the baseline."""
    found: dict[str, Estimate] = {}
    for name in names:
        own = [one for one, pair in zip(seen, sides, strict=True) if {name, baseline} == {*pair}]
        if baseline is None or name == baseline or not own:
            continue
        terms = terms_of(
            "win-rate",
            parameters=_of(settings, name).given,
            scale=settings.scale,
            ends=settings.ends,
            level=level,
        )
        found[name] = estimate(own, terms, policy("complete"), {"model": name})
    return found
