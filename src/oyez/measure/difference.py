"""The difference between two groups, and what the unread draws could do to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from oyez.core.metric import Standing, Unit
from oyez.core.observation import Observation
from oyez.measure.estimate import Estimate
from oyez.measure.marks import UndefinedError, marks_of
from oyez.measure.paired import Pairing, difference_of, flips_of
from oyez.measure.paired import bounds_of_difference as bounds
from oyez.measure.policies import Gaps, gaps_of, policy
from oyez.measure.run import Terms, estimate, policy_units
from oyez.stats.bounds import Bounds
from oyez.stats.flips import Flip
from oyez.stats.loss import equal_loss
from oyez.stats.result import Significance, Statistic, nothing
from oyez.stats.significance import holm

UNEQUAL = 0.05
"""Under this p-value the warning says that the arms lose draws at different rates."""


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """One group less another."""

    a: Estimate
    b: Estimate
    difference: Statistic
    """a less b: on shared items where there are any, else of two independent groups."""
    pairing: Pairing
    """How many items both have."""
    bounds: Bounds
    """What the difference could be if the unread draws had gone either way."""
    test: Significance | None
    """McNemar's exact test; `None` where the data are not paired zeros and ones."""
    adjusted: float | None
    """Its p-value by Holm's method, over all differences that were asked for together."""
    flip: Flip
    """How many unread draws, gone the other way, would undo the lead."""
    loss: Significance
    """A test that both lose the same share of their draws."""
    items_needed: int | None
    """Shared items that would show this difference with probability 0.8; `None` where it is not known."""
    visible: float | None
    """The smallest difference that the shared items show with probability 0.8."""
    warnings: tuple[str, ...] = ()

    def record(self) -> dict[str, Any]:
        """The difference as one flat row of strings and numbers."""
        interval, open_interval = self.difference.interval, self.bounds.interval
        names = [
            " ".join(f"{name}={value}" for name, value in side.group.items()) for side in (self.a, self.b)
        ]
        return {
            "metric": self.a.metric,
            "a": names[0],
            "b": names[1],
            "policy": self.a.policy,
            "difference": self.difference.value,
            "low": None if interval is None else interval.low,
            "high": None if interval is None else interval.high,
            "method": self.difference.method,
            "reason": self.difference.reason,
            "bound_low": self.bounds.low,
            "bound_high": self.bounds.high,
            "bound_interval_low": None if open_interval is None else open_interval.low,
            "bound_interval_high": None if open_interval is None else open_interval.high,
            "shared_items": self.pairing.shared,
            "p_value": None if self.test is None else self.test.p_value,
            "p_value_holm": self.adjusted,
            "flips_needed": self.flip.needed,
            "unread": self.flip.unread,
            "p_value_equal_loss": self.loss.p_value,
            "items_needed": self.items_needed,
            "warnings": "; ".join(self.warnings) or None,
        }


def differences(
    pairs: Sequence[tuple[str, str]],
    groups: Mapping[str, Sequence[Observation]],
    terms: Terms,
    *,
    by: str = "arm",
    under: str = "complete",
) -> tuple[Difference, ...]:
    """Every pair of groups, compared. Tests of several pairs are corrected together, by Holm's method."""
    gaps = gaps_of([one for seen in groups.values() for one in seen])
    found = [_difference((a, groups[a]), (b, groups[b]), terms, by, under, gaps) for a, b in pairs]
    p_values = holm([None if one.test is None else one.test.p_value for one in found])
    return tuple(msgspec.structs.replace(one, adjusted=p) for one, p in zip(found, p_values, strict=True))


def _difference(
    one: tuple[str, Sequence[Observation]],
    other: tuple[str, Sequence[Observation]],
    terms: Terms,
    by: str,
    under: str,
    gaps: Gaps,
) -> Difference:
    (name_a, seen_a), (name_b, seen_b) = one, other
    chosen = policy(under)
    a = estimate(seen_a, terms, chosen, {by: name_a}, gaps)
    b = estimate(seen_b, terms, chosen, {by: name_b}, gaps)
    try:
        units = [
            policy_units(marks_of(seen, terms.reckoning), terms, chosen, gaps) for seen in (seen_a, seen_b)
        ]
    except UndefinedError as fault:
        units, undefined = [[], []], str(fault)
    else:
        undefined = "the policy gives bounds, and no number" if chosen.bounds_only else ""
    found = difference_of(units[0], units[1], terms.reckoning, terms.level)
    open_bounds = bounds(units[0], units[1], terms.reckoning, terms.level, a.bounds, b.bounds)
    flip = flips_of(units[0], units[1], terms.reckoning)
    loss = equal_loss([a.counts.lost_all, b.counts.lost_all], [a.counts.draws, b.counts.draws])
    statistic = nothing(undefined, chosen.name) if undefined else found.difference
    return Difference(
        a=a,
        b=b,
        difference=statistic,
        pairing=found.pairing,
        bounds=open_bounds,
        test=None if undefined else found.test,
        adjusted=None,
        flip=flip,
        loss=loss,
        items_needed=found.items_needed,
        visible=found.visible,
        warnings=(*statistic.warnings, *_warnings(statistic, open_bounds, loss, units)),
    )


def _warnings(
    found: Statistic, open_bounds: Bounds, loss: Significance, units: Sequence[Sequence[Unit]]
) -> tuple[str, ...]:
    """What the lost draws could do to the difference."""
    unread = sum(unit.standing is Standing.UNREAD for side in units for unit in side)
    made = []
    if loss.p_value is not None and loss.p_value < UNEQUAL:
        made.append(
            f"the two lose draws at different rates (p = {loss.p_value:.2g}): lost draws are not random"
        )
    if found.value and unread and open_bounds.sign == 0:
        made.append(f"the {unread} unread units alone could explain the difference: its bounds hold 0")
    return tuple(made)
