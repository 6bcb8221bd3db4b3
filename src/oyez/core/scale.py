"""The signature of a scale: it alone says whether a value is allowed."""

from __future__ import annotations

import msgspec

from oyez.core.value import Admitted, JsonValue, Refused, Value


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

    def could_be_meant(self, text: str) -> bool:
        """Whether a value off the scale may have been meant as one (READING §6.3)."""
        return bool(text)

    def tree(self) -> object:
        """The scale as a contract writes it, defaults left out."""
        raise TypeError(f"{type(self).__name__} has no written form")


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
