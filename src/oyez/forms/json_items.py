"""An array of objects, each with an id and a value; the verdict is an object from id to value."""

from __future__ import annotations

from typing import Any

from oyez.core.ask import Ask
from oyez.core.candidate import MISSING, Broken, Candidate, Found
from oyez.core.form import FormRule, path_key, path_tree
from oyez.core.value import JsonValue
from oyez.forms._objects import ObjectForm, Placed, doubled, json_candidate
from oyez.forms._write import items_schema, object_with, path_words, put_at
from oyez.forms.json import object_keys, object_tree
from oyez.text.json_node import Node
from oyez.text.json_path import At, follow
from oyez.text.numbers import INTEGER


class JsonItemsForm(ObjectForm, frozen=True):
    """`{ json_items = "verdicts", id = "index", value = "keep" }`; ids are compared as strings."""

    steps: tuple[str, ...]
    id: tuple[str, ...]
    value: tuple[str, ...]

    @property
    def kind(self) -> str:
        """The name of the form."""
        return "json_items"

    @property
    def path(self) -> tuple[str, ...]:
        """The path of the array."""
        return self.steps

    @property
    def parts(self) -> tuple[str, ...]:
        """Ids come from the contract, from the reply's columns, or from the judge."""
        return ()

    def take(self, at: At, placed: Placed, ask: Ask) -> Found:
        """One candidate for each item that has a value."""
        if at.twice:
            return Found((json_candidate(at.node.value, at.node, placed, fault="duplicate_key"),))
        if at.node.items is None:
            return Found((json_candidate(at.node.value, at.node, placed, fault="wrong_type"),))
        made = [self._item(item, placed, ask) for item in at.node.items]
        return Found(
            tuple(one for one in made if isinstance(one, Candidate)),
            tuple(one for one in made if isinstance(one, Broken)),
        )

    def _item(self, item: Node, placed: Placed, ask: Ask) -> Candidate | Broken:
        key = follow(item, self.id)
        name = id_text(key.node.value) if key is not None else None
        if item.members is None:
            return json_candidate(item.value, item, placed, fault="wrong_type")
        if name is None or (ask.ids is not None and name not in ask.ids):
            return json_candidate(item.value, key.node if key else item, placed, fault="unknown_id")
        value = follow(item, self.value)
        if value is None and key is not None and key.twice:
            return json_candidate(key.node.value, key.node, placed, part=name, fault="duplicate_key")
        if value is None:
            start, end = placed.base + item.start, placed.base + item.end
            return Broken(MISSING, f"the item {name} has no value", start, end, part=name)
        twice = value.twice or doubled(value.node, placed, ask) or (key is not None and key.twice)
        fault = "duplicate_key" if twice else None
        return json_candidate(value.node.value, value.node, placed, part=name, fault=fault)

    def tree(self) -> dict[str, Any]:
        """The form as a contract writes it."""
        own = {
            "json_items": path_tree(self.steps),
            "id": path_tree(self.id),
            "value": path_tree(self.value),
        }
        return own | object_tree(self)

    def put(self, tree: dict[str, Any], value: Any) -> None:
        """A list of objects, each with an id and its value; ids that are whole numbers as numbers."""
        items: list[dict[str, Any]] = []
        for name, one in value.items():
            item: dict[str, Any] = {}
            put_at(item, self.id, int(name) if INTEGER.fullmatch(name) else name)
            put_at(item, self.value, one)
            items.append(item)
        put_at(tree, self.steps, items)

    def schema(self, value: dict[str, Any], ask: Ask, *, narrow: bool) -> dict[str, Any]:
        """Objects that hold the array, and in it every id that is needed with such a value."""
        return object_with(self.steps, items_schema(self.id, self.value, value, ask, narrow=narrow))

    def describe(self) -> str:
        """Where the values stand."""
        return (
            f"in a list at {path_words(self.steps)} of a JSON object{self.surroundings}, whose objects hold "
            f"an id at {path_words(self.id)} and its value at {path_words(self.value)}"
        )

    def ask_for(self) -> tuple[str, ...]:
        """The keys in words."""
        return (
            f"The object holds a list at {path_words(self.steps)}, with one object for each item.",
            f"Each of these holds the item's id at {path_words(self.id)} and your value at {path_words(self.value)}.",
        )


def id_text(value: JsonValue) -> str | None:
    """An id as a string: a JSON string as it is, a number as it is written."""
    if value.kind == "string":
        return str(value.data).strip()
    return value.token if value.kind == "number" and value.finite else None


def _make(table: dict[str, Any]) -> JsonItemsForm:
    return JsonItemsForm(
        steps=path_key(table, "json_items"),
        id=path_key(table, "id"),
        value=path_key(table, "value"),
        **object_keys(table),
    )


FORM = FormRule(
    "json_items",
    ("id", "value", "around", "object"),
    _make,
)
