"""Bradley-Terry strengths with intervals from resampled items, and ranks that hold for all models at once."""

from __future__ import annotations

import math

import msgspec
import numpy as np
import numpy.typing as npt

from oyez.stats.arrays import Floats, Ints, codes
from oyez.stats.bootstrap import check_resamples, guarded_percentiles, resampled_counts
from oyez.stats.pairwise.bradley_terry import BradleyTerry, bradley_terry
from oyez.stats.pairwise.games import Games, Ties, win_table
from oyez.stats.pairwise.newton import connected, find_strengths
from oyez.stats.pairwise.winner import Winner
from oyez.stats.result import Interval, check_level, check_reason

BATCH = 64
"""Win matrices solved at a time."""


class RankedModel(msgspec.Struct, frozen=True, kw_only=True):
    """One model's strength and the ranks it may have."""

    name: str
    """The model."""
    strength: float
    """Log-strength; the mean over models is 0."""
    interval: Interval | None
    """Pointwise percentile interval of the strength; `None` with the ranking's reason."""
    best_rank: int
    """The best rank that the data leave open; 1 is first."""
    worst_rank: int
    """The worst rank that the data leave open."""


class Ranking(msgspec.Struct, frozen=True, kw_only=True):
    """All models, strongest first."""

    models: tuple[RankedModel, ...] | None
    """`None` where the games define no strengths."""
    reason: str | None
    """Why there are no models or no intervals; `None` when both are there."""
    fit: BradleyTerry
    """The fit on all games, with the counts of decided, tied and unread ones."""
    level: float
    """Level of each interval, and of all rank ranges together."""
    resamples: int
    """Resamples of the items."""
    failed: int
    """Resamples without finite strengths; they count as beyond both limits."""
    items: int
    """Items that were resampled, unread games included."""

    def __post_init__(self) -> None:
        whole = self.models is not None and all(model.interval is not None for model in self.models)
        check_reason(self.reason, True if whole else None)


def rank_models(
    played: Games,
    items: npt.ArrayLike,
    ties: Ties = "half",
    level: float = 0.95,
    *,
    resamples: int = 1_000,
    seed: int = 0,
) -> Ranking:
    """Strengths with percentile intervals, and ranks with joint coverage, from a bootstrap over `items`.

    All games of an item (both orders, all pairs, all draws) are drawn together. A model's rank range is
    one plus the models surely above it, to the number of models less those surely below it; "surely" is
    judged for all pairs at once by the largest studentised difference in each resample (Mogstad, Romano,
    Shaikh and Wilhelm 2024, Review of Economic Studies 91:476).

    Raises `ValueError` for another number of items than of games, or fewer than 100 resamples.
    """
    check_level(level)
    check_resamples(resamples)
    ids, k = codes(items, len(played.winner), "items")
    fit = bradley_terry(win_table(played), ties)
    if fit.strengths is None:
        return Ranking(models=None, reason=fit.reason, fit=fit, level=level, resamples=0, failed=0, items=k)
    point = np.array(fit.strengths)
    drawn = bootstrap_strengths(played, ids, k, ties, point, resamples, seed)
    failed = resamples - len(drawn)
    models = _ranked(played.names, point, drawn, failed, level)
    lost = f"{failed} of {resamples} resamples of the items have no finite strengths"
    return Ranking(
        models=models,
        reason=lost if any(model.interval is None for model in models) else None,
        fit=fit,
        level=level,
        resamples=resamples,
        failed=failed,
        items=k,
    )


def bootstrap_strengths(
    played: Games, items: Ints, k: int, ties: Ties, start: Floats, resamples: int, seed: int
) -> Floats:
    """Strengths (resamples less failed ones, by models) with the `k` items drawn with replacement."""
    m = len(played.names)
    cells, owners, worth = _contributions(played, items, ties)
    kept: list[Floats] = []
    batch: list[Floats] = []
    for number, drawn in enumerate(resampled_counts(k, resamples, seed), start=1):
        wins: Floats = np.bincount(cells, weights=worth * drawn[owners], minlength=m * m).astype(np.float64)
        batch.append(wins.reshape(m, m))
        if len(batch) == BATCH or number == resamples:
            tables = np.array(batch)
            found = find_strengths(tables[connected(tables)], start)
            kept.append(found.theta[found.settled])
            batch = []
    return np.concatenate(kept)


def joint_ranks(point: Floats, drawn: Floats, failed: int, level: float) -> list[tuple[int, int]]:
    """Best and worst rank of each model, right for all models together with probability `level`.

    `point` holds the strengths (m), `drawn` their resamples (B by m); `failed` more resamples gave none
    and count as infinitely far off. Ranks are 1 to m throughout where too many failed.
    """
    m, total = len(point), len(drawn) + failed
    everything = [(1, m)] * m
    if len(drawn) < 2:
        return everything
    gap = point[:, None] - point[None, :]
    se, furthest = np.ones((m, m)), np.zeros(len(drawn))
    for i in range(m):
        gaps = drawn[:, i, None] - drawn
        others = np.arange(m) != i
        se[i, others] = gaps[:, others].std(axis=0, ddof=1)
        if se[i].min() <= 0.0:
            return everything
        furthest = np.maximum(furthest, np.abs((gaps - gap[i]) / se[i]).max(axis=1))
    rank = math.ceil(level * total) - 1
    if rank >= len(furthest):
        return everything
    surely = gap > np.sort(furthest)[rank] * se
    return [(1 + int(surely[:, i].sum()), m - int(surely[i].sum())) for i in range(m)]


def _ranked(
    names: tuple[str, ...], point: Floats, drawn: Floats, failed: int, level: float
) -> tuple[RankedModel, ...]:
    ranks = joint_ranks(point, drawn, failed, level)
    models = [
        RankedModel(
            name=name,
            strength=float(point[i]),
            interval=_interval(drawn[:, i], failed, level),
            best_rank=ranks[i][0],
            worst_rank=ranks[i][1],
        )
        for i, name in enumerate(names)
    ]
    return tuple(sorted(models, key=lambda model: -model.strength))


def _interval(drawn: Floats, failed: int, level: float) -> Interval | None:
    limits = guarded_percentiles(drawn, failed, level)
    return None if limits is None else Interval(*limits, level, "bootstrap over items, percentile")


def _contributions(played: Games, items: Ints, ties: Ties) -> tuple[Ints, Ints, Floats]:
    """What each read game adds to the flat win matrix: cells, the items they belong to, and how much."""
    m = len(played.names)
    forward, backward = played.a * m + played.b, played.b * m + played.a
    parts = [(forward, Winner.A, 1.0), (backward, Winner.B, 1.0)]
    if ties == "half":
        parts += [(forward, Winner.TIE, 0.5), (backward, Winner.TIE, 0.5)]
    cells, owners, worth = [], [], []
    for where, end, share in parts:
        keep = played.winner == end
        cells.append(where[keep])
        owners.append(items[keep])
        worth.append(share * played.weight[keep])
    return np.concatenate(cells), np.concatenate(owners), np.concatenate(worth)
