"""What every protocol offers: how an item is shown to a judge, and who is meant by what the judge wrote."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from oyez.contract import Contract
from oyez.core.reading import Verdict
from oyez.core.scale import Scale
from oyez.judging.item import Item


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    """One way in which an item is shown: one prompt."""

    arm: str | None = None
    """The arm, or the arms that are compared, `base vs new`."""
    order: str | None = None
    """The order shown: `AB` as the arms stand in the plan, `BA` swapped; for rankings the places, `2,0,1`."""
    slots: dict[str, str] = {}
    """What the protocol fills in; columns of the item fill the rest."""
    judged: tuple[str, ...] = ()
    """Those of its slots that hold judged text."""
    places: dict[str, str] = {}
    """Slot as the judge names it → arm that stood there."""
    ids: tuple[str, ...] | None = None
    """The ids that the reply must name."""
    lists: dict[str, dict[str, str]] = {}
    """Slots that hold several texts, each under a label: slot → label → the slot of the text."""


class Protocol(msgspec.Struct, frozen=True, kw_only=True):
    """Base of all protocols; a subclass implements `show`, and `back` where slots stand for arms."""

    @property
    def name(self) -> str:
        """As a plan calls it."""
        raise TypeError("a protocol has a name")

    @property
    def slots(self) -> tuple[str, ...]:
        """The slots that a template must have for this protocol."""
        return ()

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of the items that it looks at by itself."""
        return ()

    def arms(self, count: int) -> str | None:
        """What is wrong with so many arms; `None` for nothing."""
        return None if count >= 1 else "needs an arm"

    def under(self, contract: Contract) -> Protocol:
        """The protocol with what the contract says, such as what candidates are called."""
        return self

    def draws(self, asked: int) -> int:
        """How many draws to take, where the plan says `asked`."""
        return asked

    def suits(self, contract: Contract) -> str | None:
        """Why the contract does not serve this protocol; `None` if it does."""
        return None

    def show(self, item: Item, names: tuple[str, ...], seed: int) -> Iterator[Shown]:
        """Every prompt that the item needs, in the order in which they are asked; `names` are the arms."""
        raise TypeError(f"{type(self).__name__} shows nothing")

    def back(self, contract: Contract, places: Mapping[str, str], verdict: Verdict) -> Verdict:
        """The verdict in the names of arms: the one step from slots back to what stood in them."""
        return verdict


class ProtocolRule(msgspec.Struct, frozen=True):
    """How a protocol is written in a plan."""

    name: str
    keys: tuple[str, ...]
    """The keys that `[protocol]` may have beside `name`."""
    make: Callable[[dict[str, Any]], Protocol]
    """Makes the protocol from its table; raises `ValueError` with a plain sentence."""


def flag_key(table: dict[str, Any], key: str, default: bool) -> bool:
    """A key that is true or false."""
    value = table.get(key, default)
    if not isinstance(value, bool):
        raise ValueError(f"{key} must be true or false")
    return value


def count_key(table: dict[str, Any], key: str, default: int, least: int = 1) -> int:
    """A key that holds a whole number."""
    value = table.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise ValueError(f"{key} must be a whole number from {least}")
    return value


def word_key(table: dict[str, Any], key: str, default: str) -> str:
    """A key that holds a word."""
    value = table.get(key, default)
    if not isinstance(value, str) or not value.strip():
        raise ValueError(f"{key} must be text")
    return value


def verdict_scale(contract: Contract) -> Scale | None:
    """The scale of the contract's verdict; `None` where the verdict is the object of all fields."""
    field = contract.fields.get(contract.verdict)
    return None if field is None else field.scale
