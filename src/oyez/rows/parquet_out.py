"""Readings as Parquet, with one schema for all contracts."""

from __future__ import annotations

from typing import Any, BinaryIO

from oyez.rows.parquet_in import arrow
from oyez.rows.parquet_table import ParquetTable
from oyez.rows.reading import READING_COLUMNS, to_json

_TYPES = {"abstained": "bool", "start": "int64", "end": "int64", "draw": "int64"}


class ParquetWriter:
    """Writes rows of readings.

    `verdict`, the verdicts in `fields`, and `meta` are JSON text; `problems` is a list of structs,
    `fields` a map from field to struct. Lone surrogates are written as `\\udXXX`.
    """

    def __init__(self, out: BinaryIO) -> None:
        self._table = ParquetTable(out, _columns(arrow()))

    def write(self, row: dict[str, Any]) -> None:
        """Write one row of `reading_row`."""
        plain = _plain(row)
        self._table.write([plain[name] for name in READING_COLUMNS])

    def close(self) -> None:
        """Write the footer."""
        self._table.close()


def _columns(pa: Any) -> dict[str, Any]:
    text, whole = pa.string(), pa.int64()
    problem = pa.struct([("code", text), ("message", text), ("start", whole), ("end", whole)])
    field = pa.struct([("status", text), ("verdict", text), ("rule", text), ("start", whole), ("end", whole)])
    nested = {"problems": pa.list_(problem), "fields": pa.map_(text, field)}
    return {name: nested.get(name, _TYPES.get(name, "string")) for name in READING_COLUMNS}


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    made = {name: _text(value) for name, value in row.items()}
    fields = row["fields"]
    if fields is not None:
        made["fields"] = [
            (_text(name), {**field, "verdict": _json(field["verdict"], field["status"])})
            for name, field in fields.items()
        ]
    made["problems"] = [
        {name: _text(value) for name, value in problem.items()} for problem in row["problems"]
    ]
    made["verdict"] = _json(row["verdict"], row["status"])
    made["meta"] = None if row["meta"] is None else _text(to_json(row["meta"]))
    return made


def _json(verdict: Any, status: str) -> str | None:
    """A verdict as JSON text; None without a verdict, so that a verdict null stays apart from none."""
    return _text(to_json(verdict)) if status in ("read", "recovered") else None


def _text(value: Any) -> Any:
    """Strings with their lone surrogates escaped; everything else as it is."""
    if isinstance(value, str) and not value.isascii():
        return value.encode("utf-8", "backslashreplace").decode("utf-8")
    return value
