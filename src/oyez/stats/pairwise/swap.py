"""What happens when the same two candidates are shown in both orders."""

from __future__ import annotations

import msgspec
import numpy as np
import numpy.typing as npt

from oyez.stats.arrays import Floats
from oyez.stats.mean import clustered_rate, mean
from oyez.stats.pairwise.winner import Winner, Winners, winners
from oyez.stats.proportion import wilson
from oyez.stats.result import Significance, Statistic, nothing
from oyez.stats.significance import exact_sign

NO_PAIR = "no pair has both of its games read"


class SwapTable(msgspec.Struct, frozen=True, kw_only=True):
    """Pairs of games, one in each order, by what the two verdicts say together; the counts add up."""

    consistent_a: int
    """a won both games."""
    consistent_b: int
    """b won both games."""
    tie: int
    """Both games were ties."""
    flip_to_first: int
    """Whoever was shown first won: the verdict follows the order."""
    flip_to_second: int
    """Whoever was shown second won."""
    half_a: int
    """a won one game, the other was a tie."""
    half_b: int
    """b won one game, the other was a tie."""
    one_unread: int
    """One of the two games has no verdict."""
    both_unread: int
    """Neither game has a verdict."""

    @property
    def flips(self) -> int:
        """Pairs whose two verdicts name opposite winners."""
        return self.flip_to_first + self.flip_to_second

    @property
    def pairs(self) -> int:
        """All pairs."""
        return sum(getattr(self, name) for name in self.__struct_fields__)

    @property
    def read(self) -> int:
        """Pairs with two verdicts."""
        return self.pairs - self.one_unread - self.both_unread


def swap_table(a_first: npt.ArrayLike, b_first: npt.ArrayLike) -> SwapTable:
    """The table of n pairs of games.

    `a_first` holds the `Winner` of each game that showed a first, `b_first` that of its twin with b
    first; both name the winner, not the place it stood in. Raises `ValueError` for unequal lengths or
    other codes.
    """
    one, two = _pairs(a_first, b_first)
    at = np.bincount(one.astype(np.int64) * 4 + two, minlength=16).reshape(4, 4)
    u, a, b, t = Winner.UNREAD, Winner.A, Winner.B, Winner.TIE
    return SwapTable(
        consistent_a=int(at[a, a]),
        consistent_b=int(at[b, b]),
        tie=int(at[t, t]),
        flip_to_first=int(at[a, b]),
        flip_to_second=int(at[b, a]),
        half_a=int(at[a, t] + at[t, a]),
        half_b=int(at[b, t] + at[t, b]),
        one_unread=int(at[u, :].sum() + at[:, u].sum() - 2 * at[u, u]),
        both_unread=int(at[u, u]),
    )


def swap_consistency(
    a_first: npt.ArrayLike, b_first: npt.ArrayLike, items: npt.ArrayLike | None = None, level: float = 0.95
) -> Statistic:
    """Share of the pairs with two verdicts whose verdicts say the same.

    Wilson's interval over pairs; with `items`, which names each pair's item, its clustered form. Pairs with
    an unread game are left out: report them beside it.
    """
    one, two = _pairs(a_first, b_first)
    read = (one != Winner.UNREAD) & (two != Winner.UNREAD)
    same = (one == two)[read]
    if len(same) == 0:
        return nothing(NO_PAIR, "swap consistency")
    if items is None:
        return wilson(int(same.sum()), len(same), level)
    return clustered_rate(same, _kept(items, read), level)


def position_bias(
    a_first: npt.ArrayLike, b_first: npt.ArrayLike, items: npt.ArrayLike | None = None, level: float = 0.95
) -> Statistic:
    """Share of wins that go to the candidate shown first, less one half; from -1/2 to 1/2.

    Each pair with two verdicts counts the mean of its games (shown first won 1, tie 1/2, shown second
    won 0). Every candidate is shown first once in a pair, so without position bias the expectation is 0
    whoever is better. Interval: t over pairs, or over `items` as clusters.
    """
    one, two = _pairs(a_first, b_first)
    read = (one != Winner.UNREAD) & (two != Winner.UNREAD)
    to_first = (_share(one[read], Winner.A) + _share(two[read], Winner.B)) / 2.0
    if len(to_first) == 0:
        return nothing(NO_PAIR, "position bias")
    return mean(to_first - 0.5, None if items is None else _kept(items, read), level)


def position_test(a_first: npt.ArrayLike, b_first: npt.ArrayLike) -> Significance:
    """Exact test that flips go to the first-shown and the second-shown candidate equally often."""
    table = swap_table(a_first, b_first)
    return exact_sign(table.flip_to_first, table.flip_to_second)


def _pairs(a_first: npt.ArrayLike, b_first: npt.ArrayLike) -> tuple[Winners, Winners]:
    one, two = winners(a_first, "a_first"), winners(b_first, "b_first")
    if one.shape != two.shape:
        raise ValueError(f"{len(one)} games with a first and {len(two)} with b first do not pair up")
    return one, two


def _kept(items: npt.ArrayLike, read: npt.NDArray[np.bool_]) -> npt.NDArray[np.generic]:
    row = np.asarray(items)
    if row.shape != read.shape:
        raise ValueError(f"items must name one of each of the {len(read)} pairs, not {row.shape}")
    return np.asarray(row[read])


def _share(end: Winners, winner: Winner) -> Floats:
    """1 where `winner` won, 1/2 for a tie, else 0."""
    return np.where(end == winner, 1.0, np.where(end == Winner.TIE, 0.5, 0.0))
