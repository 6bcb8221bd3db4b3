"""Where the keys of a contract file stand: line and column, from 1, for every path."""

from __future__ import annotations

from collections.abc import Iterator

from oyez.contract.toml_keys import toml_keys
from oyez.text.json_node import Node

Path = tuple[str | int, ...]
Place = tuple[int, int]


class Places:
    """The places of the keys of one text, by their path; a number in a path is an index, from 0."""

    def __init__(self, text: str, keys: dict[Path, int]) -> None:
        self._text = text
        self._keys = keys

    def of(self, path: Path) -> Place | None:
        """The place of the deepest key of the path that the text has; `None` if it has none."""
        for size in range(len(path), 0, -1):
            if path[:size] in self._keys:
                return self.at(self._keys[path[:size]])
        return None

    def at(self, offset: int) -> Place:
        """Line and column of a code point of the text."""
        return self._text.count("\n", 0, offset) + 1, offset - self._text.rfind("\n", 0, offset)


def toml_places(text: str) -> Places:
    """The places in a TOML text that Python's own parser has accepted."""
    try:
        return Places(text, toml_keys(text))
    except RecursionError:  # its nesting is at the edge of what Python can take
        return Places(text, {})


def json_places(text: str, root: Node) -> Places:
    """The places in a JSON text that was scanned to `root`."""
    keys: dict[Path, int] = {}
    for path, node in _json_nodes(root):
        for key, at, _ in _members(text, node):
            keys.setdefault((*path, key), at)
        for index, item in enumerate(node.items or ()):
            keys.setdefault((*path, index), item.start)
    return Places(text, keys)


def json_twice(text: str, root: Node) -> list[tuple[str, int]]:
    """Every key that its object has given before, with its code point, in the order of the text."""
    twice: list[tuple[int, str]] = []
    for _, node in _json_nodes(root):
        seen: set[str] = set()
        for key, at, _ in _members(text, node):
            if key in seen:
                twice.append((at, key))
            seen.add(key)
    return [(key, at) for at, key in sorted(twice)]


def _json_nodes(root: Node) -> Iterator[tuple[Path, Node]]:
    waiting: list[tuple[Path, Node]] = [((), root)]
    while waiting:
        path, node = waiting.pop()
        yield path, node
        waiting += [((*path, key), value) for key, value in node.members or ()]
        waiting += [((*path, index), item) for index, item in enumerate(node.items or ())]


def _members(text: str, node: Node) -> Iterator[tuple[str, int, Node]]:
    """The members of an object with the code point of each key: the first quote after the member before."""
    end = node.start + 1
    for key, value in node.members or ():
        yield key, text.index('"', end, value.start), value
        end = value.end
