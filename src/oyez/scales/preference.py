"""Labels that say which of two is better and by how much; space inside a label does not count."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from oyez.core.scale import Scale, ScaleRule, equal, refuse_ambiguous, text_of
from oyez.core.value import Admitted, Refused, Value
from oyez.scales._common import (
    common,
    common_tree,
    listed,
    or_words,
    or_words_grammar,
    or_words_schema,
    spelt,
)
from oyez.scales.labels import alias_key, word_index
from oyez.text.space import without_space

if TYPE_CHECKING:
    from oyez.core.gbnf import Rules

_MEANING = re.compile(r"([AB])\+([1-9])|tie")


class Preference(Scale, frozen=True, kw_only=True):
    """`{ preference = { "A>B" = "A+1", "A=B" = "tie", "B>A" = "B+1" } }`; the verdict is the written label."""

    meaning: tuple[tuple[str, str], ...]
    """Each written label with what it means: winner and strength, or `tie`."""
    alias: tuple[tuple[str, str], ...] = ()
    index: dict[str, tuple[tuple[str, str], ...]]
    """Lower-case spelling without space to the words that have it, with their labels."""

    @property
    def labelled(self) -> bool:
        """Values are labels."""
        return True

    @property
    def labels(self) -> tuple[str, ...]:
        """The written labels."""
        return tuple(label for label, _ in self.meaning)

    @property
    def menu_words(self) -> tuple[tuple[str, str], ...]:
        """Labels, other spellings of them, and words for abstaining."""
        return (*super().menu_words, *self.alias)

    def winner(self, label: str) -> str | None:
        """`A` or `B`; `None` for a tie. Raises `KeyError` for what is no label."""
        meant = dict(self.meaning)[label]
        return None if meant == "tie" else meant[0]

    def strength(self, label: str) -> int:
        """How strong the preference is, from 1; 0 for a tie. Raises `KeyError` for what is no label."""
        meant = dict(self.meaning)[label]
        return 0 if meant == "tie" else int(meant[2:])

    def admit_own(self, value: Value) -> Admitted | Refused:
        """A written label, or another spelling of one."""
        word = text_of(value)
        if word is None:
            return Refused("wrong_type", "not a string")
        bare = without_space(word)
        for written, label in self.index.get(bare.lower(), ()):
            if equal(bare, without_space(written), self.ignore_case):
                return Admitted(label, abstained=label in self.abstain)
        return Refused("not_in_vocabulary", f"not one of {', '.join(self.labels)}")

    def could_be_meant(self, text: str) -> bool:
        """Whether it is made only of characters that the labels are made of, space left out."""
        bare = without_space(text)
        return bool(bare) and set(bare.lower()) <= set("".join(self.labels).lower())

    def describe(self, *, json: bool = False) -> str:
        """The labels and what they mean."""
        what = "one of these strings" if json else "exactly one of these"
        meanings = [
            f"{listed([label], quoted=json)} for {_in_words(label, meant)}" for label, meant in self.meaning
        ]
        return or_words(f"{what}: {', '.join(meanings)}", self, json=json)

    def schema(self, *, narrow: bool) -> dict[str, Any]:
        """Every spelling of every label as a pattern, or the labels as they are to be spelt."""
        if narrow:
            return or_words_schema({"enum": list(self.labels)}, self, narrow=True)
        from oyez.text.patterns import words_pattern

        bare = [without_space(word) for word in (*self.labels, *(written for written, _ in self.alias))]
        pattern = words_pattern(bare, ignore_case=self.ignore_case, inner_space=True)
        return or_words_schema({"type": "string", "pattern": pattern}, self, narrow=False)

    def grammar(self, rules: Rules, room: str) -> str:
        """The labels as they are to be spelt."""
        return or_words_grammar([spelt(label, room) for label in self.labels], self, room)

    def tree(self) -> object:
        """The scale as a contract writes it."""
        alias = {"alias": dict(self.alias)} if self.alias else {}
        return {"preference": dict(self.meaning)} | alias | common_tree(self)


def _in_words(label: str, meant: str) -> str:
    """What a preference means: winner, by the letter that its label holds, and strength."""
    if meant == "tie":
        return "a tie"
    letter = meant[0]
    held = next((char for char in label if char.upper() == letter), None)
    strength = int(meant[2:])
    winner = held or {"A": "the first", "B": "the second"}[letter]
    return f"{winner} is better" + (f" by {strength} steps" if strength > 1 else "")


def _make(table: dict[str, Any]) -> Preference:
    meaning = table["preference"]
    if not isinstance(meaning, dict) or not meaning:
        raise ValueError('preference must be a table from a label to "A+1", "tie", "B+1", …')
    for label, meant in meaning.items():
        if not isinstance(meant, str) or not _MEANING.fullmatch(meant):
            raise ValueError(f'{label!r} must mean "tie", or A or B with a strength such as "A+1"')
    alias = alias_key(table, tuple(meaning))
    settings = common(table)
    words = [*((label, label) for label in meaning), *alias]
    bare = [(without_space(written), label) for written, label in words]
    refuse_ambiguous(bare, settings["ignore_case"])
    index = word_index(bare)
    return Preference(meaning=tuple(meaning.items()), alias=alias, index=index, **settings)


SCALE = ScaleRule(
    "preference",
    ("alias", "ignore_case"),
    _make,
)
