"""Estimates of a metric over observations: one a group and policy."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from oyez.core.errors import InputError
from oyez.core.metric import LARGEST, Ends, Mark, Metric, Reckoning, Settings, Standing, Unit, Units
from oyez.core.nearest import listed
from oyez.core.observation import Observation
from oyez.core.scale import Scale
from oyez.measure.estimate import Counts, Estimate
from oyez.measure.groups import groups_of
from oyez.measure.marks import UndefinedError, abstaining, as_unread, counts_of, marks_of, without_recovered
from oyez.measure.measurement import Measurement
from oyez.measure.policies import Gaps, Policy, gaps_of, policy
from oyez.measure.value import bounds_of, counted, value_of
from oyez.metrics import METRICS
from oyez.stats.bounds import Bounds
from oyez.stats.result import Statistic, nothing

NOTHING_LEFT = "the policy leaves no draw"


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """What is measured, and how."""

    metric: Metric
    reckoning: Reckoning
    abstain: str
    level: float
    interval: str


def terms_of(
    metric: str,
    *,
    parameters: Mapping[str, Any] | None = None,
    scale: Scale | None = None,
    ends: Ends | None = None,
    abstain: str = "exclude",
    level: float = 0.95,
    interval: str = "auto",
) -> Terms:
    """A metric by its name, with parameters, scale and ways of counting. Raises `InputError` for what does not fit."""
    found = METRICS.get(metric)
    if found is None:
        raise InputError(f"no metric {metric!r}; {listed(metric, METRICS.built_in)}")
    if not 0.0 < level < 1.0:
        raise InputError(f"the level must lie between 0 and 1, not {level:g}")
    if ends is not None and not -LARGEST <= ends[0] < ends[1] <= LARGEST:
        raise InputError(
            f"the scale must go from a lower number to a higher one, not {ends[0]:g} to {ends[1]:g}"
        )
    settings = Settings(given=dict(parameters or {}), scale=scale, ends=ends, abstain=abstain)
    return Terms(
        metric=found, reckoning=found.reckon(settings), abstain=abstain, level=level, interval=interval
    )


def measure(
    observations: Iterable[Observation],
    metric: str,
    *,
    by: str | None = None,
    policies: Sequence[str] = ("complete",),
    abstain: str = "exclude",
    level: float = 0.95,
    interval: str = "auto",
    scale: Scale | None = None,
    ends: Ends | None = None,
    parameters: Mapping[str, Any] | None = None,
) -> Measurement:
    """A metric over observations, for all of them and each group by `by`, under each of the policies.

    `scale` is the contract's, `ends` its least and most number where no contract is at hand. Raises `InputError`
    for a metric, parameter or policy that there is not, and for a verdict that the metric does not take.
    """
    terms = terms_of(
        metric,
        parameters=parameters,
        scale=scale,
        ends=ends,
        abstain=abstain,
        level=level,
        interval=interval,
    )
    return measured([*observations], terms, by, policies)


def measured(
    seen: Sequence[Observation], terms: Terms, by: str | None, policies: Sequence[str]
) -> Measurement:
    """The same with the terms made."""
    chosen, gaps = [policy(name) for name in policies], gaps_of(seen)
    groups: list[tuple[dict[str, str | None], Sequence[Observation]]] = [({}, seen)]
    if by is not None:
        groups += [({by: name}, held) for name, held in groups_of(seen, by).items()]
    made: list[Estimate] = []
    for group, held in groups:
        marked = _marked(held, terms)
        made += [_estimate(marked, terms, one, group, gaps) for one in chosen]
    return Measurement(tuple(made))


def estimate(
    seen: Sequence[Observation],
    terms: Terms,
    under: Policy,
    group: dict[str, str | None] | None = None,
    gaps: Gaps | None = None,
) -> Estimate:
    """One estimate. `gaps` are those of all groups that are measured together."""
    return _estimate(_marked(seen, terms), terms, under, group or {}, gaps or gaps_of(seen))


class _Marked(msgspec.Struct, frozen=True, kw_only=True):
    """The draws of a group with all that is the same under every policy."""

    marks: list[Mark]
    without: list[Mark]
    """The same with what recoveries gave taken as unread."""
    units: Units
    bounds: Bounds
    bounds_with_abstained: Bounds
    counts: Counts


def _marked(seen: Sequence[Observation], terms: Terms) -> _Marked:
    reckoning = terms.reckoning
    marks = marks_of(seen, reckoning)
    recovered = any(one.rule is not None for one in seen)
    bounds, with_abstained = _both_bounds(marks, terms)
    return _Marked(
        marks=marks,
        without=marks_of(without_recovered(seen), reckoning) if recovered else marks,
        units=reckoning.units(marks, reckoning),
        bounds=bounds,
        bounds_with_abstained=with_abstained,
        counts=counts_of(seen),
    )


def _estimate(
    held: _Marked, terms: Terms, under: Policy, group: dict[str, str | None], gaps: Gaps
) -> Estimate:
    found, counts = _value(held.marks, terms, under, gaps)
    bare = found if held.without is held.marks else _value(held.without, terms, under, gaps)[0]
    if under.bounds_only:
        found, counts = _bounds_only(held.bounds, found), 0
        bare = nothing("the policy gives no number", "bounds")
    return Estimate(
        metric=terms.metric.name,
        what=terms.reckoning.what,
        group=group,
        policy=under.name,
        parity=under.parity,
        abstain=terms.abstain,
        value=found.value,
        interval=found.interval,
        reason=found.reason,
        method=found.method,
        counted=counts,
        units=len(held.units.units),
        bounds=held.bounds,
        bounds_with_abstained=held.bounds_with_abstained,
        without_recoveries=bare.value,
        without_recoveries_reason=None if bare.value is not None else bare.reason,
        counts=held.counts,
        warnings=(*found.warnings, *held.units.warnings),
    )


def _value(marks: Sequence[Mark], terms: Terms, under: Policy, gaps: Gaps) -> tuple[Statistic, int]:
    """The value under the policy, and how many units are in it."""
    try:
        units = policy_units(marks, terms, under, gaps)
    except UndefinedError as fault:
        return nothing(str(fault), under.name), 0
    if marks and not units:
        return nothing(NOTHING_LEFT, under.name), 0
    return value_of(units, terms.reckoning, terms.level, terms.interval), len(counted(units))


def policy_units(marks: Sequence[Mark], terms: Terms, under: Policy, gaps: Gaps) -> list[Unit]:
    """The units that a policy makes of the marks. Raises `UndefinedError` where it says nothing here."""
    reckoning = terms.reckoning
    left = under.apply(abstaining(marks, terms.abstain, reckoning), reckoning, gaps)
    return reckoning.units(left, reckoning).units


def _both_bounds(marks: Sequence[Mark], terms: Terms) -> tuple[Bounds, Bounds]:
    """What unread draws leave open; and abstentions with them."""
    reckoning = terms.reckoning
    open_marks = as_unread(marks, Standing.ABSTAINED)
    with_abstained = bounds_of(reckoning.units(open_marks, reckoning).units, reckoning, terms.level)
    if all(mark.standing is not Standing.ABSTAINED for mark in marks):
        return with_abstained, with_abstained
    try:
        left = abstaining(marks, terms.abstain, reckoning)
    except UndefinedError as fault:
        return Bounds(low=None, high=None, reason=str(fault), method="imbens-manski", units=0), with_abstained
    return bounds_of(reckoning.units(left, reckoning).units, reckoning, terms.level), with_abstained


def _bounds_only(bounds: Bounds, found: Statistic) -> Statistic:
    reason = "the policy gives bounds, and no number"
    if bounds.interval is None:
        reason = bounds.reason or reason
    return Statistic(value=None, interval=bounds.interval, reason=reason, method=bounds.method, n=found.n)
