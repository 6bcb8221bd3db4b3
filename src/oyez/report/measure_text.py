"""Tables of estimates with intervals and bounds, of the draws behind them, and of differences."""

from __future__ import annotations

from collections.abc import Sequence

from oyez.measure.difference import Difference
from oyez.measure.estimate import Estimate
from oyez.measure.policies import POLICIES
from oyez.report.shares import count, percent
from oyez.report.sheets import Sheet
from oyez.stats.result import Interval, Statistic


def value_sheet(estimates: Sequence[Estimate]) -> Sheet:
    """Values with intervals and bounds, a row an estimate."""
    rows = [
        [
            name_of(one),
            number(one.value),
            interval_of(None if _bounds_only(one) else one.interval),
            span(one.bounds.low, one.bounds.high),
            interval_of(one.bounds.interval),
            number(one.without_recoveries),
        ]
        for one in estimates
    ]
    level = _level(estimates)
    heads = ["", "value", f"{level} interval", "bounds", f"{level} of bounds", "not recovered"]
    methods = dict.fromkeys(one.interval.method for one in estimates if one.interval)
    bounds = dict.fromkeys(one.bounds.method for one in estimates if one.bounds.interval)
    notes = [f"interval: {', '.join(methods) or 'none'}; bounds: {', '.join(bounds) or 'none'}"]
    if estimates[0].counts.abstained:
        whole = estimates[0].bounds_with_abstained
        notes.append(f"bounds if abstentions could go either way too: {span(whole.low, whole.high)}")
    said = [(name_of(one), why) for one in estimates for why in (one.reason, *one.warnings)]
    said += [
        (name_of(one), f"no bounds: {one.bounds.reason}")
        for one in estimates
        if one.bounds.reason and one.bounds.low is None
    ]
    return Sheet(heads, rows, notes + _gathered(said))


def _gathered(said: Sequence[tuple[str, str | None]]) -> list[str]:
    """What is said of rows, each sentence once with the names of its rows before it."""
    names: dict[str, list[str]] = {}
    for name, why in said:
        if why:
            names.setdefault(why, []).append(name)
    return [f"{', '.join(dict.fromkeys(rows))}: {why}" for why, rows in names.items()]


def policy_sheets(estimates: Sequence[Estimate]) -> list[Sheet]:
    """A table a group: what each way of counting unread draws makes of it."""
    groups: dict[str, list[Estimate]] = {}
    for one in estimates:
        groups.setdefault(name_of(one), []).append(one)
    made = [_policies(name, held) for name, held in groups.items()]
    names = [POLICIES[name] for name in dict.fromkeys(one.policy for one in estimates)]
    about = [f"{policy.name}: {policy.about}" + (f" ({PARITY})" if policy.parity else "") for policy in names]
    return [*made[:-1], Sheet(made[-1].head, made[-1].rows, [*made[-1].notes, *about])]


PARITY = "parity: what an old default did, no measurement"


def _policies(name: str, estimates: Sequence[Estimate]) -> Sheet:
    rows = [
        [
            one.policy,
            span(one.bounds.low, one.bounds.high) if _bounds_only(one) else number(one.value),
            interval_of(one.interval),
            "-" if _bounds_only(one) else count(one.counted),
            number(one.without_recoveries),
        ]
        for one in estimates
    ]
    notes = _gathered(
        [
            (one.policy, why)
            for one in estimates
            for why in ((() if _bounds_only(one) else (one.reason,)) + one.warnings)
        ]
    )
    heads = [name, "value", f"{_level(estimates)} interval", "counted", "not recovered"]
    return Sheet(heads, rows, notes)


def _bounds_only(one: Estimate) -> bool:
    return POLICIES[one.policy].bounds_only


def _level(estimates: Sequence[Estimate]) -> str:
    level = next((one.interval.level for one in estimates if one.interval), 0.95)
    return f"{100 * level:g}%"


