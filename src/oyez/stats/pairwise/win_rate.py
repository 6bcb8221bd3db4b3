"""Win rates over pairs of games in both orders, under named rules for verdicts that follow the order."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt

from oyez.stats.arrays import Bools, Floats
from oyez.stats.bounds import Bounds
from oyez.stats.mean import mean
from oyez.stats.missing import range_bounds
from oyez.stats.pairwise.winner import Winner, winners
from oyez.stats.result import Statistic

FlipRule: TypeAlias = Literal["mean", "tie", "drop"]
"""What a pair of games counts:

- `mean`: the mean of its two games (win 1, tie 1/2, loss 0).
- `tie`: 1 or 0 where the same side won both, else 1/2 (a win must hold in both orders: MT-Bench).
- `drop`: 1, 0 or 1/2 where both verdicts say the same; other pairs are left out.
"""

_VALUE = {Winner.A: 1.0, Winner.B: 0.0, Winner.TIE: 0.5}


class PairRanges(msgspec.Struct, frozen=True):
    """What each of n pairs counts."""

    low: Floats
    """The least it can count; for a pair that was read the same as `high`."""
    high: Floats
    """The most it can count."""
    counts: Bools
    """Whether it counts for certain; under `drop` a pair may be left out."""
    unread: Bools
    """Whether one of its games, or both, has no verdict."""


class WinRate(msgspec.Struct, frozen=True, kw_only=True):
    """The win rate of a over b under one rule, and what the unread games leave open."""

    rule: FlipRule
    """The rule for flips."""
    rate: Statistic
    """Mean over the pairs that count, both games read; ties count 1/2."""
    bounds: Bounds | None
    """What the rate over all pairs could be; `None` under `drop`, where unread pairs may not count at all."""
    dropped: int
    """Pairs with two verdicts that the rule leaves out."""
    unread: int
    """Pairs with an unread game; they are not in `rate`."""


def win_rate(
    a_first: npt.ArrayLike,
    b_first: npt.ArrayLike,
    rule: FlipRule = "mean",
    items: npt.ArrayLike | None = None,
    level: float = 0.95,
) -> WinRate:
    """The win rate of a over n pairs of games, each pair counting as one.

    `a_first` and `b_first` are as for `swap_table`; `items` names the item of each pair where an item has
    several. Interval: t over pairs or items. A pair with one unread game leaves `rate`, and is bounded by
    what its other game still allows.

    Raises `ValueError` for unequal lengths, other codes, or an unknown rule.
    """
    pairs = pair_ranges(a_first, b_first, rule)
    kept = pairs.counts & ~pairs.unread
    ids = None if items is None else np.asarray(items)
    if ids is not None and ids.shape != kept.shape:
        raise ValueError(f"items must name one of each of the {len(kept)} pairs, not {ids.shape}")
    rate = mean(pairs.low[kept], None if ids is None else ids[kept], level)
    bounds = None
    if rule != "drop":
        bounds = range_bounds(pairs.low, pairs.high, ids, level, scale=(0.0, 1.0), form="score")
    return WinRate(
        rule=rule,
        rate=rate,
        bounds=bounds,
        dropped=int((~kept & ~pairs.unread).sum()),
        unread=int(pairs.unread.sum()),
    )


def pair_ranges(a_first: npt.ArrayLike, b_first: npt.ArrayLike, rule: FlipRule) -> PairRanges:
    """What each pair counts under `rule`, whatever its unread games were.

    Raises `ValueError` for unequal lengths, other codes, or an unknown rule.
    """
    if rule not in ("mean", "tie", "drop"):
        raise ValueError(f"no rule {rule!r}; there are 'mean', 'tie' and 'drop'")
    one, two = winners(a_first, "a_first"), winners(b_first, "b_first")
    if one.shape != two.shape:
        raise ValueError(f"{len(one)} games with a first and {len(two)} with b first do not pair up")
    table = [[_possible(Winner(i), Winner(j), rule) for j in range(4)] for i in range(4)]
    low = np.array([[min(_worths(worth)) for worth in row] for row in table])
    high = np.array([[max(_worths(worth)) for worth in row] for row in table])
    counts = np.array([[None not in worth for worth in row] for row in table])
    unread = (one == Winner.UNREAD) | (two == Winner.UNREAD)
    return PairRanges(low[one, two], high[one, two], counts[one, two], unread)


def _possible(one: Winner, two: Winner, rule: FlipRule) -> list[float | None]:
    """What the pair could count over all that its unread games could have been."""
    ends = (Winner.A, Winner.B, Winner.TIE)
    firsts = ends if one is Winner.UNREAD else (one,)
    seconds = ends if two is Winner.UNREAD else (two,)
    return [_worth(first, second, rule) for first in firsts for second in seconds]


def _worths(possible: list[float | None]) -> list[float]:
    """Those that count; a pair that cannot count is given the whole range."""
    return [worth for worth in possible if worth is not None] or [0.0, 1.0]


def _worth(one: Winner, two: Winner, rule: FlipRule) -> float | None:
    """What a pair of read games counts; `None` where the rule leaves it out."""
    if one is two:
        return _VALUE[one]
    if rule == "mean":
        return (_VALUE[one] + _VALUE[two]) / 2.0
    return 0.5 if rule == "tie" else None
