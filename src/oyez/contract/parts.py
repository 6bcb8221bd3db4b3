"""Forms and scales from their tables: which one it is, which of its keys are known, and every fault of the rest."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from oyez.contract.keys import Keys, Path
from oyez.core.nearest import nearest
from oyez.core.registry import Registry

T_co = TypeVar("T_co", covariant=True)


class Rule(Protocol[T_co]):
    """How a form or scale is written in a contract."""

    @property
    def name(self) -> str:
        """Its name, the key that says which one it is."""

    @property
    def keys(self) -> tuple[str, ...]:
        """Its other keys."""

    @property
    def make(self) -> Callable[[dict[str, Any]], T_co]:
        """Makes it, or raises `ValueError` with a sentence that begins with the key at fault."""


def part_table(
    keys: Keys, tree: Any, path: Path, noun: str, rules: Registry[Any], common: tuple[str, ...]
) -> dict[str, Any] | None:
    """The table with its known keys only, the others kept as faults; `None` if it names no form or scale."""
    names = tuple(rule.name for rule in rules)
    what = f"a {noun} has exactly one of the keys {', '.join(names)}"
    if not isinstance(tree, dict) or not tree:
        keys.fault(path, f"{what}, in a table")
        return None
    known = [rule for key in tree if isinstance(key, str) and (rule := rules.get(key)) is not None]
    if not known:
        key = next(iter(tree))
        near = nearest(str(key), names)
        hint = f"; did you mean {near[0]!r}?" if near else f"; {what}"
        keys.fault((*path, key), f"unknown {noun} {key!r}{hint}")
        return None
    if len(known) > 1:
        keys.fault((*path, known[1].name), f"{what}, not both {known[0].name} and {known[1].name}")
        return None
    allowed = (known[0].name, *known[0].keys, *common)
    for key in tree:
        if key not in allowed:
            keys.unknown((*path, key), allowed, f"the {noun} {known[0].name}")
    return {key: value for key, value in tree.items() if key in allowed}


def make_part(keys: Keys, table: dict[str, Any], path: Path, rules: Registry[Any]) -> Any:
    """The form or scale of a table with known keys; `None` after a fault.

    After a fault of a key that it can do without it is made without it, to find the faults of the others.
    """
    rule = next(found for key in table if (found := rules.get(key)) is not None)
    return _made(keys, dict(table), path, rule)


def _made(keys: Keys, table: dict[str, Any], path: Path, rule: Rule[Any]) -> Any:
    made, faulty = None, False
    while made is None:
        try:
            made = rule.make(table)
        except ValueError as fault:
            key = _culprit(str(fault.args[0]), table, rule.name)
            keys.fault((*path, key), str(fault.args[0]))
            faulty = True
            if key == rule.name:
                return None
            del table[key]
    return None if faulty else made


def _culprit(message: str, table: dict[str, Any], name: str) -> str:
    """The key that the sentence begins with; the main key if it begins with none."""
    first = message.partition(" ")[0]
    return first if first in table else name
