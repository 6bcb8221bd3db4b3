"""What differs between the reading that is wanted and the reading that was made."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from oyez.core.reading import FieldReading, Reading


class Difference(msgspec.Struct, frozen=True):
    """One thing that is not as it should be."""

    what: str
    """`status`, `verdict`, `verdict.KEY`, `fields.NAME.status`, and so on."""
    wanted: Any
    found: Any


class _Nothing:
    """What stands for a key or item that is not there; null is a value."""


NOTHING: Final = _Nothing()


def differences(want: dict[str, Any], reading: Reading) -> list[Difference]:
    """Everything in `want` that the reading does not meet; what is not in `want` is not compared."""
    found = [
        difference
        for what in ("status", "verdict", "rule", "abstained")
        if what in want
        for difference in _deep(what, want[what], getattr(reading, what))
    ]
    for name, wanted in want.get("fields", {}).items():
        found += _field(name, wanted, (reading.fields or {}).get(name))
    codes = [problem.code for problem in reading.problems]
    missing = [code for code in want.get("problems", []) if code not in codes]
    if missing:
        found.append(Difference("problems", missing, codes))
    return found


def _field(name: str, wanted: dict[str, Any], field: FieldReading | None) -> list[Difference]:
    if field is None:
        return [Difference(f"fields.{name}", wanted, None)]
    return [
        difference
        for what, value in wanted.items()
        for difference in _deep(f"fields.{name}.{what}", value, getattr(field, what))
    ]


def _deep(what: str, wanted: Any, found: Any) -> Iterator[Difference]:
    """Where two values differ: the keys and items that do, not the objects and lists that hold them."""
    if same(wanted, found):
        return
    if isinstance(wanted, dict) and isinstance(found, dict):
        for key in dict.fromkeys([*wanted, *found]):
            yield from _deep(f"{what}.{key}", wanted.get(key, NOTHING), found.get(key, NOTHING))
    elif isinstance(wanted, list | tuple) and isinstance(found, list | tuple) and len(wanted) == len(found):
        for index, (one, other) in enumerate(zip(wanted, found, strict=True)):
            yield from _deep(f"{what}.{index}", one, other)
    else:
        yield Difference(what, wanted, found)


def same(wanted: Any, found: Any) -> bool:
    """Whether two verdicts are one: types count (true is not 1, "70" is not 70), 8 and 8.0 are the same number."""
    if isinstance(wanted, (list, tuple)) and isinstance(found, (list, tuple)):
        return len(wanted) == len(found) and all(map(same, wanted, found))
    if isinstance(wanted, dict) and isinstance(found, dict):
        return wanted.keys() == found.keys() and all(same(wanted[key], found[key]) for key in wanted)
    if isinstance(wanted, bool) or isinstance(found, bool):
        return wanted is found
    return bool(wanted == found)
