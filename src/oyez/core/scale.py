"""The signature of a scale: it alone says whether a value is allowed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from oyez.core.value import Admitted, JsonValue, Refused, Value

if TYPE_CHECKING:
    from oyez.core.gbnf import Rules


class Scale(msgspec.Struct, frozen=True, kw_only=True):
    """Base of all scales; a subclass implements `admit_own`."""

    abstain: tuple[str, ...] = ()
    """Words accepted besides the scale's own values, and labels among those, that mean no opinion."""
    ignore_case: bool = True
    """Whether words are compared without case."""

    def admit(self, value: Value) -> Admitted | Refused:
        """The verdict that the value is, or why it is none. Outer space does not count."""
        word = text_of(value)
        if word is not None and self.abstain:
            for known in self.abstain:
                if equal(word, known, self.ignore_case):
                    return Admitted(known, abstained=True)
        return self.admit_own(value)

    def admit_own(self, value: Value) -> Admitted | Refused:
        """The same without the words for abstaining."""
        raise TypeError(f"{type(self).__name__} admits nothing")

    @property
    def numeric(self) -> bool:
        """Whether values are single numbers."""
        return False

    @property
    def labelled(self) -> bool:
        """Whether values are labels or preferences."""
        return False

    @property
    def free(self) -> bool:
        """Whether any text is a value, over several lines if need be."""
        return False

    @property
    def labels(self) -> tuple[str, ...]:
        """The words that are verdicts, as the contract spells them; empty where values are not words."""
        return ()

    @property
    def menu_words(self) -> tuple[tuple[str, str], ...]:
        """Every written word with the verdict it stands for: what a menu would list."""
        own = tuple((label, label) for label in self.labels)
        return own + tuple((word, word) for word in self.abstain if word not in self.labels)

    @property
    def bounds(self) -> tuple[float, float] | None:
        """Lowest and highest number, where values are numbers."""
        return None

    @property
    def keys(self) -> tuple[str, ...] | None:
        """The keys that count in the objects of a value; `None` where all do."""
        return None

    def could_be_meant(self, text: str) -> bool:
        """Whether a value off the scale may have been meant as one (READING §6.3)."""
        return bool(text)

    def tree(self) -> object:
        """The scale as a contract writes it, defaults left out."""
        raise TypeError(f"{type(self).__name__} has no written form")

    def write(self, verdict: Any) -> str:
        """A verdict as text that the scale admits as that verdict."""
        return str(verdict)

    def data(self, verdict: Any) -> Any:
        """A verdict as a JSON value that the scale admits as that verdict."""
        return verdict

    def describe(self, *, json: bool = False) -> str:
        """What may be written, in words that go on from "write"; with `json` as a JSON value."""
        raise TypeError(f"{type(self).__name__} has no words")

    def schema(self, *, narrow: bool) -> dict[str, Any]:
        """A JSON Schema that accepts exactly the JSON values that the scale admits.

        With `narrow` only the spellings that a judge is asked for. Raises `ValueError` with a plain
        sentence where there are too many values to list.
        """
        raise TypeError(f"{type(self).__name__} has no schema")

    def grammar(self, rules: Rules, room: str) -> str:
        """A GBNF expression for values that the scale admits.

        `room` is what a value may fill: `json` (a JSON value), `whole` (the reply), `lines`, `line` or
        `word`. Raises `ValueError` with a plain sentence where there are too many values to list.
        """
        raise TypeError(f"{type(self).__name__} has no grammar")


def text_of(value: Value) -> str | None:
    """The text of a text value or JSON string without outer space; `None` for other JSON values."""
    if isinstance(value, JsonValue):
        return value.data.strip() if value.kind == "string" else None
    return value.strip()


def equal(one: str, other: str, ignore_case: bool) -> bool:
    """Whether two words are one; without case only if lower and upper case agree.

    Comparing both keeps look-alikes apart: the Kelvin sign is `k` in lower case only.
    """
    if one == other:
        return True
    return ignore_case and one.lower() == other.lower() and one.upper() == other.upper()


class ScaleRule(msgspec.Struct, frozen=True):
    """How a scale is written in a contract."""

    name: str
    """Its name: the first key of its table, or the whole of a scale written as one word."""
    keys: tuple[str, ...]
    """The other keys that its table may have, besides `abstain`."""
    make: Callable[[dict[str, Any]], Scale]
    """Makes the scale from its table; raises `ValueError` with a plain sentence."""


def words_key(table: dict[str, Any], key: str) -> tuple[str, ...]:
    """A key of a scale's table that holds a list of different words, if it is there."""
    words = table.get(key, [])
    if not isinstance(words, list) or not all(isinstance(word, str) and word.strip() for word in words):
        raise ValueError(f"{key} must be a list of words")
    stripped = tuple(word.strip() for word in words)
    if len(set(stripped)) < len(stripped):
        raise ValueError(f"{key} holds a word twice")
    return stripped


def flag_key(table: dict[str, Any], key: str, default: bool) -> bool:
    """A key of a scale's table that is true or false."""
    flag = table.get(key, default)
    if not isinstance(flag, bool):
        raise ValueError(f"{key} must be true or false")
    return flag


def refuse_ambiguous(words: Iterable[tuple[str, str]], ignore_case: bool) -> None:
    """Raise `ValueError` where two words that stand for different verdicts read alike."""
    seen: list[tuple[str, str]] = []
    for word, verdict in words:
        for other, meant in seen:
            if meant != verdict and equal(word, other, ignore_case):
                hint = "; set ignore_case = false" if word != other else ""
                raise ValueError(f"{other!r} and {word!r} cannot be told apart{hint}")
        seen.append((word, verdict))
