"""What unread draws count as, by name: measurements first, then what old defaults did."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

import msgspec

from oyez.core.errors import InputError
from oyez.core.metric import Mark, Reckoning, Standing
from oyez.core.nearest import listed
from oyez.core.observation import Observation
from oyez.measure.marks import UndefinedError, filled, worst_filled

Apply: TypeAlias = Callable[[Sequence[Mark], Reckoning, "Gaps"], list[Mark]]


Round: TypeAlias = tuple[str | None, str | None, int | None]
"""One asking of one item: item, order shown, draw number."""


class Gaps(msgspec.Struct, frozen=True):
    """Where draws were lost, over all groups that are measured together."""

    items: frozenset[str]
    """Items with an unread draw."""
    rounds: frozenset[Round]
    """Rounds with an unread draw."""
    unnumbered: bool
    """Whether some draws have neither a number nor an order."""


class Policy(msgspec.Struct, frozen=True, kw_only=True):
    """One way to count unread draws."""

    name: str
    about: str
    apply: Apply
    parity: bool = False
    """Whether it copies an old default, and is no measurement."""
    bounds_only: bool = False
    """Whether it gives no number, only bounds."""


def gaps_of(seen: Sequence[Observation]) -> Gaps:
    """Where draws were lost."""
    lost = [one for one in seen if not one.ok]
    return Gaps(
        frozenset(one.item for one in lost if one.item is not None),
        frozenset(map(_round, lost)),
        any(one.draw is None and one.order is None for one in seen),
    )


def _round(one: Observation) -> Round:
    return one.item, one.order, one.draw


def _as_they_are(marks: Sequence[Mark], reckoning: Reckoning, gaps: Gaps) -> list[Mark]:
    return list(marks)


def _drop_item(marks: Sequence[Mark], reckoning: Reckoning, gaps: Gaps) -> list[Mark]:
    return [mark for mark in marks if mark.of.item not in gaps.items and mark.standing is not Standing.UNREAD]


def _drop_round(marks: Sequence[Mark], reckoning: Reckoning, gaps: Gaps) -> list[Mark]:
    if gaps.unnumbered:
        raise UndefinedError("draws with neither a number nor an order belong to no round")
    return [mark for mark in marks if _round(mark.of) not in gaps.rounds]


def _worst(marks: Sequence[Mark], reckoning: Reckoning, gaps: Gaps) -> list[Mark]:
    return worst_filled(marks, Standing.UNREAD, reckoning)


def _tie(marks: Sequence[Mark], reckoning: Reckoning, gaps: Gaps) -> list[Mark]:
    if reckoning.tie is None:
        raise UndefinedError(f"the {reckoning.what} knows no tie")
    return filled(marks, Standing.UNREAD, reckoning.tie)


def _zero(marks: Sequence[Mark], reckoning: Reckoning, gaps: Gaps) -> list[Mark]:
    return filled(marks, Standing.UNREAD, 0.0)


def _one(marks: Sequence[Mark], reckoning: Reckoning, gaps: Gaps) -> list[Mark]:
    return filled(marks, Standing.UNREAD, 1.0)


_LISTED = (
    Policy(name="complete", about="Unread draws are left out.", apply=_as_they_are),
    Policy(
        name="bounds",
        about="No number, but the least and the most that it could be.",
        apply=_as_they_are,
        bounds_only=True,
    ),
    Policy(
        name="drop-item",
        about="An item with an unread draw in any group is left out of all groups.",
        apply=_drop_item,
    ),
    Policy(
        name="drop-round",
        about="A round (one item, order and draw number) unread in any group is left out of all groups.",
        apply=_drop_round,
    ),
    Policy(name="worst", about="Unread draws count as the worst value on the scale.", apply=_worst),
    Policy(name="legacy:tie", about="Unread draws count as ties.", apply=_tie, parity=True),
    Policy(name="legacy:zero", about="Unread draws count as 0.", apply=_zero, parity=True),
    Policy(name="legacy:one", about="Unread draws count as 1.", apply=_one, parity=True),
)
POLICIES: Final = {policy.name: policy for policy in _LISTED}
"""All policies, by name, in the order in which they are shown."""


def policy(name: str) -> Policy:
    """The policy of that name. Raises `InputError` where there is none."""
    if name not in POLICIES:
        raise InputError(f"no policy {name!r}; {listed(name, POLICIES)}")
    return POLICIES[name]
