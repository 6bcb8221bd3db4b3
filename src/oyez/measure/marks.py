"""Draws as marks: what each is worth under a metric, and what abstentions and recoveries count as."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from oyez.core.errors import InputError
from oyez.core.metric import Mark, Reckoning, Standing, shown
from oyez.core.observation import Observation
from oyez.measure.estimate import Counts

ABSTAIN: Final = {
    "exclude": "abstentions leave the number, and are counted beside it",
    "worst": "abstentions count as the worst value",
    "category": "abstentions count as verdicts of their own, in the denominator of a rate",
}
"""What abstentions may count as."""


class UndefinedError(Exception):
    """A policy that says nothing for this metric or these draws; the message is the reason."""


def marks_of(seen: Iterable[Observation], reckoning: Reckoning) -> list[Mark]:
    """The marks of draws, one each, in their order. Raises `InputError` for a verdict that the metric does not take."""
    return [_mark(one, reckoning) for one in seen]


def _mark(seen: Observation, reckoning: Reckoning) -> Mark:
    if not seen.ok:
        return Mark(seen, Standing.UNREAD)
    if seen.abstained:
        return Mark(seen, Standing.ABSTAINED)
    try:
        worth, weight = reckoning.worth(seen)
    except InputError as fault:
        raise InputError(f"{fault}{_which(seen)}") from fault
    return Mark(seen, Standing.READ, worth, weight)


def _which(seen: Observation) -> str:
    """Which draw a message is about, as far as the draw says."""
    said = [
        f"{name} {shown(value)}"
        for name, value in (("id", seen.id), ("item", seen.item))
        if value is not None
    ]
    return f" ({', '.join(said)})" if said else ""


def abstaining(marks: Sequence[Mark], abstain: str, reckoning: Reckoning) -> list[Mark]:
    """The marks with abstentions counted as `abstain` says.

    Raises `UndefinedError` where the metric has no such way, and `InputError` for a word that is none.
    """
    if abstain not in ABSTAIN:
        raise InputError(f"abstentions count as one of {', '.join(ABSTAIN)}, not {abstain!r}")
    if abstain == "exclude" or all(mark.standing is not Standing.ABSTAINED for mark in marks):
        return list(marks)
    if abstain == "worst":
        return worst_filled(marks, Standing.ABSTAINED, reckoning)
    if not reckoning.category:
        raise UndefinedError(f"an abstention is no category of a {reckoning.what}")
    return [_category(mark, reckoning) if mark.standing is Standing.ABSTAINED else mark for mark in marks]


def _category(mark: Mark, reckoning: Reckoning) -> Mark:
    worth, weight = reckoning.worth(mark.of)
    return Mark(mark.of, Standing.READ, worth, weight)


def worst_filled(marks: Sequence[Mark], standing: Standing, reckoning: Reckoning) -> list[Mark]:
    """The marks with all of one standing taken as the worst. Raises `UndefinedError` where the scale is not known."""
    if reckoning.worst_for is not None:
        worst_for = reckoning.worst_for
        return [
            Mark(mark.of, Standing.READ, worst_for(mark.of)) if mark.standing is standing else mark
            for mark in marks
        ]
    if reckoning.worst is None:
        raise UndefinedError(f"the ends of the scale of the {reckoning.what} are not known")
    return filled(marks, standing, reckoning.worst, reckoning.heaviest)


def filled(marks: Sequence[Mark], standing: Standing, worth: float, weight: int = 1) -> list[Mark]:
    """The marks with all of one standing taken as read, each with that worth."""
    return [
        Mark(mark.of, Standing.READ, worth, weight) if mark.standing is standing else mark for mark in marks
    ]


def as_unread(marks: Sequence[Mark], standing: Standing) -> list[Mark]:
    """The marks with all of one standing taken as unread."""
    return [Mark(mark.of, Standing.UNREAD) if mark.standing is standing else mark for mark in marks]


def without_recovered(seen: Iterable[Observation]) -> list[Observation]:
    """The draws with what recoveries gave taken away again."""
    return [one if one.rule is None else _lost(one) for one in seen]


def _lost(seen: Observation) -> Observation:
    return msgspec.structs.replace(seen, status=None, verdict=None, abstained=False, rule=None)


def counts_of(seen: Sequence[Observation]) -> Counts:
    """How many draws ended how."""
    ends = Counter(one.end for one in seen)
    with_verdict = {name: ends.pop(name, 0) for name in ("read", "recovered", "recorded")}
    return Counts(
        items=len({one.item for one in seen if one.item is not None}),
        draws=len(seen),
        lost=dict(sorted(ends.items(), key=lambda one: (-one[1], one[0]))),
        abstained=sum(one.abstained for one in seen),
        **with_verdict,
    )
