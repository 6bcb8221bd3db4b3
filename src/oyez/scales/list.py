"""A list of values of one inner scale: a JSON array, or in text items separated by space , ; or /."""

from __future__ import annotations

import re
from typing import Any

from oyez.core.scale import Scale, ScaleRule
from oyez.core.value import Admitted, JsonValue, Refused, Value
from oyez.scales._common import common, common_tree, scale_from

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
