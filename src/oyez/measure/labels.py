"""What people said: labels from a file, by the id of a draw or by its item."""

from __future__ import annotations

from typing import Any

from oyez.core.errors import InputError
from oyez.rows.columns import MISSING, look_up
from oyez.rows.jsonl_in import strict_json
from oyez.rows.raw import BadRow
from oyez.rows.replies import open_source
from oyez.rows.reply import ColumnError, name_of


def load_labels(path: str, column: str = "label") -> dict[str, Any]:
    """Labels by id, or by item for rows without an id, from JSONL, CSV or Parquet.

    A null label says that a person found no verdict; in CSV it is written `null`. Raises `InputError` for a row
    without a label or name, and for a name with two labels.
    """
    found: dict[str, Any] = {}
    with open_source(path, {"id", "item", column}) as source:
        for row in source.rows():
            if isinstance(row, BadRow):
                raise InputError(str(row))
            try:
                name = name_of(row.columns.get("id")) or name_of(row.columns.get("item"))
            except ColumnError as fault:
                raise InputError(f"{row.place}: the id holds {fault}") from fault
            label = look_up(row.columns, column)
            if name is None or label is MISSING:
                raise InputError(f"{row.place}: a label needs an id or item, and the column {column!r}")
            if name in found:
                raise InputError(f"{row.place}: {name!r} has two labels")
            found[name] = _value(label) if source.names is not None else label
    if not found:
        raise InputError(f"{path}: holds no labels")
    return found


def _value(label: Any) -> Any:
    """A label that stands as text, as in CSV: what is JSON as its value, anything else as it stands."""
    if not isinstance(label, str):
        return label
    try:
        return strict_json(label)
    except (ValueError, RecursionError):
        return label
