"""The units of two groups laid beside each other, item by item where they share items."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from oyez.core.metric import Reckoning, Standing, Unit
from oyez.measure.value import NO_ENDS, counted, item_ranges, value_of
from oyez.stats.arrays import Floats
from oyez.stats.bounds import Bounds
from oyez.stats.difference import newcombe, tango
from oyez.stats.flips import Flip
from oyez.stats.mean import difference_of_means, mean
from oyez.stats.missing import difference_bounds, range_bounds
from oyez.stats.paired import SharedItems, shared_items
from oyez.stats.power import Variances, items_needed, visible_difference
from oyez.stats.result import Significance, Statistic, nothing
from oyez.stats.significance import exact_sign

FEW = 10
"""Under this many shared items their spread says too little about power."""


class Pairing(msgspec.Struct, frozen=True):
    """How the items of two groups lie over each other, unread units left out."""

    shared: int
    """Items that both have; 0 where the groups are taken as independent."""
    only_a: int
    """Items that the first alone has; they say nothing about a paired difference."""
    only_b: int
    """Items that the second alone has."""


class Compared(msgspec.Struct, frozen=True, kw_only=True):
    """A difference with its test and its power."""

    difference: Statistic
    pairing: Pairing
    test: Significance | None
    items_needed: int | None
    visible: float | None


def difference_of(a: Sequence[Unit], b: Sequence[Unit], reckoning: Reckoning, level: float) -> Compared:
    """Mean of a less mean of b.

    Paired where both have read units of the same items: Tango's interval and McNemar's exact test for rates with one
    unit an item, else the t interval of the item differences. Without shared items the two count as independent.
    """
    kept_a, kept_b = counted(a), counted(b)
    if not kept_a or not kept_b:
        return _independent(nothing("one of the two has no value", "difference"), kept_a, kept_b)
    found = _shared(kept_a, kept_b)
    n = len(found.items)
    if n == 0:
        return _independent(_apart(kept_a, kept_b, reckoning, level), kept_a, kept_b)
    pairing = Pairing(n, found.only_a, found.only_b)
    single = all(unit.weight == 1 for unit in (*kept_a, *kept_b))
    single = single and len(kept_a) == n + found.only_a and len(kept_b) == n + found.only_b
    test, difference = None, mean(found.differences, level=level)
    zeros_and_ones = bool(np.isin(found.differences, (-1.0, 0.0, 1.0)).all())
    if reckoning.rate and single and zeros_and_ones:
        only_a, only_b = (int((found.differences == end).sum()) for end in (1.0, -1.0))
        test, difference = exact_sign(only_a, only_b), tango(only_a, only_b, n, level)
    needed, visible = _power(found.differences, level)
    return Compared(difference=difference, pairing=pairing, test=test, items_needed=needed, visible=visible)


def bounds_of_difference(
    a: Sequence[Unit], b: Sequence[Unit], reckoning: Reckoning, level: float, own_a: Bounds, own_b: Bounds
) -> Bounds:
    """The least and the most that the difference could be: item by item where both were asked the same items."""
    ranges_a, ranges_b = item_ranges(a), item_ranges(b)
    shared = sorted(ranges_a.keys() & ranges_b.keys())
    if not shared:
        return difference_bounds(own_a, own_b, level)
    lows, highs = [], []
    for item in shared:
        one, other = ranges_a[item], ranges_b[item]
        if one is None or other is None:
            return Bounds(low=None, high=None, reason=NO_ENDS, method="imbens-manski", units=len(shared))
        lows.append(one[0] - other[1])
        highs.append(one[1] - other[0])
    alone = np.arange(len(shared))
    if reckoning.unit_ends is None:
        return range_bounds(lows, highs, alone, level)
    reach = reckoning.unit_ends[1] - reckoning.unit_ends[0]
    low_row, high_row = (np.clip(np.array(row), -reach, reach) for row in (lows, highs))
    return range_bounds(low_row, high_row, alone, level, scale=(-reach, reach), form="score")


def flips_of(a: Sequence[Unit], b: Sequence[Unit], reckoning: Reckoning) -> Flip:
    """How few unread units of both, gone the other way, undo the lead of the leading one.

    As `oyez.stats.flips.flips_at`, with each unread unit going no further than its own read part allows: at first
    every unread unit counts as its side's mean, then the most harmful ones go to their end, one by one. Where both
    were asked the same items, units of these count, as in the bounds of the difference.
    """
    a, b = _same_items(a, b)
    unread = [[unit for unit in side if unit.standing is Standing.UNREAD] for side in (a, b)]
    many, kept = len(unread[0]) + len(unread[1]), [counted(side) for side in (a, b)]
    if reckoning.ends is None or any(unit.low is None for side in unread for unit in side):
        return Flip(leader=None, needed=None, unread=many, reason=NO_ENDS)
    if not kept[0] or not kept[1]:
        return Flip(leader=None, needed=None, unread=many, reason="one of the two has no read unit")
    means = [float(_worths(side).mean()) for side in kept]
    if means[0] == means[1]:
        return Flip(leader=None, needed=None, unread=many, reason="the two have the same mean")
    lead, signs = abs(means[0] - means[1]), (1.0, -1.0) if means[0] > means[1] else (-1.0, 1.0)
    steps = [
        step
        for side, open_units, mean_of, sign in zip(kept, unread, means, signs, strict=True)
        for step in _steps(side, open_units, mean_of, sign)
    ]
    needed = _least(lead, steps)
    leader = "a" if signs[0] > 0.0 else "b"
    reason = "the lead survives all unread draws" if needed is None else None
    return Flip(leader=leader, needed=needed, unread=many, reason=reason)


def _same_items(a: Sequence[Unit], b: Sequence[Unit]) -> tuple[Sequence[Unit], Sequence[Unit]]:
    """The units of items that both were asked and did not abstain on; all units where there is no such item."""
    shared = item_ranges(a).keys() & item_ranges(b).keys()
    if not shared:
        return a, b
    one, other = ([unit for unit in side if unit.item in shared] for side in (a, b))
    return one, other


def _steps(kept: Sequence[Unit], unread: Sequence[Unit], mean_of: float, sign: float) -> list[float]:
    """How much the lead shrinks by each unread unit of one side at its most harmful end."""
    total = sum(_weights(kept)) + sum(_weights(unread))
    harmful = [unit.low if sign > 0.0 else unit.high for unit in unread]
    return [
        unit.weight * sign * (mean_of - (end or 0.0)) / total
        for unit, end in zip(unread, harmful, strict=True)
    ]


def _least(lead: float, steps: Sequence[float]) -> int | None:
    """How many steps, the longest first, make up the lead; `None` if all together do not."""
    left = lead * (1.0 - 1e-9)
    for taken, step in enumerate(sorted(steps, reverse=True), start=1):
        left -= step
        if step <= 0.0:
            return None
        if left <= 0.0:
            return taken
    return None


def _apart(a: Sequence[Unit], b: Sequence[Unit], reckoning: Reckoning, level: float) -> Statistic:
    """The difference of two independent groups."""
    one, other = (value_of(side, reckoning, level, "clt") for side in (a, b))
    binary = all(unit.low in (0.0, 1.0) for unit in (*a, *b))
    if reckoning.rate and binary and one.clusters is None and other.clusters is None:
        ones_a, ones_b = (int(_worths(side).sum()) for side in (a, b))
        return newcombe(ones_a, len(a), ones_b, len(b), level)
    return difference_of_means(one, other, level)


def _independent(found: Statistic, a: Sequence[Unit], b: Sequence[Unit]) -> Compared:
    items = [len({unit.item for unit in side if unit.item is not None}) for side in (a, b)]
    return Compared(difference=found, pairing=Pairing(0, *items), test=None, items_needed=None, visible=None)


def _shared(a: Sequence[Unit], b: Sequence[Unit]) -> SharedItems:
    codes: dict[str, int] = {}
    columns: list[npt.NDArray[Any]] = []
    for side in (a, b):
        named = [unit for unit in side if unit.item is not None]
        ids = [codes.setdefault(unit.item or "", len(codes)) for unit in named]
        columns += [np.repeat(np.array(ids, dtype=np.int64), _weights(named)), _worths(named)]
    return shared_items(*columns)


def _weights(units: Sequence[Unit]) -> list[int]:
    return [unit.weight for unit in units]


def _worths(units: Sequence[Unit]) -> Floats:
    row = np.array([0.0 if unit.low is None else unit.low for unit in units], dtype=np.float64)
    return np.repeat(row, _weights(units)) if len(units) else row


def _power(differences: Floats, level: float) -> tuple[int | None, float | None]:
    """Items needed to see the observed difference, and the difference that these items show."""
    spread = float(differences.var(ddof=1)) if len(differences) > 1 else 0.0
    if spread == 0.0 or len(differences) < FEW:
        return None, None
    variances, value = Variances(between=spread), float(differences.mean())
    needed = None if value == 0.0 else items_needed(value, variances, level).items
    return needed, visible_difference(len(differences), variances, level)
