"""Pairwise: two answers side by side, shown in both orders; the two replies are two games of one item."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from oyez.contract import Contract
from oyez.core.reading import Verdict
from oyez.judging.item import Item
from oyez.judging.protocols._protocol import (
    Protocol,
    ProtocolRule,
    Shown,
    flag_key,
    verdict_scale,
    word_key,
)
from oyez.scales.preference import Preference


class Pairwise(Protocol, frozen=True, kw_only=True):
    """The answers stand in `{answer_a}` and `{answer_b}`."""

    swap: bool = True
    """Whether each pair is shown in both orders."""
    against: str | None = None
    """The arm that every other arm is compared with; `None`: each pair of arms, in the order of the plan."""

    @property
    def name(self) -> str:
        """As a plan calls it."""
        return "pairwise"

    @property
    def slots(self) -> tuple[str, ...]:
        """The two answers."""
        return ("answer_a", "answer_b")

    def arms(self, count: int) -> str | None:
        """Two at least."""
        return None if count >= 2 else "compares arms, and needs two or more"

    def suits(self, contract: Contract) -> str | None:
        """A contract whose verdict is a preference, or one of labels among which are A and B."""
        scale = verdict_scale(contract)
        words = {} if scale is None or not scale.labelled else dict(scale.menu_words)
        if isinstance(scale, Preference) or {"A", "B"} <= set(words):
            return None
        return f"pairwise needs a contract whose verdict names A or B, and {contract.name} has none"

    def pairs(self, names: tuple[str, ...]) -> list[tuple[str, str]]:
        """The pairs of arms; the first of each is shown first in the order `AB`."""
        if self.against is None:
            return [*combinations(names, 2)]
        return [(self.against, name) for name in names if name != self.against]

    def show(self, item: Item, names: tuple[str, ...], seed: int) -> Iterator[Shown]:
        """Each pair in both orders, or in the first alone."""
        for one, two in self.pairs(names):
            for order, (a, b) in (("AB", (one, two)), ("BA", (two, one))):
                if order == "AB" or self.swap:
                    yield Shown(
                        arm=f"{one} vs {two}",
                        order=order,
                        slots={"answer_a": item.answers[a], "answer_b": item.answers[b]},
                        judged=("answer_a", "answer_b"),
                        places={"A": a, "B": b},
                    )

    def back(self, contract: Contract, places: Mapping[str, str], verdict: Verdict) -> Verdict:
        """The name of the arm that won, or `tie`; a label that names neither stays as it is."""
        scale = verdict_scale(contract)
        if isinstance(scale, Preference) and isinstance(verdict, str):
            side = scale.winner(verdict)
            return TIE if side is None else places[side]
        return places.get(verdict, verdict) if isinstance(verdict, str) else verdict


TIE = "tie"
"""What `back` gives where the judge called a tie."""


def _make(table: dict[str, Any]) -> Pairwise:
    against = word_key(table, "against", "") if "against" in table else None
    return Pairwise(swap=flag_key(table, "swap", True), against=against)


PROTOCOL = ProtocolRule("pairwise", ("swap", "against"), _make)
