"""Any text that is not empty."""

from __future__ import annotations

from typing import Any

from oyez.core.scale import Scale, ScaleRule, text_of
from oyez.core.value import Admitted, Refused, Value
from oyez.scales._common import common, common_tree


class Text(Scale, frozen=True, kw_only=True):
    """`"text"`."""

    @property
    def free(self) -> bool:
        """Any text is a value."""
        return True

    def admit_own(self, value: Value) -> Admitted | Refused:
        """The text without its outer space; from JSON only a string."""
        word = text_of(value)
        if word is None:
            return Refused("wrong_type", "not a string")
        return Admitted(word) if word else Refused("wrong_type", "an empty string")

    def tree(self) -> object:
        """The scale as a contract writes it."""
        own = common_tree(self)
        return {"text": True} | own if own else "text"


def _make(table: dict[str, Any]) -> Text:
    if table["text"] is not True:
        raise ValueError('write the scale as "text"')
    return Text(**common(table))


SCALE = ScaleRule("text", (), _make)
