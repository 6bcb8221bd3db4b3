"""A JSON Schema and a grammar for rankings: as many items as ids, and among them every id and every rank."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from oyez.core.gbnf import Rules
from oyez.text.numbers import INTEGER

MOST_RANKED = 8
"""A grammar has a rule for each set of ids, twice as many with every id more."""


def ranking_schema(ids: tuple[str, ...], keys: tuple[str, str] | None) -> dict[str, Any]:
    """An array of the ids, or with `keys` of objects that hold id and rank, in any order of ranks."""
    size = {"minItems": len(ids), "maxItems": len(ids)}
    wanted = [_item(_name(name), None, keys) for name in ids]
    if keys is not None:
        wanted += [_item(None, rank, keys) for rank in range(1, len(ids) + 1)]
    item = _item(_name(*ids), None, keys)
    return {"type": "array", "items": item} | size | {"allOf": [{"contains": each} for each in wanted]}


def _item(name: dict[str, Any] | None, rank: int | None, keys: tuple[str, str] | None) -> dict[str, Any]:
    """One item: the id, or an object with id and rank, either of them known or not."""
    if keys is None:
        return name or {}
    known = {"type": "integer"} if rank is None else {"type": "integer", "const": rank}
    return {"type": "object", "properties": {keys[0]: name or {}, keys[1]: known}, "required": list(keys)}


def _name(*names: str) -> dict[str, Any]:
    """One of the ids: a string, or a whole number written the same way."""
    from oyez.text.patterns import words_pattern

    text = {"type": "string", "pattern": words_pattern(names, ignore_case=False)}
    numbers = [int(name) for name in names if INTEGER.fullmatch(name) and name != "-0"]
    return {"anyOf": [text, {"type": "integer", "enum": numbers}]} if numbers else text


def orders(rules: Rules, ids: tuple[str, ...], between: str, entry: Callable[[str, int], str]) -> str:
    """The name of a rule for every order of the ids; `entry` writes an id with its rank, counted from 1."""
    made: dict[tuple[str, ...], str] = {}

    def of(left: tuple[str, ...]) -> str:
        if left not in made:
            choices = []
            for name in left:
                rest = tuple(other for other in left if other != name)
                more = f" {between} {of(rest)}" if rest else ""
                choices.append(entry(name, len(ids) - len(rest)) + more)
            word = "order-" + "-".join(str(ids.index(name)) for name in left)
            made[left] = rules.add(word, " | ".join(choices))
        return made[left]

    return of(ids)
