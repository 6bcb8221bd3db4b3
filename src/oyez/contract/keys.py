"""Reading the keys of a contract's tree, and keeping every fault with its place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from oyez.core.nearest import nearest

Path = tuple[str | int, ...]
Where = tuple[tuple[int, int], str]
"""A line and column to sort by, and how a message says the place."""
Locate = Callable[[Path], Where]
MOST_LISTED = 8
"""A longer list of keys would hide the place of the fault."""
NOWHERE = (0, 0)
"""The line and column of what has no place in a text."""


class Keys:
    """A tree, where its keys stand, and what is wrong with them."""

    def __init__(self, tree: dict[str, Any], locate: Locate) -> None:
        self.tree = tree
        self.locate = locate
        self._faults: list[tuple[tuple[int, int], str]] = []

    @property
    def faults(self) -> list[str]:
        """Everything that is wrong, in the order of the text."""
        return [message for _, message in sorted(self._faults, key=lambda fault: fault[0])]

    def fault(self, path: Path, message: str) -> None:
        """Keep a fault, with the place of the key that the path leads to."""
        order, place = self.locate(path)
        self._faults.append((order, f"{message} {place}".rstrip()))

    def unknown(self, path: Path, allowed: tuple[str, ...], where: str) -> None:
        """Keep the fault that the last key of the path is none of those allowed."""
        key = str(path[-1])
        near = nearest(key, allowed)
        listed = f"; it has {', '.join(allowed)}" if len(allowed) <= MOST_LISTED else ""
        hint = f"; did you mean {near[0]!r}?" if near else listed
        self.fault(path, f"unknown key {key!r} in {where}{hint}")

    def text(self, key: str) -> str | None:
        """A key that holds text, if it is there."""
        value = self.tree.get(key)
        if value is not None and (not isinstance(value, str) or not value):
            self.fault((key,), f"{key} must be text")
            return None
        return value

    def flag(self, table: dict[str, Any], key: str, path: Path) -> bool:
        """A key that is true or false; false where it is not there."""
        value = table.get(key, False)
        if not isinstance(value, bool):
            self.fault((*path, key), f"{key} must be true or false")
            return False
        return value

    def words(self, key: str) -> tuple[str, ...] | None:
        """A key that holds a list of words, if it is there."""
        value = self.tree.get(key)
        if value is None:
            return None
        if not isinstance(value, list) or not all(map(_is_word, value)):
            self.fault((key,), f"{key} must be a list of words")
            return None
        return tuple(str(word) for word in value)

    def choice(self, table: dict[str, Any], key: str, choices: tuple[str, ...], path: Path) -> str | None:
        """A key that holds one of the choices, if it is there."""
        value = table.get(key)
        if value is not None and not (isinstance(value, str) and value in choices):
            said = f"one of {', '.join(choices)}" if len(choices) > 1 else f'"{choices[0]}"'
            self.fault((*path, key), f"{key} must be {said}")
            return None
        return value

    def count(self, key: str, lowest: int) -> int | None:
        """A key that holds a whole number, if it is there."""
        value = self.tree.get(key)
        if value is not None and (isinstance(value, bool) or not isinstance(value, int) or value < lowest):
            self.fault((key,), f"{key} must be a whole number from {lowest}")
            return None
        return value


def _is_word(value: Any) -> bool:
    """Whether it is a word, or a whole number, which stands for the word it is written as."""
    return isinstance(value, str | int) and not isinstance(value, bool) and bool(str(value).strip())
