"""Any text that is not empty."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from oyez.core.scale import Scale, ScaleRule, text_of
from oyez.core.value import Admitted, Refused, Value
from oyez.scales._common import common, common_tree, or_words

if TYPE_CHECKING:
    from oyez.core.gbnf import Rules


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

    def describe(self, *, json: bool = False) -> str:
        """Any text."""
        return or_words("a string that is not empty" if json else "your text", self, json=json)

    def schema(self, *, narrow: bool) -> dict[str, Any]:
        """Strings that hold more than space."""
        from oyez.text.patterns import NOT_BLANK

        return {"type": "string", "pattern": NOT_BLANK}

    def grammar(self, rules: Rules, room: str) -> str:
        """A string, a word, a line or several lines of prose; the grammar of the contract has the rules for these."""
        if room == "json":
            from oyez.text.gbnf_json import json_string

            return json_string(rules)
        return {"word": "[A-Za-z]+", "line": "line"}.get(room, "lines")

    def tree(self) -> object:
        """The scale as a contract writes it."""
        own = common_tree(self)
        return {"text": True} | own if own else "text"


def _make(table: dict[str, Any]) -> Text:
    if table["text"] is not True:
        raise ValueError('write the scale as "text"')
    return Text(**common(table))


SCALE = ScaleRule("text", (), _make)
