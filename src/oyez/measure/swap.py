"""Pairs of games in both orders: what the order of showing does to the verdicts."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np

from oyez.core.errors import InputError
from oyez.core.metric import Mark, Settings, Standing
from oyez.core.observation import Observation
from oyez.measure.codes import item_codes
from oyez.metrics._games import Games, order_of
from oyez.metrics._pairs import paired
from oyez.stats.pairwise.swap import (
    SwapTable,
    position_bias,
    position_test,
    swap_consistency,
    swap_table,
)
from oyez.stats.pairwise.win_rate import WinRate, win_rate
from oyez.stats.pairwise.winner import Winner
from oyez.stats.result import Significance, Statistic


class SwapReport(msgspec.Struct, frozen=True, kw_only=True):
    """What both orders of each pair say together; a is the candidate that was asked about."""

    table: SwapTable
    consistency: Statistic
    """Share of the pairs with two verdicts whose verdicts say the same."""
    bias: Statistic
    """Share of wins that go to the candidate shown first, less one half."""
    test: Significance
    """Whether flips go to the first-shown and the second-shown candidate equally often."""
    rates: tuple[WinRate, ...]
    """The win rate of a under each rule for flips."""
    abstained: int
    """Pairs with an abstention; they are in no count of the table."""
    unpaired: int
    """Games that were shown in one order only; they are in no count of the table."""


def swap_report(seen: Sequence[Observation], settings: Settings, level: float = 0.95) -> SwapReport:
    """The table, position bias and win rates of games that were shown in both orders.

    `settings` are those of the metric win-rate. Raises `InputError` for verdicts that are no preferences, and where no
    pair was shown in both orders.
    """
    games, fallback = Games(settings, "win-rate"), settings.word("order")
    found, unpaired, abstained = [], 0, 0
    for group in paired([_mark(one) for one in seen], settings.word("match")):
        if len(group) != 2:
            unpaired += 1
        elif any(mark.standing is Standing.ABSTAINED for mark in group):
            abstained += 1
        else:
            found.append(group)
    if not found and not abstained:
        raise InputError("no pair was shown in both orders AB and BA; the table of swaps needs both")
    columns: list[list[Winner]] = [[], []]
    for group in found:
        for mark in group:
            swapped = order_of(mark.of, fallback) == "BA"
            columns[swapped].append(_winner(mark, games))
    one, other = (np.array(column, dtype=np.int64) for column in columns)
    items = item_codes(group[0].of.item for group in found)
    return SwapReport(
        table=swap_table(one, other),
        consistency=swap_consistency(one, other, items, level),
        bias=position_bias(one, other, items, level),
        test=position_test(one, other),
        rates=tuple(win_rate(one, other, rule, items, level) for rule in ("mean", "tie", "drop")),
        abstained=abstained,
        unpaired=unpaired,
    )


def _mark(seen: Observation) -> Mark:
    if not seen.ok:
        return Mark(seen, Standing.UNREAD)
    return Mark(seen, Standing.ABSTAINED if seen.abstained else Standing.READ)


def _winner(mark: Mark, games: Games) -> Winner:
    """Who won, a being the candidate that was asked about."""
    if mark.standing is not Standing.READ:
        return Winner.UNREAD
    towards = games.game(mark.of).towards
    return Winner.TIE if towards == 0.5 else Winner.A if towards > 0.5 else Winner.B
