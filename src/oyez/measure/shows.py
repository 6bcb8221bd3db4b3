"""What can be shown beside estimates: swaps, rankings, draws, losses, agreement, corrections, parser accuracy."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from oyez.core.errors import InputError
from oyez.core.metric import Settings
from oyez.measure.agreement import Agreement, agreement
from oyez.measure.draws import DrawsReport, draws_report
from oyez.measure.leaderboard import Leaderboard, leaderboard
from oyez.measure.load import Loaded
from oyez.measure.lost import LossTable, loss_table
from oyez.measure.swap import SwapReport, swap_report
from oyez.measure.truth import Corrected, ParserAccuracy, corrected, parser_accuracy
from oyez.measure.usual import Ask

Shown = SwapReport | Leaderboard | DrawsReport | LossTable | Agreement | Corrected | ParserAccuracy


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """What the things that can be shown are made from."""

    loaded: Loaded
    ask: Ask | None
    """The metric; `None` where none was named and the scale has no usual one."""
    by: str | None = None
    parameters: Mapping[str, Any] = {}
    labels: Mapping[str, Any] | None = None
    raters: str = "judge"
    floor: int = 1
    baseline: str | None = None
    level: float = 0.95

    @property
    def settings(self) -> Settings:
        """The parameters for verdicts that are games."""
        return Settings(given=dict(self.parameters), scale=self.loaded.scale)

    @property
    def metric(self) -> Ask:
        """The metric. Raises `InputError` where there is none."""
        if self.ask is None:
            raise InputError("name a metric with --metric")
        return self.ask

    @property
    def told(self) -> Mapping[str, Any]:
        """What people said. Raises `InputError` where nothing was given."""
        if self.labels is None:
            raise InputError("name the file of labels with --labels")
        return self.labels


def _swap(wanted: Wanted) -> Shown:
    return swap_report(wanted.loaded.seen, wanted.settings, wanted.level)


def _ranking(wanted: Wanted) -> Shown:
    return leaderboard(wanted.loaded.seen, wanted.settings, baseline=wanted.baseline, level=wanted.level)


def _draws(wanted: Wanted) -> Shown:
    return draws_report(wanted.loaded.seen, wanted.metric.terms(wanted.loaded.scale).reckoning, wanted.floor)


def _loss(wanted: Wanted) -> Shown:
    more = None if wanted.by is None else [wanted.by, *(name for name in ("stop",) if name != wanted.by)]
    return loss_table(wanted.loaded.seen, more, wanted.level)


def _agreement(wanted: Wanted) -> Shown:
    loaded = wanted.loaded
    return agreement(
        loaded.seen, raters=wanted.raters, labels=wanted.labels, scale=loaded.scale, level=wanted.level
    )


def _truth(wanted: Wanted) -> Shown:
    reckoning = wanted.metric.terms(wanted.loaded.scale).reckoning
    return corrected(wanted.loaded.seen, wanted.told, reckoning, wanted.level)


def _parser(wanted: Wanted) -> Shown:
    return parser_accuracy(wanted.loaded.seen, wanted.told, wanted.level)


SHOWS: Final[dict[str, Callable[[Wanted], Shown]]] = {
    "agreement": _agreement,
    "draws": _draws,
    "loss": _loss,
    "parser": _parser,
    "ranking": _ranking,
    "swap": _swap,
    "truth": _truth,
}
"""Name → how it is made."""
