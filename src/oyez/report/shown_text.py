"""Tables of what is shown beside estimates, and the same as JSON."""

from __future__ import annotations

from typing import Any

import msgspec

from oyez.measure.agreement import Agreement
from oyez.measure.draws import DrawsReport
from oyez.measure.leaderboard import Leaderboard
from oyez.measure.lost import LossTable
from oyez.measure.shows import Shown
from oyez.measure.swap import SwapReport
from oyez.measure.truth import Corrected, ParserAccuracy
from oyez.report.measure_text import interval_of, number, p_value, span
from oyez.report.shares import count, of
from oyez.report.sheets import Sheet
from oyez.stats.agreement.confusion import Confusion
from oyez.stats.result import Statistic

MOST_VALUES = 12
"""A confusion table of more values is in the JSON only."""


def shown_sheets(shown: Shown) -> list[Sheet]:
    """The tables of one thing that is shown."""
    if isinstance(shown, SwapReport):
        return _swap(shown)
    if isinstance(shown, Leaderboard):
        return [_leaderboard(shown)]
    if isinstance(shown, DrawsReport):
        return [_draws(shown)]
    if isinstance(shown, LossTable):
        return [_loss(shown)]
    if isinstance(shown, Agreement):
        return _agreement(shown)
    return [_corrected(shown) if isinstance(shown, Corrected) else _parser(shown)]


def shown_tree(shown: Shown) -> dict[str, Any]:
    """One thing that is shown as a JSON object."""
    made: dict[str, Any] = msgspec.to_builtins(shown, enc_hook=_plain)
    return made


def _plain(value: Any) -> Any:
    """Arrays as lists."""
    return value.tolist()


def _reasons(*found: Statistic) -> list[str]:
    lines = [
        f"{one.method}: {why}" for one in found for why in (one.reason, *one.warnings) if why is not None
    ]
    return list(dict.fromkeys(lines))


def _swap(found: SwapReport) -> list[Sheet]:
    table = found.table
    rows: list[tuple[str, int]] = [
        ("consistent, first candidate wins", table.consistent_a),
        ("consistent, second wins", table.consistent_b),
        ("tie in both orders", table.tie),
        ("flip to whoever was shown first", table.flip_to_first),
        ("flip to whoever was shown second", table.flip_to_second),
        ("first wins once, and a tie", table.half_a),
        ("second wins once, and a tie", table.half_b),
        ("one game unread", table.one_unread),
        ("both games unread", table.both_unread),
    ]
    cells = [[name, count(many), of(many, table.pairs)] for name, many in rows]
    notes = [
        f"{count(many)} {what}, in no count of the table"
        for many, what in (
            (found.abstained, "pairs with an abstention"),
            (found.unpaired, "games in one order only"),
        )
        if many
    ]
    rates = [
        [
            f"win rate, flips {one.rule}",
            number(one.rate.value),
            interval_of(one.rate.interval),
            _bounds(one.bounds),
        ]
        for one in found.rates
    ]
    numbers = [
        ["swap consistency", number(found.consistency.value), interval_of(found.consistency.interval), ""],
        ["position bias", number(found.bias.value, signed=True), interval_of(found.bias.interval), ""],
        ["flips even?", p_value(found.test.p_value), "", ""],
        *rates,
    ]
    why = _reasons(found.consistency, found.bias, *(one.rate for one in found.rates))
    return [Sheet(["pairs", "", ""], cells, notes), Sheet(["", "value", "interval", "bounds"], numbers, why)]


def _bounds(bounds: Any) -> str:
    return "-" if bounds is None else span(bounds.low, bounds.high)


def _leaderboard(found: Leaderboard) -> Sheet:
    ranking, fit = found.ranking, found.ranking.fit
    heads = ["model", "strength", "interval", "ranks"]
    base = found.baseline
    heads += [f"win rate vs {base}", "interval", "bounds", "by strength"] if base is not None else []
    rows = []
    for model in ranking.models or ():
        ranks = f"{model.best_rank}–{model.worst_rank}"
        row = [model.name, number(model.strength, signed=True), interval_of(model.interval), ranks]
        rate = found.win_rates.get(model.name)
        if base is not None:
            row += [
                number(None if rate is None else rate.value),
                interval_of(None if rate is None else rate.interval),
                "-" if rate is None else span(rate.bounds.low, rate.bounds.high),
                number(found.win_probability.get(model.name)),
            ]
        rows.append(row)
    notes = [
        (
            f"{count(found.games)} games; by weight {fit.decided:g} decided, {fit.tied:g} tied (ties: {fit.ties}), "
            f"{fit.unread:g} unread and in no fit; {count(found.abstained)} abstained"
        ),
        f"ranks hold for all models at once; items redrawn {count(ranking.resamples)} times",
    ]
    return Sheet(heads, rows, [*notes, *([ranking.reason] if ranking.reason else [])])


