"""Ranking: all arms at once, in an order drawn from the seed; with several orders, every arm changes its place."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

from oyez.contract import Contract
from oyez.core.reading import Verdict
from oyez.judging.item import Item
from oyez.judging.protocols._protocol import Protocol, ProtocolRule, Shown, count_key, verdict_scale
from oyez.scales.ranking import Ranking as RankingScale


class Ranking(Protocol, frozen=True, kw_only=True):
    """The candidates stand in `{candidates}`, each under its label."""

    orders: int = 1
    """How many orders: the first is drawn from the seed and the item, each further one moves everyone one place on."""
    labels: tuple[str, ...] = ()
    """What the candidates are called, in the order shown: the ids of the contract's scale."""

    @property
    def name(self) -> str:
        """As a plan calls it."""
        return "ranking"

    @property
    def slots(self) -> tuple[str, ...]:
        """All candidates."""
        return ("candidates",)

    def under(self, contract: Contract) -> Ranking:
        """Candidates are called as the contract calls them."""
        scale = verdict_scale(contract)
        ids = scale.ids if isinstance(scale, RankingScale) else ()
        return Ranking(orders=self.orders, labels=ids)

    def arms(self, count: int) -> str | None:
        """As many as the contract ranks."""
        if not self.labels or count == len(self.labels):
            return None
        return f"needs {len(self.labels)} arms, one for each of {', '.join(self.labels)}"

    def suits(self, contract: Contract) -> str | None:
        """A contract whose verdict is a ranking."""
        if isinstance(verdict_scale(contract), RankingScale):
            return None
        return f"a ranking needs a contract whose verdict is one, and {contract.name} has none"

    def show(self, item: Item, names: tuple[str, ...], seed: int) -> Iterator[Shown]:
        """All arms under their labels, once for each order."""
        places = [*range(len(names))]
        random.Random(f"{seed}/{item.id}").shuffle(places)
        for turn in range(self.orders):
            order = places[turn:] + places[:turn]
            shown = {label: names[place] for label, place in zip(self.labels, order, strict=True)}
            slots = {f"candidate_{label}": item.answers[arm] for label, arm in shown.items()}
            yield Shown(
                order=",".join(map(str, order)),
                slots=slots,
                judged=tuple(slots),
                places=shown,
                lists={"candidates": {label: f"candidate_{label}" for label in shown}},
            )

    def back(self, contract: Contract, places: Mapping[str, str], verdict: Verdict) -> Verdict:
        """The arms from best to worst."""
        if not isinstance(verdict, list):
            return verdict
        return [places.get(label, label) for label in verdict]


def _make(table: dict[str, Any]) -> Ranking:
    return Ranking(orders=count_key(table, "orders", 1))


PROTOCOL = ProtocolRule("ranking", ("orders",), _make)
