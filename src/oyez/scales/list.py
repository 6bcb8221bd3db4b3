"""A list of values of one inner scale: a JSON array, or in text items separated by space , ; or /."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from oyez.core.scale import Scale, ScaleRule
from oyez.core.value import Admitted, JsonValue, Refused, Value
from oyez.scales._common import (
    common,
    common_tree,
    or_words,
    or_words_grammar,
    or_words_schema,
    scale_from,
)

if TYPE_CHECKING:
    from oyez.core.gbnf import Rules

_BETWEEN = re.compile(r"\s++(?:[,;/]\s*+)?+|[,;/]\s*+")


class ListOf(Scale, frozen=True, kw_only=True):
    """`{ list = SCALE, length = 2 }`."""

    inner: Scale
    length: int | None = None

    def admit_own(self, value: Value) -> Admitted | Refused:
        """Every item on the inner scale, and as many as the contract says."""
        items = self._items(value)
        if items is None:
            return Refused("wrong_type", "not a list")
        if self.length is not None and len(items) != self.length:
            return Refused("wrong_type", f"not a list of {self.length}")
        verdicts = []
        for item in items:
            if isinstance(item, str) and not item:
                return Refused("wrong_type", "an item of the list is empty")
            outcome = self.inner.admit(item)
            if isinstance(outcome, Refused):
                return outcome
            verdicts.append(outcome.verdict)
        return Admitted(verdicts)

    def _items(self, value: Value) -> list[Value] | None:
        if isinstance(value, str):
            return list(_BETWEEN.split(value.strip()))
        if value.kind != "array":
            return None
        return [json_value(item) for item in value.data]

    def could_be_meant(self, text: str) -> bool:
        """Whether it could be values of the inner scale with signs between them."""
        return self.inner.could_be_meant(re.sub(r"[\s,;/]", "", text))

    def write(self, verdict: Any) -> str:
        """The items with a space between them."""
        return verdict if isinstance(verdict, str) else " ".join(self.inner.write(item) for item in verdict)

    def data(self, verdict: Any) -> Any:
        """The items as JSON values."""
        return verdict if isinstance(verdict, str) else [self.inner.data(item) for item in verdict]

    def describe(self, *, json: bool = False) -> str:
        """How many items, and what each may be."""
        many = "a list of values" if json else "values with a space between them"
        if self.length is not None:
            many = many.replace("values", f"{self.length} values")
        said = f"{many}, each of them {self.inner.describe(json=json)}"
        return or_words(said, self, json=json)

    def schema(self, *, narrow: bool) -> dict[str, Any]:
        """An array of such items."""
        size = {} if self.length is None else {"minItems": self.length, "maxItems": self.length}
        own = {"type": "array", "items": self.inner.schema(narrow=narrow)} | size
        return or_words_schema(own, self, narrow=narrow)

    def grammar(self, rules: Rules, room: str) -> str:
        """As many items as there must be, or any number of them."""
        json = room == "json"
        item = rules.add("item", self.inner.grammar(rules, "json" if json else "word"))
        between = '", "' if json else '" "'
        most = "*" if self.length is None else f"{{{self.length - 1}}}"
        items = f"{item} ({between} {item}){most}" if self.length != 1 else item
        return or_words_grammar([f'"[" {items} "]"' if json else f"({items})"], self, room)

    def tree(self) -> object:
        """The scale as a contract writes it."""
        length = {} if self.length is None else {"length": self.length}
        return {"list": self.inner.tree()} | length | common_tree(self)


def json_value(data: Any) -> JsonValue:
    """A Python value from JSON with its kind and, for numbers, how it is written."""
    kind = _KINDS[type(data)]
    if kind != "number":
        return JsonValue(kind, data, "")
    return JsonValue(kind, data, repr(data), data - data == 0)


_KINDS = {
    dict: "object",
    list: "array",
    str: "string",
    bool: "boolean",
    int: "number",
    float: "number",
    type(None): "null",
}


def _make(table: dict[str, Any]) -> ListOf:
    length = table.get("length")
    if length is not None and (isinstance(length, bool) or not isinstance(length, int) or length < 1):
        raise ValueError("length must be a whole number from 1")
    return ListOf(inner=scale_from(table["list"]), length=length, **common(table))


SCALE = ScaleRule("list", ("length",), _make)
