"""True and false: the JSON literals, or in text those two words in any case."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from oyez.core.scale import Scale, ScaleRule, equal
from oyez.core.value import Admitted, JsonValue, Refused, Value
from oyez.scales._common import (
    common,
    common_tree,
    or_words,
    or_words_grammar,
    or_words_schema,
)

if TYPE_CHECKING:
    from oyez.core.gbnf import Rules

_WORDS = (("true", True), ("false", False))


class Boolean(Scale, frozen=True, kw_only=True):
    """`{ boolean = true }`."""

    @property
    def menu_words(self) -> tuple[tuple[str, str], ...]:
        """The two words."""
        return (("true", "true"), ("false", "false"), *((word, word) for word in self.abstain))

    def admit_own(self, value: Value) -> Admitted | Refused:
        """True or false, never another type that counts as one."""
        if isinstance(value, JsonValue):
            if value.kind == "boolean":
                return Admitted(value.data)
            return Refused("wrong_type", f"a JSON {value.kind} is not a boolean")
        for word, meant in _WORDS:
            if equal(value.strip(), word, ignore_case=True):
                return Admitted(meant)
        return Refused("not_in_vocabulary", "neither true nor false")

    def could_be_meant(self, text: str) -> bool:
        """Whether it is made only of characters that the two words are made of."""
        return bool(text) and set(text.lower()) <= set("truefalse")

    def write(self, verdict: Any) -> str:
        """The word."""
        return verdict if isinstance(verdict, str) else str(verdict).lower()

    def describe(self, *, json: bool = False) -> str:
        """The two words, or the literals."""
        return or_words("true or false" + (", without quotation marks" if json else ""), self, json=json)

    def schema(self, *, narrow: bool) -> dict[str, Any]:
        """The literals."""
        return or_words_schema({"type": "boolean"}, self, narrow=narrow)

    def grammar(self, rules: Rules, room: str) -> str:
        """The two words, which are the literals too."""
        return or_words_grammar(('"true"', '"false"'), self, room)

    def tree(self) -> object:
        """The scale as a contract writes it."""
        return {"boolean": True} | common_tree(self)


def _make(table: dict[str, Any]) -> Boolean:
    if table["boolean"] is not True:
        raise ValueError("boolean must be true")
    return Boolean(**common(table))


SCALE = ScaleRule("boolean", (), _make)
