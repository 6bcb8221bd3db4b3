"""An order of ids, each once: a JSON list, or in text ids separated by > or a comma."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from oyez.core.scale import Scale, ScaleRule, words_key
from oyez.core.value import Admitted, Refused, Value
from oyez.scales._common import (
    as_json,
    common,
    common_tree,
    listed,
    or_words,
    or_words_grammar,
    or_words_schema,
    spelt,
)

if TYPE_CHECKING:
    from oyez.core.gbnf import Rules

_BETWEEN = re.compile(r"[>,]")


class Ranking(Scale, frozen=True, kw_only=True):
    """`{ ranking = ["m", "M"] }`; with `items = { id = "model", rank = "rank" }` a list of objects."""

    ids: tuple[str, ...]
    items: tuple[str, str] | None = None
    """The keys of id and rank in each object."""

    @property
    def keys(self) -> tuple[str, ...] | None:
        """The keys of id and rank; whatever else an object says is not looked at."""
        return self.items

    def admit_own(self, value: Value) -> Admitted | Refused:
        """The ids in order, best first."""
        if isinstance(value, str):
            return self._order([word.strip() for word in _BETWEEN.split(value)])
        if value.kind != "array":
            return Refused("wrong_type", f"a JSON {value.kind} is not a ranking")
        if self.items is not None:
            return self._ranked(value.data)
        names = [_name(item) for item in value.data]
        if None in names:
            return Refused("wrong_type", "not a list of ids")
        return self._order([name for name in names if name is not None])

    def _ranked(self, items: list[Any]) -> Admitted | Refused:
        assert self.items is not None
        id_key, rank_key = self.items
        pairs: list[tuple[int, str]] = []
        for item in items:
            name = _name(item.get(id_key)) if isinstance(item, dict) else None
            rank = item.get(rank_key) if isinstance(item, dict) else None
            if name is None or isinstance(rank, bool) or not isinstance(rank, int):
                return Refused("wrong_type", f"not a list of objects with {id_key} and a whole {rank_key}")
            pairs.append((rank, name))
        if sorted(rank for rank, _ in pairs) != list(range(1, len(pairs) + 1)):
            return Refused("out_of_range", f"the ranks are not 1 to {len(pairs)}, each once")
        return self._order([name for _, name in sorted(pairs)])

    def _order(self, names: list[str]) -> Admitted | Refused:
        unknown = [name for name in names if name not in self.ids]
        if unknown:
            return Refused("not_in_vocabulary", f"{unknown[0]!r} is not one of {', '.join(self.ids)}")
        if len(names) != len(self.ids) or len(set(names)) != len(names):
            return Refused("wrong_type", "not every id exactly once")
        return Admitted(names)

    def could_be_meant(self, text: str) -> bool:
        """Whether it is made only of characters of the ids, signs between them and space."""
        return bool(text.strip()) and set(text.lower()) <= set("".join(self.ids).lower()) | set(">, \t")

    @property
    def separator(self) -> str:
        """What is written between two ids in text."""
        return "," if any(">" in name for name in self.ids) else ">"

    def write(self, verdict: Any) -> str:
        """The ids with the separator between them."""
        return verdict if isinstance(verdict, str) else f" {self.separator} ".join(verdict)

    def data(self, verdict: Any) -> Any:
        """The ids, or objects with their ranks."""
        if isinstance(verdict, str) or self.items is None:
            return verdict
        id_key, rank_key = self.items
        return [{id_key: name, rank_key: rank} for rank, name in enumerate(verdict, 1)]

    def describe(self, *, json: bool = False) -> str:
        """The ids, and how to put them in order."""
        names = listed(self.ids, quoted=json)
        if json and self.items is not None:
            id_key, rank_key = self.items
            said = f'a list of one object for each of {names}, the id at "{id_key}" and its rank from 1 at "{rank_key}"'
        else:
            how = "as a list" if json else f"with {self.separator} between"
            said = f"each of {names} once, best first, {how}"
        return or_words(said, self, json=json)

    def schema(self, *, narrow: bool) -> dict[str, Any]:
        """As many items as there are ids, among them every id and, where they count, every rank."""
        from oyez.scales._ranking import ranking_schema

        return or_words_schema(ranking_schema(self.ids, self.items), self, narrow=narrow)

    def grammar(self, rules: Rules, room: str) -> str:
        """Every order of the ids. Raises `ValueError` where there are too many."""
        from oyez.core.gbnf import literal
        from oyez.scales._ranking import MOST_RANKED, orders

        if len(self.ids) > MOST_RANKED:
            raise ValueError(
                f"it ranks {len(self.ids)} ids, and the orders of no more than {MOST_RANKED} are listed"
            )
        json = room == "json"
        between = literal(", " if json else f" {self.separator} ")

        def entry(name: str, rank: int) -> str:
            if not json or self.items is None:
                return spelt(name, room)
            return literal(as_json({self.items[0]: name, self.items[1]: rank}))

        every = orders(rules, self.ids, between, entry)
        return or_words_grammar([f'"[" {every} "]"' if json else every], self, room)

    def tree(self) -> object:
        """The scale as a contract writes it."""
        items = {"items": {"id": self.items[0], "rank": self.items[1]}} if self.items else {}
        return {"ranking": list(self.ids)} | items | common_tree(self)


def _name(item: Any) -> str | None:
    if isinstance(item, str):
        return item.strip()
    return str(item) if isinstance(item, int) and not isinstance(item, bool) else None


def _make(table: dict[str, Any]) -> Ranking:
    ids = words_key(table, "ranking")
    if len(ids) < 2:
        raise ValueError("ranking must list at least two ids")
    items = table.get("items")
    if items is not None:
        if (
            not isinstance(items, dict)
            or set(items) != {"id", "rank"}
            or not all(map(_is_key, items.values()))
        ):
            raise ValueError('items must be { id = "…", rank = "…" }')
        items = (items["id"], items["rank"])
    return Ranking(ids=ids, items=items, **common(table))


def _is_key(value: Any) -> bool:
    return isinstance(value, str) and bool(value)


SCALE = ScaleRule("ranking", ("items",), _make)
