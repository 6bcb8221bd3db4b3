"""One row of a file as a reply: every column has the type it should have, or the row is bad."""

from __future__ import annotations

import json
import math
import re
from typing import Any, Final

from oyez.core.errors import InputError
from oyez.core.reply import Reply
from oyez.rows.columns import COLUMNS, MISSING, Columns, look_up, missing_column
from oyez.rows.jsonl_in import KeyTwice, kind, strict_json
from oyez.rows.raw import RawRow

DEEPEST: Final = 200
"""How deep `meta` may be nested; it is written again with every reading."""
_DRAW = re.compile(r"0*([0-9]+)(?:\.0+)?")
"""A whole number; pandas writes `3.0` in a CSV column that has empty cells."""


class ColumnError(ValueError):
    """A column of a row that does not hold what it should; the message says what to do."""


def reply_of(row: RawRow, columns: Columns) -> Reply:
    """The reply in `row`; a row without an id gets its number.

    In every column but `text` an empty string says nothing. Raises `ColumnError`.
    """

    def value(column: str) -> Any:
        found = look_up(row.columns, columns.path(column))
        return None if found is MISSING or (found == "" and column != "text") else found

    error = _error(value("error"))
    return Reply(
        id=_name(value("id"), "id", columns) or str(row.number),
        text=_text(row, columns, error),
        stop=_word(value("stop"), "stop", columns),
        error=error,
        item=_name(value("item"), "item", columns),
        arm=_name(value("arm"), "arm", columns),
        judge=_name(value("judge"), "judge", columns),
        judge_digest=_word(value("judge_digest"), "judge_digest", columns),
        draw=_draw(value("draw")),
        order=_name(value("order"), "order", columns),
        ids=_ids(value("ids")),
        meta=_meta(value("meta")),
    )


def name_of(value: Any) -> str | None:
    """A string as it stands, a number or boolean as JSON writes it; null and NaN are `None`.

    Raises `ColumnError` for lists and objects.
    """
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return None
    if isinstance(value, str):
        return value
    if isinstance(value, (bool, int, float)):
        return json.dumps(value)
    raise ColumnError(kind(value))


def check_group(by: str) -> None:
    """Raises `InputError` for what is no column and no part of meta, by which replies could be grouped."""
    if by not in COLUMNS and not by.startswith("meta."):
        raise InputError(f"no column {by!r}; there are {', '.join(COLUMNS)} and meta.…")


def group_of(reply: Reply, by: str) -> str | None:
    """The group of a reply by one of its columns or a part of its meta (`meta.x`); `None` if it does not say.

    Raises `InputError` for other columns, and for a value that is no word.
    """
    check_group(by)
    value = getattr(reply, by) if by in COLUMNS else look_up(reply.meta or {}, by.removeprefix("meta."))
    try:
        return None if value is MISSING else name_of(value)
    except ColumnError as fault:
        raise InputError(f"the column {by!r} holds {fault}, and rows are grouped by words") from fault


def _name(value: Any, column: str, columns: Columns) -> str | None:
    try:
        return name_of(value)
    except ColumnError as fault:
        raise ColumnError(_wrong(column, columns, str(fault), "a string or a number")) from fault


def _word(value: Any, column: str, columns: Columns) -> str | None:
    if value is None or isinstance(value, str):
        return value
    raise ColumnError(_wrong(column, columns, kind(value), "a string or null"))


def _text(row: RawRow, columns: Columns, error: str | None) -> str | None:
    path = columns.path("text")
    value = look_up(row.columns, path)
    if value is MISSING and error is None:
        raise ColumnError(missing_column(path, row.columns, "text"))
    return None if value is MISSING else _word(value, "text", columns)


def _error(value: Any) -> str | None:
    """What went wrong, as text; false, 0, and what is empty or blank say that nothing did."""
    if not value or (isinstance(value, float) and math.isnan(value)):
        return None
    if isinstance(value, str) and not value.strip():
        return None
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def _draw(value: Any) -> int | None:
    if isinstance(value, float) and value.is_integer():  # a Parquet column with nulls, written by pandas
        value = int(value)
    written = _DRAW.fullmatch(value) if isinstance(value, str) else None
    if written is not None:
        value = int(written[1]) if len(written[1]) < 20 else 2**63
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return None
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        shown = kind(value) if isinstance(value, list | dict) else repr(value)
        raise ColumnError(f"the draw is {shown}; a draw is a number counted from 0")
    if value >= 2**63:
        raise ColumnError("the draw is too large; it must be below 2**63")
    return value


def _ids(value: Any) -> tuple[str, ...] | None:
    if isinstance(value, str):
        value = _json(value, "ids", "a JSON list of ids")
    if value is None:
        return None
    if not isinstance(value, list) or not all(_is_id(name) for name in value):
        raise ColumnError("the ids are not a list of strings or numbers")
    names = tuple(map(str, value))
    if "" in names or len(set(names)) < len(names):
        raise ColumnError("the ids are empty or stand twice in their list")
    return names


def _is_id(value: Any) -> bool:
    return isinstance(value, (str, int)) and not isinstance(value, bool)


def _meta(value: Any) -> dict[str, Any] | None:
    if isinstance(value, str):
        value = _json(value, "meta", "a JSON object")
    if value is None:
        return None
    if not isinstance(value, dict):
        raise ColumnError(f"meta is {kind(value)}; it must be an object")
    if _deeper(value, DEEPEST):
        raise ColumnError(f"meta is nested deeper than {DEEPEST}")
    return value


def _deeper(tree: Any, limit: int) -> bool:
    """Whether lists and objects stand in each other more than `limit` deep."""
    level = [tree]
    for _ in range(limit + 1):
        level = [
            inner
            for outer in level
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, dict | list)
        ]
        if not level:
            return False
    return True


def _json(value: str, column: str, wanted: str) -> Any:
    try:
        return strict_json(value)
    except KeyTwice as fault:
        raise ColumnError(f"{column}: {fault}") from fault
    except (ValueError, RecursionError) as fault:
        raise ColumnError(f"{column} is a string that does not hold {wanted}") from fault


def _wrong(column: str, columns: Columns, found: str, wanted: str) -> str:
    path = columns.path(column)
    said = f"the column {path!r} holds {found}, and {column} must be {wanted}"
    option = column.replace("_", "-")
    if found in ("a list", "an object"):
        return f"{said}; a dotted path reaches into it: --{option} {path}.…"
    return f"{said}; name another column with --{option}"
