"""Rubric: each arm's answer is judged on every criterion of the item at once; the reply must echo every id."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from oyez.contract import Contract
from oyez.judging.item import Item, text_of
from oyez.judging.protocols._protocol import Protocol, ProtocolRule, Shown, word_key
from oyez.rows.columns import MISSING, look_up


class Rubric(Protocol, frozen=True, kw_only=True):
    """The criteria stand in `{criteria}`, one a line with its id; their ids go with the draw."""

    column: str = "criteria"
    """The column of the items that holds the criteria: a list of texts, of objects with `id` and `text`, or an
    object id → text."""

    @property
    def name(self) -> str:
        """As a plan calls it."""
        return "rubric"

    @property
    def slots(self) -> tuple[str, ...]:
        """The criteria and the answer."""
        return ("criteria", "answer")

    def suits(self, contract: Contract) -> str | None:
        """A contract whose verdict is an object of items."""
        field = contract.fields.get(contract.verdict)
        if field is not None and any(form.parts is not None for form in field.forms):
            return None
        return (
            f"a rubric needs a contract whose verdict names items (json_items), and {contract.name} has none"
        )

    def show(self, item: Item, names: tuple[str, ...], seed: int) -> Iterator[Shown]:
        """The answer of each arm beside all criteria. Raises `ValueError` for an item without criteria."""
        found = look_up(item.columns, self.column)
        pairs = criteria(None if found is MISSING else found, item.id, self.column)
        listed = "\n".join(f"- {name}: {' '.join(text.split())}" for name, text in pairs)
        for arm in names:
            yield Shown(
                arm=arm,
                slots={"criteria": listed, "answer": item.answers[arm]},
                judged=("answer",),
                places={"answer": arm},
                ids=tuple(name for name, _ in pairs),
            )


def criteria(found: Any, item: str, column: str) -> list[tuple[str, str]]:
    """The ids and texts of the criteria; texts without ids are numbered from 1. Raises `ValueError`."""
    if isinstance(found, dict):
        pairs = [(str(name), text_of(text)) for name, text in found.items()]
    elif isinstance(found, list):
        pairs = [_criterion(one, number) for number, one in enumerate(found, start=1)]
    else:
        pairs = []
    ids = [name for name, _ in pairs]
    if (
        not pairs
        or len(set(ids)) < len(ids)
        or not all(name.strip() and text.strip() for name, text in pairs)
    ):
        raise ValueError(
            f"the item {item!r} has no criteria in the column {column!r}: a list of texts, or of objects with id and "
            "text, each id once"
        )
    return pairs


def _criterion(one: Any, number: int) -> tuple[str, str]:
    if isinstance(one, dict):
        return text_of(one.get("id")), text_of(one.get("text"))
    return str(number), text_of(one)


def _make(table: dict[str, Any]) -> Rubric:
    return Rubric(column=word_key(table, "column", "criteria"))


PROTOCOL = ProtocolRule("rubric", ("column",), _make)