def _draws(found: DrawsReport) -> Sheet:
    complete, variance = found.complete, found.variance
    rows = [
        ["items", count(complete.items)],
        [f"with {complete.floor} read draws or more", count(complete.complete)],
        ["frac_items_complete", number(complete.fraction)],
        ["read draws", count(variance.draws)],
        ["variance within items", number(variance.within)],
        ["variance between items", number(variance.between)],
        ["intra-judge agreement, ICC(1)", number(variance.agreement)],
        ["draws for an agreement of 0.8", _whole(found.for_agreement)],
        ["draws for a tenth of the variance", _whole(found.for_share)],
    ]
    return Sheet(["draws of items", ""], rows, [variance.reason] if variance.reason else [])


def _whole(number: int | None) -> str:
    return "-" if number is None else count(number)


def _loss(found: LossTable) -> Sheet:
    rows = [
        [
            f"{row.field} {'(not given)' if row.group is None else row.group}",
            count(row.counts.draws),
            count(row.counts.lost_all),
            of(row.counts.lost_all, row.counts.draws),
            interval_of(row.share.interval),
            ", ".join(f"{status} {many}" for status, many in row.counts.lost.items()),
        ]
        for row in found.rows
    ]
    notes = [
        f"equal loss by {field}: {p_value(test.p_value)} ({test.method})"
        + (f"; {test.reason}" if test.reason else "")
        for field, test in found.tests.items()
    ]
    return Sheet(["lost by", "draws", "lost", "", "interval", "how"], rows, notes)


def _agreement(found: Agreement) -> list[Sheet]:
    rows = [
        [name, number(one.value), interval_of(one.interval), count(one.n)]
        for name, one in found.coefficients.items()
    ]
    notes = [
        f"raters: {', '.join(found.raters)}; {count(found.rated_by_all)} of {count(found.units)} rated by all",
        *_reasons(*found.coefficients.values()),
    ]
    made = [Sheet(["agreement", "value", "interval", "items"], rows, notes)]
    if found.table is None or len(found.table.values) > MOST_VALUES:
        return made
    return [*made, _confusion(found.table, found.raters)]


def _confusion(table: Confusion, raters: tuple[str, ...]) -> Sheet:
    names = [str(value) for value in table.values]
    rows = [
        [name, *(count(int(many)) for many in row)]
        for name, row in zip(names, table.counts.tolist(), strict=True)
    ]
    notes = [
        (
            f"{count(table.only_first)} rated by {raters[0]} alone, {count(table.only_second)} by {raters[1]} alone, "
            f"{count(table.neither)} by neither"
        )
    ]
    return Sheet([f"{raters[0]} ↓ {raters[1]} →", *names], rows, notes)


def _corrected(found: Corrected) -> Sheet:
    counts, ppi = found.judged, found.ppi
    rows = [
        ["as judged", number(found.raw), ""],
        ["Rogan–Gladen", number(found.rogan_gladen.value), interval_of(found.rogan_gladen.interval)],
        ["PPI++", number(ppi.mean.value), interval_of(ppi.mean.interval)],
        ["specificity", number(_share(counts.pairs[1])), f"{counts.right_negative} of {counts.negative}"],
        [
            "sensitivity",
            number(_share(counts.pairs[2])),
            f"{counts.right_positive} of {counts.positive_labelled}",
        ],
    ]
    notes = [
        f"{count(found.labelled)} labelled draws with a verdict, {count(counts.n)} draws with a verdict in all",
        f"{count(found.labelled_unread)} labelled draws have no verdict; unread draws are in none of these numbers",
    ]
    return Sheet(
        ["corrected by labels", "value", "interval"], rows, notes + _reasons(found.rogan_gladen, ppi.mean)
    )


def _share(pair: tuple[int, int]) -> float | None:
    return pair[0] / pair[1] if pair[1] else None


def _parser(found: ParserAccuracy) -> Sheet:
    rows = [
        ["replies that a person looked at", count(found.checked), ""],
        ["right", count(found.right), interval_of(found.accuracy.interval)],
        ["another verdict than the person's", count(found.wrong), ""],
        ["a verdict where there is none", count(found.invented), ""],
        ["no verdict where there is one", count(found.missed), ""],
        ["wrong or invented", number(found.errors_at_most.value), interval_of(found.errors_at_most.interval)],
    ]
    method = found.errors_at_most.interval.method if found.errors_at_most.interval else ""
    return Sheet(["accuracy of the reading", "", "interval"], rows, [f"interval of the errors: {method}"])
