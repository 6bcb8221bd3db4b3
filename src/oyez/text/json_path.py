"""Following a path of keys into an object, seeing keys that are given twice."""

from __future__ import annotations

import msgspec

from oyez.core.value import same
from oyez.text.json_scan import Node


class At(msgspec.Struct, frozen=True):
    """What stands at the end of a path."""

    node: Node
    twice: bool
    """Whether a key of the path is given twice in one object with different values."""


def follow(node: Node, path: tuple[str, ...]) -> At | None:
    """The value at the path; `None` where a key does not exist or a step is not an object."""
    twice = False
    for key in path:
        values = [value for name, value in node.members or () if name == key]
        if not values:
            return None
        twice = twice or any(not same_node(values[0], other) for other in values[1:])
        node = values[0]
    return At(node, twice)


def same_node(one: Node, other: Node) -> bool:
    """Whether two values are one: the same kind and the same content."""
    return one.value.kind == other.value.kind and same(one.value.data, other.value.data)
