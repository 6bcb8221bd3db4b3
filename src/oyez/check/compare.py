"""What differs between the reading that is wanted and the reading that was made."""

from __future__ import annotations

from typing import Any

import msgspec

from oyez.core.reading import FieldReading, Reading


class Difference(msgspec.Struct, frozen=True):
    """One thing that is not as it should be."""

    what: str
    """`status`, `verdict`, `fields.NAME.status`, and so on."""
    wanted: Any
    found: Any


def differences(want: dict[str, Any], reading: Reading) -> list[Difference]:
    """Everything in `want` that the reading does not meet; what is not in `want` is not compared."""
    found = [
        Difference(what, want[what], getattr(reading, what))
        for what in ("status", "verdict", "rule", "abstained")
        if what in want and not same(want[what], getattr(reading, what))
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
        Difference(f"fields.{name}.{what}", value, getattr(field, what))
        for what, value in wanted.items()
        if not same(value, getattr(field, what))
    ]


def same(wanted: Any, found: Any) -> bool:
    """Whether two verdicts are one: types count (true is not 1, "70" is not 70), 8 and 8.0 are the same number."""
    if isinstance(wanted, (list, tuple)) and isinstance(found, (list, tuple)):
        return len(wanted) == len(found) and all(map(same, wanted, found))
    if isinstance(wanted, dict) and isinstance(found, dict):
        return wanted.keys() == found.keys() and all(same(wanted[key], found[key]) for key in wanted)
    if isinstance(wanted, bool) or isinstance(found, bool):
        return wanted is found
    return bool(wanted == found)
