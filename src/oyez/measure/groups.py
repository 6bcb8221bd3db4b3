"""Observations by the value of a field."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from oyez.core.errors import InputError
from oyez.core.observation import Observation
from oyez.rows.columns import MISSING, look_up
from oyez.rows.reply import ColumnError, name_of

FIELDS: Final = (
    "arm",
    "contract",
    "draw",
    "id",
    "item",
    "judge",
    "judge_digest",
    "order",
    "reader",
    "rule",
    "status",
    "stop",
)
"""The fields that draws may be grouped by, besides `meta.…`."""


def group_of(seen: Observation, by: str) -> str | None:
    """The value of a field as a word; `None` where the draw does not say. Raises `InputError` for no such field."""
    value: Any
    if by in FIELDS:
        value = getattr(seen, by)
    elif by.startswith("meta."):
        value = look_up(seen.meta or {}, by.removeprefix("meta."))
    else:
        raise InputError(f"no field {by!r} to group by; there are {', '.join(FIELDS)} and meta.…")
    try:
        return None if value is MISSING else name_of(value)
    except ColumnError as fault:
        raise InputError(f"the field {by!r} holds {fault}, and draws are grouped by words") from fault


def groups_of(seen: Iterable[Observation], by: str) -> dict[str | None, list[Observation]]:
    """The draws by their value, sorted by it; draws that do not say come last.

    Raises `InputError` where no draw says anything.
    """
    found: dict[str | None, list[Observation]] = {}
    for one in seen:
        found.setdefault(group_of(one, by), []).append(one)
    if found and list(found) == [None]:
        raise InputError(f"no draw has anything in the field {by!r}")
    return dict(sorted(found.items(), key=lambda one: (one[0] is None, one[0] or "")))
