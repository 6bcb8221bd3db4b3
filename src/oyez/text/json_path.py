"""Following a path of keys into an object, seeing keys that are given twice."""

from __future__ import annotations

import msgspec

from oyez.core.value import same
from oyez.text.json_node import Node


class At(msgspec.Struct, frozen=True):
    """What stands at the end of a path."""

    node: Node
    twice: bool
    """Whether a key of the path is given twice in one object with different values."""


def follow(node: Node, path: tuple[str, ...]) -> At | None:
    """The value at the path; `None` where a key does not exist or a step is not an object."""
    twice, reached = False, [node]
    for key in path:
        reached = [value for each in reached for name, value in each.members or () if name == key]
        if not reached:
            return None
        # Every value of a key that is given twice is followed, lest the one with the verdict be passed over.
        twice = twice or any(not same_node(reached[0], other) for other in reached[1:])
    return At(reached[0], twice)


def same_node(one: Node, other: Node) -> bool:
    """Whether two values are one: the same kind and the same content."""
    return one.value.kind == other.value.kind and same(one.value.data, other.value.data)
