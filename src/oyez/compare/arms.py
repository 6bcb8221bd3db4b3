"""Two arms under one instrument: their numbers side by side, or the reason why they must not be compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from oyez.compare.count import Measure, MeasureCount
from oyez.compare.selected import Source, check_arms
from oyez.compare.split import check_one_instrument
from oyez.core.errors import InputError
from oyez.core.nearest import listed
from oyez.core.observation import Observation
from oyez.ledger import Ledger
from oyez.ledger.asked import Asked
from oyez.measure.groups import groups_of
from oyez.measure.latest import LeftOut
from oyez.measure.load import Loaded, load_ledger
from oyez.measure.usual import Ask, usual

if TYPE_CHECKING:
    from oyez.measure.difference import Difference


class Arm(msgspec.Struct, frozen=True):
    """One arm of a comparison."""

    name: str
    draws: int
    measure: Measure
    sources: dict[Source, int]
    """What gave the values → how many draws."""


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """Arms side by side."""

    ledger: str
    """The ledger, or the file of readings."""
    arms: list[Arm]
    contract: str | None
    """`name@version#digest` of the contract that read all arms; `None` where the instrument is split."""
    reader: str | None
    split: list[str]
    """Why the arms were not measured by one instrument; empty if they were."""
    acknowledged: str | None
    """The reason that was given for going on over a split."""
    differences: tuple[Difference, ...] = ()
    """Each pair of arms under the metric that was asked for, the second less the first."""
    reason: str | None = None
    """Why there are no differences."""
    left_out: LeftOut
    """Replies that a later one to the same question stands for."""


def compare(
    ledger: Ledger,
    arms: list[str],
    by: Asked | None = None,
    where: str = "",
    acknowledge: str | None = None,
    ask: Ask | None = None,
) -> Comparison:
    """Lay arms beside each other. `by`: the contract whose stored readings count; else the one that has read all.

    `ask` says what to measure; without it, the usual metric of the contract's scale. Raises `RefusedError` where the
    arms were not measured by one instrument, unless `acknowledge` gives a reason; then the reason goes with the
    result. Raises `InputError` for an arm that is not there, and where it is not clear which of several readings is
    meant.
    """
    check_two(arms)
    check_arms(ledger, arms, where)
    loaded = load_ledger(ledger, arms, by, where)
    return compare_loaded(loaded, [(arms[0], other) for other in arms[1:]], acknowledge, ask)


def compare_loaded(
    loaded: Loaded,
    pairs: Sequence[tuple[str, str]],
    acknowledge: str | None = None,
    ask: Ask | None = None,
    by: str = "arm",
) -> Comparison:
    """The same of draws that were loaded: the groups named in `pairs`, by the field `by`."""
    names = list(dict.fromkeys(name for pair in pairs for name in pair))
    groups = groups_of(loaded.seen, by)
    for pair in pairs:
        check_two(pair)
    for name in names:
        if name not in groups:
            known = [group for group in groups if group is not None]
            raise InputError(f"{loaded.name}: no draw has the {by} {name!r}; {listed(name, known)}")
    sources = loaded.sources_by(by, names)
    split = check_one_instrument(loaded, sources, acknowledge)
    first = next(iter(sources[names[0]]))
    chosen: dict[str, Sequence[Observation]] = {name: groups[name] for name in names}
    differences, reason = usual([(b, a) for a, b in pairs], chosen, loaded.scale, ask, by)
    return Comparison(
        ledger=loaded.name,
        arms=[_arm(name, chosen[name], sources[name]) for name in names],
        contract=None if split else first.contract,
        reader=None if split else first.reader,
        split=split,
        acknowledged=acknowledge if split else None,
        differences=differences,
        reason=reason,
        left_out=loaded.left_out,
    )


def check_two(arms: Sequence[str]) -> None:
    """Raise `InputError` for an arm that is compared with itself."""
    if len(set(arms)) < max(2, len(arms)):
        raise InputError("a comparison needs two different arms")


def _arm(name: str, seen: Sequence[Observation], sources: Counter[Source]) -> Arm:
    count = MeasureCount()
    for one in seen:
        if one.status is not None:
            count.add(one)
        elif one.recorded:
            count.add_recorded(one.verdict)
    return Arm(name, len(seen), count.measure(), dict(sources))