def count_sheet(estimates: Sequence[Estimate]) -> Sheet:
    """The draws behind the values, a row a group."""
    groups: dict[str, Estimate] = {}
    for one in estimates:
        groups.setdefault(name_of(one), one)
    recorded = any(one.counts.recorded for one in groups.values())
    heads = ["", "items", "draws", "read", "recovered", *(["recorded"] if recorded else [])]
    rows = []
    for name, one in groups.items():
        found = one.counts
        row = [name, count(found.items), count(found.draws), count(found.read), count(found.recovered)]
        row += [count(found.recorded)] if recorded else []
        rows.append([*row, count(found.lost_all), count(found.abstained), percent(found.coverage)])
    notes = [
        f"lost, {name}: " + ", ".join(f"{status} {count(many)}" for status, many in one.counts.lost.items())
        for name, one in groups.items()
        if one.counts.lost_all
    ]
    return Sheet([*heads, "lost", "abstained", "coverage"], rows, notes)


def difference_sheet(one: Difference) -> Sheet:
    """One difference, a row a number."""
    a, b = (name_of(side) for side in (one.a, one.b))
    found, pairing = one.difference, one.pairing
    rows = [
        ["difference", number(found.value, signed=True), _interval_or(found)],
        ["bounds", span(one.bounds.low, one.bounds.high), interval_of(one.bounds.interval)],
    ]
    if one.test is not None:
        rows.append([one.test.method, p_value(one.test.p_value), ""])
        if one.adjusted is not None:
            rows.append(["  by Holm's method", p_value(one.adjusted), ""])
    rows.append(["equal loss", p_value(one.loss.p_value), ""])
    return Sheet([f"{a} less {b}", "", "interval"], rows, _difference_notes(one, a, b, pairing.shared))


def _difference_notes(one: Difference, a: str, b: str, shared: int) -> list[str]:
    pairing = one.pairing
    if shared:
        apart = f", {count(pairing.only_a)} only in {a}, {count(pairing.only_b)} only in {b}"
        notes = [f"paired on {count(shared)} shared items{apart}; {one.difference.method}"]
    else:
        notes = [f"no shared items: taken as independent; {one.difference.method}"]
    notes.append(flip_line(one, a, b))
    if one.visible is not None:
        notes.append(f"{count(shared)} items show a difference of {number(one.visible)} with probability 0.8")
    if one.items_needed is not None:
        notes.append(f"{count(one.items_needed)} items would show this difference with probability 0.8")
    return [*notes, *([one.difference.reason] if one.difference.reason else []), *one.warnings]


def flip_line(one: Difference, a: str, b: str) -> str:
    """How few unread draws could undo the lead."""
    flip = one.flip
    if not flip.unread:
        return "no unit is unread, so none could change the order"
    if flip.needed is not None:
        leader = a if flip.leader == "a" else b
        return (
            f"{leader} leads; the order flips if {count(flip.needed)} of the {count(flip.unread)} unread went the "
            "other way"
        )
    return f"order: {flip.reason} ({count(flip.unread)} unread)"


def name_of(one: Estimate) -> str:
    """What a row is called: its group."""
    bare = ("side", "under")  # what stands on one side of a comparison says so by itself
    named = (
        f"{'' if name in bare else f'{name} '}{'(not given)' if value is None else value}"
        for name, value in one.group.items()
    )
    return ", ".join(named) or "all"


def number(value: float | None, *, signed: bool = False) -> str:
    """A value with three decimals, two from 10 on; `-` where there is none."""
    if value is None:
        return "-"
    decimals = 3 if abs(value) < 10 else 2
    shown = f"{value:{'+' if signed else ''}.{decimals}f}"
    return shown.removeprefix("-") if float(shown) == 0.0 else shown


def span(low: float | None, high: float | None) -> str:
    """Two numbers as a span."""
    return "-" if low is None or high is None else f"{number(low)} – {number(high)}"


def interval_of(interval: Interval | None) -> str:
    """An interval as a span; `-` where there is none."""
    return "-" if interval is None else span(interval.low, interval.high)


def _interval_or(found: Statistic) -> str:
    return interval_of(found.interval)


def p_value(p: float | None) -> str:
    """A p-value; `-` where the test has nothing to look at."""
    return "-" if p is None else f"p = {p:.3f}" if p >= 0.001 else f"p = {p:.1e}"
