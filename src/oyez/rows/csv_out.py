"""Readings as CSV: scalars as they stand, everything else as JSON."""

from __future__ import annotations

import csv
from io import TextIOWrapper
from typing import Any, BinaryIO

from oyez.rows.reading import READING_COLUMNS, to_json


class CsvWriter:
    """Writes a header and one record a row, ended by CR LF as RFC 4180 has it.

    Null is an empty field, booleans are `true` and `false`; lone surrogates are written as `\\udXXX`.
    """

    def __init__(self, out: BinaryIO) -> None:
        self._text = TextIOWrapper(out, encoding="utf-8", errors="backslashreplace", newline="")
        self._records = csv.writer(self._text)
        self._records.writerow(READING_COLUMNS)

    def write(self, row: dict[str, Any]) -> None:
        """Write one row of `reading_row`."""
        self._records.writerow([_field(row[name]) for name in READING_COLUMNS])

    def close(self) -> None:
        """Hand everything over to the file."""
        self._text.flush()
        self._text.detach()


def _field(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else to_json(value)
