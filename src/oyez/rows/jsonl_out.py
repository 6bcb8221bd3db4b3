"""Readings as JSON lines."""

from __future__ import annotations

from typing import Any, BinaryIO

from oyez.rows.reading import to_json_bytes


class JsonlWriter:
    """Writes one strict JSON object a line; lone surrogates are escaped."""

    def __init__(self, out: BinaryIO) -> None:
        self._out = out

    def write(self, row: dict[str, Any]) -> None:
        """Write one row of `reading_row`."""
        self._out.write(to_json_bytes(row))

    def close(self) -> None:
        """Hand everything over to the file."""
        self._out.flush()
