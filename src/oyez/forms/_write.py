"""What the JSON forms share to write objects, and schemas for them."""

from __future__ import annotations

from typing import Any

from oyez.core.ask import Ask
from oyez.text.numbers import NUMBER, to_number


def put_at(tree: dict[str, Any], path: tuple[str, ...], value: Any) -> None:
    """Put the value at the path, making the objects on the way.

    Raises `ValueError` where something else stands on the way already.
    """
    for key in path[:-1]:
        tree = tree.setdefault(key, {})
        if not isinstance(tree, dict):
            raise ValueError(f"the path {'.'.join(path)} goes through a value of its own")
    if path[-1] in tree:
        raise ValueError(f"two values stand at the path {'.'.join(path)}")
    tree[path[-1]] = value


def path_words(path: tuple[str, ...]) -> str:
    """A path in words, the outermost key last."""
    return " in the object at ".join(f'the key "{key}"' for key in reversed(path))


def object_with(path: tuple[str, ...], value: dict[str, Any]) -> dict[str, Any]:
    """A schema for objects in which the path exists and holds such a value."""
    made = value
    for key in reversed(path):
        made = {"type": "object", "properties": {key: made}, "required": [key]}
    return made


def items_schema(
    id_path: tuple[str, ...], value_path: tuple[str, ...], value: dict[str, Any], ask: Ask, *, narrow: bool
) -> dict[str, Any]:
    """A schema for the array: every object has a known id, and every id that is needed has a value."""
    valued = object_with(value_path, {})
    named = object_with(id_path, _id(ask.ids))
    each = merged(named, object_with(value_path, value) if narrow else _if_there(value_path, value))
    made: dict[str, Any] = {"type": "array", "items": each}
    if ask.ids is None:
        return made | {"contains": valued}
    if not narrow and (ask.partial or ask.at_least is not None):
        least = 1 if ask.partial else min(ask.at_least or 1, len(ask.ids))
        return made | {"contains": valued, "minContains": least}
    size = {"minItems": len(ask.ids), "maxItems": len(ask.ids)} if narrow else {}
    every = [{"contains": merged(object_with(id_path, _id((one,))), valued)} for one in ask.ids]
    return made | size | {"allOf": every}


def _if_there(path: tuple[str, ...], value: dict[str, Any]) -> dict[str, Any]:
    """A schema for objects in which the path holds such a value or does not exist."""
    made = value
    for key in reversed(path):
        made = {"properties": {key: made}}
    return made


def _id(ids: tuple[str, ...] | None) -> dict[str, Any]:
    """A schema for an id: a string, or a number written the same way."""
    if ids is None:
        return {"type": ["string", "number"]}
    from oyez.text.patterns import words_pattern

    text = {"type": "string", "pattern": words_pattern(ids, ignore_case=False)}
    numbers = [to_number(one) for one in ids if NUMBER.fullmatch(one)]
    return {"anyOf": [text, {"type": "number", "enum": numbers}]} if numbers else text


def merged(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """A schema for what both accept, with the keys of objects in one place."""
    if not one or not other:
        return one or other
    known = ("type", "properties", "required")
    if (
        any(key not in known for key in (*one, *other))
        or "properties" not in one
        or "properties" not in other
    ):
        return one if one == other else {"allOf": [one, other]}
    both = dict(one["properties"])
    for key, schema in other["properties"].items():
        both[key] = merged(both[key], schema) if key in both else schema
    made: dict[str, Any] = {"type": "object"} if "type" in one or "type" in other else {}
    made["properties"] = both
    required = list(dict.fromkeys([*one.get("required", []), *other.get("required", [])]))
    return made | ({"required": required} if required else {})
