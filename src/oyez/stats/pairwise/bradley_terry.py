"""Bradley-Terry strengths of models from their games, with ties and unread games as inputs of their own."""

from __future__ import annotations

import math

import msgspec
import numpy as np

from oyez.stats.arrays import Bools, Floats, frozen
from oyez.stats.normal import z_two_sided
from oyez.stats.pairwise.games import Ties, WinTable
from oyez.stats.pairwise.newton import connected, find_strengths, fix
from oyez.stats.result import Interval, Statistic, check_reason, nothing


class BradleyTerry(msgspec.Struct, frozen=True, kw_only=True):
    """Log-strengths of the models: i beats j with probability 1 / (1 + exp(s_j - s_i))."""

    names: tuple[str, ...]
    """The models."""
    strengths: tuple[float, ...] | None
    """One a model, in natural log-odds; their mean is 0. `None` where the games define none."""
    covariance: Floats | None
    """Covariance of the strengths (models by models), from the curvature of the likelihood."""
    reason: str | None = None
    """Why there are no strengths."""
    ties: Ties
    """How ties were counted."""
    decided: float
    """Games with a winner (by weight)."""
    tied: float
    """Ties (by weight)."""
    unread: float
    """Games without a verdict (by weight); they take no part in the fit."""

    def __post_init__(self) -> None:
        check_reason(self.reason, self.strengths, self.covariance)

    def difference(self, one: str, other: str, level: float = 0.95) -> Statistic:
        """Strength of `one` less that of `other`, with a normal interval that takes games as independent.

        Games of one item are not independent: `bootstrap_strengths` draws whole items. Raises `ValueError`
        for a name that is not there.
        """
        method, i, j = "bradley-terry, normal", self.names.index(one), self.names.index(other)
        n = round(self.decided + self.tied)
        if self.strengths is None or self.covariance is None:
            return nothing(self.reason or "", method, n)
        c, value = self.covariance, self.strengths[i] - self.strengths[j]
        se = math.sqrt(max(float(c[i, i] + c[j, j] - 2.0 * c[i, j]), 0.0))
        if se == 0.0:
            return Statistic(value=0.0, reason="a model does not differ from itself", method=method, n=n)
        z = z_two_sided(level)
        interval = Interval(value - z * se, value + z * se, level, method)
        return Statistic(value=value, interval=interval, method=method, n=n, se=se)

    def win_probability(self, one: str, other: str) -> float | None:
        """The probability that `one` beats `other` in a game that is not tied; `None` without strengths."""
        if self.strengths is None:
            return None
        gap = self.strengths[self.names.index(one)] - self.strengths[self.names.index(other)]
        return 1.0 / (1.0 + math.exp(-gap))


def bradley_terry(table: WinTable, ties: Ties = "half") -> BradleyTerry:
    """Maximum-likelihood strengths (Zermelo 1929; Bradley and Terry 1952), by Newton's method.

    `ties="half"` counts a tie as half a win for each side, `"drop"` leaves ties out. Finite strengths exist
    exactly where no group of models won nothing against all the others (Ford 1957); otherwise there are
    none, and `reason` names the group.
    """
    wins = table.effective(ties)
    decided, tied, unread = table.counts
    reason = _obstacle(wins, table.names)
    found, covariance = None, None
    if reason is None:
        fit = find_strengths(wins[None])
        if fit.settled[0]:
            found = tuple(float(s) for s in fit.theta[0])
            covariance = frozen(_inverse(fit.information[0]))
        else:
            reason = "the likelihood is too flat for its maximum to be found"
    return BradleyTerry(
        names=table.names,
        strengths=found,
        covariance=covariance,
        reason=reason,
        ties=ties,
        decided=decided,
        tied=tied,
        unread=unread,
    )


def bradley_terry_range(table: WinTable, name: str, ties: Ties = "half") -> tuple[BradleyTerry, BradleyTerry]:
    """The fit with all unread games of one model lost, and with all of them won.

    Together they bound that model's strength as far as its own unread games go; unread games between
    others stay out. Raises `ValueError` for a name that is not there.
    """
    i = table.names.index(name)
    lost, won = table.wins.copy(), table.wins.copy()
    lost[:, i] += table.unread[:, i]
    won[i, :] += table.unread[i, :]
    rest = table.unread.copy()
    rest[i, :] = rest[:, i] = 0.0
    worst = WinTable(table.names, lost, table.ties, rest)
    best = WinTable(table.names, won, table.ties, rest)
    return bradley_terry(worst, ties), bradley_terry(best, ties)


def _inverse(information: Floats) -> Floats:
    """The covariance of the centred strengths: the inverse across the direction that is left open."""
    m = len(information)
    size = float(information.trace()) / m**2
    found: Floats = np.linalg.inv(information + fix(np.array([size]), m)[0]) - 1.0 / (size * m**2)
    return found


def _obstacle(wins: Floats, names: tuple[str, ...]) -> str | None:
    """Why the likelihood has no finite maximum; `None` where it has one."""
    if len(names) < 2:
        return "there are fewer than two models to compare"
    if connected(wins[None])[0]:
        return None
    played = wins + wins.T > 0.0
    idle = [name for i, name in enumerate(names) if not played[i].any()]
    if idle:
        return f"no read game of {_listed(idle)}"
    together = _closure(played)[0]
    if not together.all():
        apart = [name for i, name in enumerate(names) if not together[i]]
        return (
            f"the games fall apart: {_listed(apart)} never met the others, directly or through third models"
        )
    reach = _closure(wins > 0.0)
    below = reach[int(reach.sum(axis=1).argmin())]
    losers = [name for i, name in enumerate(names) if below[i]]
    return f"{_listed(losers)} never won or tied against the others, so the gap has no finite size"


def _closure(edges: Bools) -> Bools:
    """Row i: what can be reached from i along the edges, i included."""
    found = edges | np.eye(len(edges), dtype=bool)
    while True:
        further = (found.astype(np.float64) @ found.astype(np.float64)) > 0.0
        if (further == found).all():
            return np.asarray(found)
        found = further


def _listed(names: list[str]) -> str:
    shown = ", ".join(names[:5])
    return shown if len(names) <= 5 else f"{shown} and {len(names) - 5} more"
