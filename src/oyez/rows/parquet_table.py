"""Rows as a Parquet file: zstd, with a checksum on every page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, BinaryIO

from oyez.rows.parquet_in import arrow

_BATCH = 4096
"""Rows of a row group, unless their texts are large."""
_BATCH_TEXT = 32_000_000


class ParquetTable:
    """Writes rows, given as lists in the order of the columns, in row groups of bounded size."""

    def __init__(self, out: BinaryIO, columns: Mapping[str, Any]) -> None:
        """`columns`: name → type of Arrow, or its name.

        Raises `InputError`, with the command that installs it, if Parquet cannot be written.
        """
        self._pa = arrow()
        types = [
            (name, self._pa.type_for_alias(kind) if isinstance(kind, str) else kind)
            for name, kind in columns.items()
        ]
        self._schema = self._pa.schema(types)
        self._file = self._pa.parquet.ParquetWriter(
            out, self._schema, compression="zstd", write_page_checksum=True
        )
        self._rows: list[list[Any]] = []
        self._held = 0

    def write(self, row: list[Any]) -> None:
        """Write one row."""
        self._rows.append(row)
        self._held += sum(len(value) for value in row if isinstance(value, str))
        if len(self._rows) == _BATCH or self._held > _BATCH_TEXT:
            self._flush()

    def close(self) -> None:
        """Write the footer."""
        self._flush()
        self._file.close()

    def _flush(self) -> None:
        if self._rows:
            columns = zip(*self._rows, strict=True)
            arrays = [
                self._pa.array(values, type=field.type)
                for values, field in zip(columns, self._schema, strict=True)
            ]
            self._file.write_batch(self._pa.RecordBatch.from_arrays(arrays, schema=self._schema))
        self._rows, self._held = [], 0
