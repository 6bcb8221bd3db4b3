"""Any JSON value, taken as it stands; in text forms the text must be one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from oyez.core.scale import Scale, ScaleRule
from oyez.core.value import Admitted, JsonValue, Refused, Value
from oyez.scales._common import as_json, common, common_tree, or_words
from oyez.text.json_node import Fault
from oyez.text.json_scan import scan, skip_space

if TYPE_CHECKING:
    from oyez.core.gbnf import Rules


class Json(Scale, frozen=True, kw_only=True):
    """`"json"`."""

    @property
    def free(self) -> bool:
        """A value may stand over several lines."""
        return True

    def admit_own(self, value: Value) -> Admitted | Refused:
        """The value; NaN and infinities are refused."""
        parsed = value if isinstance(value, JsonValue) else _parse(value)
        if parsed is None:
            return Refused("wrong_type", "not a JSON value")
        if not parsed.finite:
            return Refused("not_finite", "a number in it is not finite")
        return Admitted(parsed.data)

    def write(self, verdict: Any) -> str:
        """The value as JSON on one line."""
        return as_json(verdict)

    def describe(self, *, json: bool = False) -> str:
        """Any JSON value."""
        return or_words("any JSON value", self, json=json)

    def schema(self, *, narrow: bool) -> dict[str, Any]:
        """Anything."""
        return {}

    def grammar(self, rules: Rules, room: str) -> str:
        """Any value; a number or a literal where other text stands around it."""
        if room in ("json", "whole"):
            from oyez.text.gbnf_json import json_value

            return json_value(rules)
        return '("0" | [1-9] [0-9]{0,8} | "true" | "false" | "null")'

    def tree(self) -> object:
        """The scale as a contract writes it."""
        own = common_tree(self)
        return {"json": True} | own if own else "json"


def _parse(text: str) -> JsonValue | None:
    node = scan(text, skip_space(text, 0))
    if isinstance(node, Fault) or skip_space(text, node.end) != len(text):
        return None
    return None if any(repeat.differs for repeat in node.repeats or ()) else node.value


def _make(table: dict[str, Any]) -> Json:
    if table["json"] is not True:
        raise ValueError('write the scale as "json"')
    return Json(**common(table))


SCALE = ScaleRule("json", (), _make)
