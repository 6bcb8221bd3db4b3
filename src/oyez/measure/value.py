"""The number that units come to, with its interval, and the bounds that unread units leave open."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np
import numpy.typing as npt

from oyez.core.errors import InputError
from oyez.core.metric import Ends, Reckoning, Standing, Unit
from oyez.core.nearest import listed
from oyez.measure.codes import item_codes
from oyez.stats.arrays import Floats
from oyez.stats.bootstrap import bootstrap_mean
from oyez.stats.bounds import Bounds
from oyez.stats.mean import clustered_rate, mean
from oyez.stats.missing import NOTHING_ASKED, range_bounds, rate_bounds
from oyez.stats.proportion import clopper_pearson, wilson
from oyez.stats.result import Statistic, nothing

INTERVALS = ("auto", "wilson", "clopper-pearson", "clt", "bootstrap")
"""How an interval may be made; `auto` is Wilson's for rates, clustered where items have several units, else the CLT."""

NO_ENDS = "the ends of the scale are not known: give the contract, or --scale LOW HIGH"
NO_PAIR_BOUNDS = "under flips=drop an unread game may not count at all, so nothing bounds the number"


def counted(units: Sequence[Unit]) -> list[Unit]:
    """The units whose worth is known and which the metric lets count."""
    return [unit for unit in units if unit.standing is Standing.READ and unit.counts]


def value_of(units: Sequence[Unit], reckoning: Reckoning, level: float, interval: str = "auto") -> Statistic:
    """Mean worth of the counted units, each with its weight, with an interval over items as clusters.

    Raises `InputError` for an interval that there is not, or that is for independent rates only.
    """
    if interval not in INTERVALS:
        raise InputError(f"no interval {interval!r}; {listed(interval, INTERVALS)}")
    kept = counted(units)
    if not kept:
        return nothing(_why_nothing(units), "mean over read units")
    values = _column([unit.low for unit in kept], kept)
    clusters = clusters_of(kept)
    if interval == "bootstrap":
        return bootstrap_mean(values, clusters, level)
    rated = reckoning.rate and _binary(values)
    if interval in ("wilson", "clopper-pearson") and not (rated and clusters is None):
        raise InputError(f"the interval {interval} is for rates with one draw an item")
    if not rated or interval == "clt":
        return _on_scale(mean(values, clusters, level), reckoning.unit_ends, values)
    if clusters is not None:
        return clustered_rate(values, clusters, level)
    rate = clopper_pearson if interval == "clopper-pearson" else wilson
    return rate(int(values.sum()), len(values), level)


def _on_scale(found: Statistic, ends: Ends | None, values: Floats) -> Statistic:
    """The statistic with its interval cut at the ends of the scale, which the truth cannot pass."""
    if found.interval is None or ends is None or values.min() < ends[0] or values.max() > ends[1]:
        return found
    low, high = max(ends[0], found.interval.low), min(ends[1], found.interval.high)
    interval = msgspec.structs.replace(found.interval, low=low, high=high)
    return msgspec.structs.replace(found, interval=interval)


def bounds_of(units: Sequence[Unit], reckoning: Reckoning, level: float) -> Bounds:
    """The least and the most that the number could be over all units that did not abstain."""
    kept = [unit for unit in units if unit.standing is not Standing.ABSTAINED and not _left_out(unit)]
    clusters = clusters_of(kept)
    if not kept:
        return _no_bounds(_why_nothing(units) if units else NOTHING_ASKED)
    if any(unit.low is None or unit.high is None for unit in kept):
        return _no_bounds(NO_ENDS if reckoning.ends is None else NO_PAIR_BOUNDS)
    ends = reckoning.unit_ends
    lows, highs = (_column([getattr(unit, end) for unit in kept], kept) for end in ("low", "high"))
    if reckoning.rate and clusters is None and _binary(lows) and _binary(highs):
        unread = int((lows != highs).sum())
        return rate_bounds(int(lows.sum()), len(lows) - unread, unread, level)
    if clusters is None:
        clusters = np.arange(len(lows))  # named clusters bring t, which few units need
    if ends is None:
        return range_bounds(lows, highs, clusters, level)
    return range_bounds(lows, highs, clusters, level, scale=ends, form="score")


def clusters_of(units: Sequence[Unit]) -> npt.NDArray[np.int64] | None:
    """A number for each unit's item, repeated by weight; `None` where every unit stands alone with weight 1.

    Units without an item are clusters of their own.
    """
    ids = item_codes(unit.item for unit in units)
    weights = [unit.weight for unit in units]
    if len(units) == 0 or (ids.max() == len(units) - 1 and all(weight == 1 for weight in weights)):
        return None
    return np.repeat(ids, weights)


def item_ranges(units: Sequence[Unit]) -> dict[str, Ends | None]:
    """Item → the least and the most that its mean can be; `None` where a unit has no ends."""
    sums: dict[str, list[float] | None] = {}
    for unit in units:
        if unit.item is None or unit.standing is Standing.ABSTAINED:
            continue
        if unit.low is None or unit.high is None:
            sums[unit.item] = None
            continue
        held = sums.setdefault(unit.item, [0.0, 0.0, 0.0])
        if held is not None:
            for at, much in enumerate((unit.low * unit.weight, unit.high * unit.weight, float(unit.weight))):
                held[at] += much
    return {
        item: None if held is None else (held[0] / held[2], held[1] / held[2]) for item, held in sums.items()
    }


def _left_out(unit: Unit) -> bool:
    """Whether the unit was read, and the metric's own rule leaves it out."""
    return unit.standing is Standing.READ and not unit.counts


def _binary(values: Floats) -> bool:
    return bool(np.isin(values, (0.0, 1.0)).all())


def _column(worths: Sequence[float | None], units: Sequence[Unit]) -> Floats:
    row = np.array([0.0 if worth is None else worth for worth in worths], dtype=np.float64)
    weights = [unit.weight for unit in units]
    return row if set(weights) <= {1} else np.repeat(row, weights)


def _no_bounds(reason: str) -> Bounds:
    return Bounds(low=None, high=None, reason=reason, method="imbens-manski", units=0)


def _why_nothing(units: Sequence[Unit]) -> str:
    if not units:
        return NOTHING_ASKED
    standings = {unit.standing for unit in units}
    if standings == {Standing.UNREAD}:
        return f"none of the {len(units)} units has a verdict"
    if standings == {Standing.ABSTAINED}:
        return f"all {len(units)} units abstain"
    return f"none of the {len(units)} units counts"
