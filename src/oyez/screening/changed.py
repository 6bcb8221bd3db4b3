"""Which outcomes of a ledger's screenings change where one contract takes the place of another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from oyez.contract import Contract
from oyez.core.errors import InputError
from oyez.ledger import Ledger
from oyez.ledger.screenings import screenings
from oyez.screening.screening import reason_tree
from oyez.screening.states import Decision
from oyez.screening.trace import Traced, by_contract, traced, what_if


class Changed(msgspec.Struct, frozen=True, kw_only=True):
    """An item that would be decided otherwise."""

    item: str
    profile: str
    old: Decision
    new: Decision


class Outcomes(msgspec.Struct, frozen=True, kw_only=True):
    """The screenings of a ledger under two contracts."""

    screened: int
    """Screenings in which a reviewer or probe was read under one of the two contracts."""
    changed: tuple[Changed, ...]
    """Those whose outcome differs."""
    untold: tuple[str, ...] = ()
    """Items for which a contract gives a verdict that their profile neither accepts nor rejects."""


def outcomes(ledger: Ledger, old: Contract | None, new: Contract | None) -> Outcomes | None:
    """Decide every screening under both contracts; `None` where none rests on either, or one cannot be read again.

    Evidence that was read under a contract of the name of `old` or `new` is read again under each; all other evidence
    stays as it was.
    """
    if old is None or new is None:
        return None
    count, changed, untold = 0, [], []
    for made in _touched(ledger, {old.name, new.name}):
        count += 1
        try:
            before, after = (_decided(made, contract, {old.name, new.name}) for contract in (old, new))
        except InputError:
            untold.append(made.kept.item)
            continue
        if before.outcome is not after.outcome:
            changed.append(Changed(item=made.kept.item, profile=made.kept.profile, old=before, new=after))
    return Outcomes(screened=count, changed=tuple(changed), untold=tuple(untold)) if count else None


def _touched(ledger: Ledger, names: set[str]) -> Iterator[Traced]:
    for kept in screenings(ledger):
        trees = (*kept.told["reviewers"], *kept.told["evidence"])
        if any(_name(tree.get("contract")) in names for tree in trees):
            yield traced(ledger, kept)


def _decided(made: Traced, contract: Contract, names: set[str]) -> Decision:
    chosen = [one.by for one in made.findings if one.read is not None and _name(one.read.contract) in names]
    reread = by_contract(made, contract)
    return what_if(made, dict.fromkeys(chosen, reread)).decision


def _name(ref: str | None) -> str:
    return (ref or "").partition("@")[0]


def changed_tree(one: Changed) -> dict[str, Any]:
    """One change as a JSON object."""
    sides = {"old": one.old, "new": one.new}
    return {
        "item": one.item,
        "profile": one.profile,
        **{
            name: {"outcome": str(made.outcome), "reasons": [*map(reason_tree, made.reasons)]}
            for name, made in sides.items()
        },
    }
