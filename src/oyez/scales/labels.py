"""A closed list of labels; from JSON only a string is one. The verdict is spelt as the contract spells it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from oyez.core.scale import Scale, ScaleRule, equal, refuse_ambiguous, text_of, words_key
from oyez.core.value import Admitted, Refused, Value
from oyez.scales._common import (
    common,
    common_tree,
    extra_words,
    listed,
    or_words,
    or_words_grammar,
    spelt,
    words_schema,
)

if TYPE_CHECKING:
    from oyez.core.gbnf import Rules


class Labels(Scale, frozen=True, kw_only=True):
    """`{ labels = [...], alias = { written = "label" }, ignore_case = true, abstain = [...] }`."""

    words: tuple[str, ...]
    alias: tuple[tuple[str, str], ...] = ()
    index: dict[str, tuple[tuple[str, str], ...]]
    """Lower-case spelling to the words that have it, with their labels."""

    @property
    def labelled(self) -> bool:
        """Values are labels."""
        return True

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels."""
        return self.words

    @property
    def menu_words(self) -> tuple[tuple[str, str], ...]:
        """Labels, other spellings of them, and words for abstaining."""
        return (*super().menu_words, *self.alias)

    def admit_own(self, value: Value) -> Admitted | Refused:
        """A label, or another spelling of one."""
        word = text_of(value)
        if word is None:
            return Refused("wrong_type", "not a string")
        for written, label in self.index.get(word.lower(), ()):
            if equal(word, written, self.ignore_case):
                return Admitted(label, abstained=label in self.abstain)
        return Refused("not_in_vocabulary", f"not one of {', '.join(self.words)}")

    def could_be_meant(self, text: str) -> bool:
        """Whether it is made only of characters that the labels are made of."""
        return bool(text) and set(text.lower()) <= set("".join(self.words).lower())

    def describe(self, *, json: bool = False) -> str:
        """The labels, as they are to be spelt."""
        what = "one of these strings" if json else "exactly one of these"
        what = "exactly this" if len(self.words) == 1 else what
        return or_words(f"{what}: {listed(self.words, quoted=json)}", self, json=json)

    def schema(self, *, narrow: bool) -> dict[str, Any]:
        """Every spelling of every word as a pattern, or the labels as they are to be spelt."""
        words = [*self.words, *extra_words(self)]
        if not narrow:
            words += [written for written, _ in self.alias]
        return words_schema(words, self, narrow=narrow)

    def grammar(self, rules: Rules, room: str) -> str:
        """The labels as they are to be spelt."""
        return or_words_grammar([spelt(word, room) for word in self.words], self, room)

    def tree(self) -> object:
        """The scale as a contract writes it."""
        alias = {"alias": dict(self.alias)} if self.alias else {}
        return {"labels": list(self.words)} | alias | common_tree(self)


def alias_key(table: dict[str, Any], labels: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Other spellings, each for one of the labels."""
    alias = table.get("alias", {})
    if not isinstance(alias, dict) or not all(isinstance(word, str) for word in alias.values()):
        raise ValueError("alias must be a table from a spelling to a label")
    for written, label in alias.items():
        if label not in labels:
            raise ValueError(f"alias {written!r} stands for {label!r}, which is no label")
    return tuple((written.strip(), label) for written, label in alias.items())


def word_index(words: list[tuple[str, str]]) -> dict[str, tuple[tuple[str, str], ...]]:
    """Lower-case spelling to words and labels."""
    index: dict[str, tuple[tuple[str, str], ...]] = {}
    for written, label in words:
        index[written.lower()] = (*index.get(written.lower(), ()), (written, label))
    return index


def _make(table: dict[str, Any]) -> Labels:
    labels = words_key(table, "labels")
    if len(labels) < 1:
        raise ValueError("labels must not be empty")
    alias = alias_key(table, labels)
    settings = common(table)
    words = [*((label, label) for label in labels), *alias]
    abstain = [(word, word) for word in settings["abstain"]]
    refuse_ambiguous([*words, *abstain], settings["ignore_case"])
    return Labels(words=labels, alias=alias, index=word_index(words), **settings)


SCALE = ScaleRule("labels", ("alias", "ignore_case"), _make)
