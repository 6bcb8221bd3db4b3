"""Games between models, added up into tables of wins, ties and unread verdicts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt

from oyez.stats.arrays import Floats, Ints, frozen
from oyez.stats.pairwise.winner import Winner, Winners, winners

Ties: TypeAlias = Literal["half", "drop"]
"""A tie is half a win for each, or no game at all."""


class Games(msgspec.Struct, frozen=True):
    """One row a game."""

    names: tuple[str, ...]
    """The models."""
    a: Ints
    """Place in `names` of the first contestant of each game."""
    b: Ints
    """Place in `names` of the second contestant of each game."""
    winner: Winners
    """Who won, as `Winner`."""
    weight: Floats
    """How many games the row stands for."""


class WinTable(msgspec.Struct, frozen=True):
    """Games added up: models by models."""

    names: tuple[str, ...]
    """The models, in the order of rows and columns."""
    wins: Floats
    """`wins[i, j]`: games that i won against j."""
    ties: Floats
    """Ties between i and j; symmetric."""
    unread: Floats
    """Games between i and j without a verdict; symmetric."""

    @property
    def counts(self) -> tuple[float, float, float]:
        """Decided, tied and unread games."""
        return float(self.wins.sum()), float(self.ties.sum()) / 2.0, float(self.unread.sum()) / 2.0

    def effective(self, ties: Ties) -> Floats:
        """Wins as the model sees them, ties counted as `ties` says; unread games are none."""
        if ties not in ("half", "drop"):
            raise ValueError(f"no rule {ties!r} for ties; there are 'half' and 'drop'")
        return self.wins + self.ties / 2.0 if ties == "half" else self.wins


def games(
    a: npt.ArrayLike,
    b: npt.ArrayLike,
    winner: npt.ArrayLike,
    names: Sequence[str],
    weight: npt.ArrayLike | None = None,
) -> Games:
    """Games from three columns: places of the two contestants in `names`, and the `Winner`.

    `weight` says how many games each row stands for (3 for a strong preference in the manner of
    Arena-Hard; default 1). Raises `ValueError` for columns of unequal length, a place outside `names`,
    a model that plays itself, or a weight that is not above 0.
    """
    first, second, end = np.asarray(a), np.asarray(b), winners(winner, "winner")
    n = len(end)
    weights = np.ones(n) if weight is None else np.asarray(weight, dtype=np.float64)
    if first.shape != (n,) or second.shape != (n,) or weights.shape != (n,):
        raise ValueError(f"the columns of {n} games must all have {n} rows")
    if n and not all(np.issubdtype(column.dtype, np.integer) for column in (first, second)):
        raise ValueError("contestants are given as whole numbers, their places in names")
    first, second = first.astype(np.int64), second.astype(np.int64)
    if n and (min(first.min(), second.min()) < 0 or max(first.max(), second.max()) >= len(names)):
        raise ValueError(f"a contestant is not one of the {len(names)} names")
    if (first == second).any():
        raise ValueError("a model cannot play itself")
    if n and not (np.isfinite(weights).all() and weights.min() > 0.0):
        raise ValueError("weights must be finite and above 0")
    return Games(tuple(names), first, second, end, weights)


def win_table(played: Games) -> WinTable:
    """The games added up by pair of models."""
    m = len(played.names)
    cells = (played.a * m + played.b) * 4 + played.winner
    flat = np.bincount(cells, weights=played.weight, minlength=4 * m * m)
    by_end = flat.astype(np.float64).reshape(m, m, 4)
    wins = by_end[:, :, Winner.A] + by_end[:, :, Winner.B].T
    ties = by_end[:, :, Winner.TIE] + by_end[:, :, Winner.TIE].T
    unread = by_end[:, :, Winner.UNREAD] + by_end[:, :, Winner.UNREAD].T
    return WinTable(played.names, frozen(wins), frozen(ties), frozen(unread))
