"""Reference-guided: as single or pairwise, with a reference answer beside what is judged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from oyez.contract import Contract
from oyez.core.reading import Verdict
from oyez.judging.item import Item, text_of
from oyez.judging.protocols._protocol import Protocol, ProtocolRule, Shown, flag_key, word_key
from oyez.judging.protocols.pairwise import Pairwise
from oyez.judging.protocols.single import Single
from oyez.rows.columns import MISSING, look_up


class Reference(Protocol, frozen=True, kw_only=True):
    """The reference stands in `{reference}`; it is trusted, and never one of the arms."""

    of: Single | Pairwise
    """How the answers are shown."""
    column: str = "reference"
    """The column of the items that holds the reference."""

    @property
    def name(self) -> str:
        """As a plan calls it."""
        return "reference"

    @property
    def slots(self) -> tuple[str, ...]:
        """The reference beside the slots of the answers."""
        return ("reference", *self.of.slots)

    def arms(self, count: int) -> str | None:
        """As the answers are shown."""
        return self.of.arms(count)

    def suits(self, contract: Contract) -> str | None:
        """As the answers are shown."""
        return self.of.suits(contract)

    def show(self, item: Item, names: tuple[str, ...], seed: int) -> Iterator[Shown]:
        """The same prompts, each with the reference. Raises `ValueError` for an item without one."""
        found = look_up(item.columns, self.column)
        if found is MISSING or not text_of(found).strip():
            raise ValueError(f"the item {item.id!r} has no reference in the column {self.column!r}")
        for shown in self.of.show(item, names, seed):
            yield msgspec.structs.replace(shown, slots={**shown.slots, "reference": text_of(found)})

    def back(self, contract: Contract, places: Mapping[str, str], verdict: Verdict) -> Verdict:
        """As the answers are shown."""
        return self.of.back(contract, places, verdict)


def _make(table: dict[str, Any]) -> Reference:
    of = word_key(table, "of", "single")
    if of not in ("single", "pairwise"):
        raise ValueError('of must be "single" or "pairwise"')
    base: Single | Pairwise = Single() if of == "single" else Pairwise(swap=flag_key(table, "swap", True))
    return Reference(of=base, column=word_key(table, "column", "reference"))


PROTOCOL = ProtocolRule("reference", ("of", "column", "swap"), _make)
