"""The signature of a form: where a value stands in the reply."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from oyez.core.ask import Ask
from oyez.core.candidate import Found
from oyez.core.region import Region


class Form(msgspec.Struct, frozen=True, kw_only=True):
    """Base of all forms; a subclass implements `find`."""

    @property
    def kind(self) -> str:
        """The name of the form, as a contract writes it."""
        raise TypeError("a form has a name")

    @property
    def marked(self) -> bool:
        """Whether the judge marks the value; otherwise its place is the mark."""
        return True

    @property
    def blocks(self) -> bool:
        """Whether any off-scale sibling blocks, not only one that could have been meant as a value."""
        return False

    @property
    def picks(self) -> str | None:
        """`last` or `first`, where the form itself says which of several counts."""
        return None

    @property
    def echoes(self) -> bool:
        """Whether an echoed line of the prompt can be told from an answer in this form."""
        return True

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels with which lines of this form begin."""
        return ()

    @property
    def path(self) -> tuple[str, ...] | None:
        """The path of the value in a JSON object; `None` for other forms."""
        return None

    @property
    def parts(self) -> tuple[str, ...] | None:
        """The closed names of an object verdict; empty when the contract or reply gives them; else `None`."""
        return None

    def find(self, region: Region, ask: Ask) -> Found:
        """Everything in the region that stands in the form."""
        raise TypeError(f"{type(self).__name__} finds nothing")

    def tree(self) -> dict[str, Any]:
        """The form as a contract writes it, defaults left out."""
        raise TypeError(f"{type(self).__name__} has no written form")

    @property
    def site(self) -> str:
        """Where in a reply it is written: `anywhere`, `first`, `last`, `whole`, or `object` for JSON."""
        return "anywhere"

    @property
    def marks(self) -> tuple[str, ...]:
        """Texts that begin a candidate wherever they stand, so that nothing beside the value may hold them."""
        return ()

    @property
    def breaks(self) -> tuple[str, ...]:
        """Texts that a value of any text must not hold in this form, for they would break it off."""
        return ()

    @property
    def runs_on(self) -> bool:
        """Whether a value of any text may go over several lines."""
        return False

    def write(self, value: Any) -> str:
        """The stretch of a reply that says the value; one value a part where the verdict is an object.

        The prompt, the grammar and written replies all come from here. JSON forms have `put` instead.
        """
        raise TypeError(f"{type(self).__name__} writes nothing")

    def put(self, tree: dict[str, Any], value: Any) -> None:
        """Put the value where it belongs into the JSON object that is to be the reply."""
        raise TypeError(f"{type(self).__name__} is no JSON form")

    def schema(self, value: dict[str, Any], ask: Ask, *, narrow: bool) -> dict[str, Any] | None:
        """A JSON Schema for objects that hold such a value in this form; `None` for forms that are not JSON."""
        return None

    def describe(self) -> str:
        """Where the value stands, in words that go on from "the value stands"."""
        raise TypeError(f"{type(self).__name__} has no words")

    def ask_for(self) -> tuple[str, ...]:
        """Lines that tell a judge where to write the value without showing it; no line holds a value."""
        raise TypeError(f"{type(self).__name__} has no words")


class FormRule(msgspec.Struct, frozen=True):
    """How a form is written in a contract."""

    name: str
    """Its name, the first key of its table."""
    keys: tuple[str, ...]
    """The other keys that its table may have."""
    make: Callable[[dict[str, Any]], Form]
    """Makes the form from its table; raises `ValueError` with a plain sentence."""


def text_key(table: dict[str, Any], key: str) -> str:
    """A key of a form's table that must hold one line of non-blank text."""
    value = table.get(key)
    if not isinstance(value, str) or not value.strip() or "\n" in value or "\r" in value:
        raise ValueError(f"{key} must be one line of text")
    return value


def choice_key(table: dict[str, Any], key: str, choices: tuple[str, ...]) -> str | None:
    """A key of a form's table that must be one of the choices, if it is there."""
    value = table.get(key)
    if value is not None and value not in choices:
        raise ValueError(f"{key} must be one of {', '.join(choices)}")
    return value


def path_key(table: dict[str, Any], key: str) -> tuple[str, ...]:
    """A path of keys: text with dots between the steps, or a list of steps."""
    value = table.get(key)
    steps = value.split(".") if isinstance(value, str) else value
    if not isinstance(steps, list) or not steps or not all(isinstance(step, str) and step for step in steps):
        raise ValueError(f"{key} must be a key, a dotted path, or a list of keys")
    return tuple(steps)


def path_tree(path: tuple[str, ...]) -> str | list[str]:
    """A path as a contract writes it."""
    return list(path) if any("." in step for step in path) else ".".join(path)
