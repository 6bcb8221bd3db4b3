"""Replies from Parquet: row batches of bounded size, only the columns that are asked for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from oyez.core.errors import InputError
from oyez.core.visible import visible_text
from oyez.rows.raw import AnyRow, BadRow, RawRow, Source

if TYPE_CHECKING:
    import pyarrow

_BATCH = 256
"""Rows held at once; replies of megabytes exist."""


def arrow() -> Any:
    """The pyarrow package. Raises `InputError` with the command that installs it."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as fault:
        raise InputError("Parquet needs the package pyarrow: pip install 'oyez[parquet]'") from fault
    return pyarrow


class ParquetRows(Source):
    """Rows of one Parquet file; `wanted` are dotted paths, of which the first step is loaded."""

    def __init__(self, path: Path, wanted: set[str]) -> None:
        self.name = visible_text(str(path))
        pa = arrow()
        try:
            self._file = pa.parquet.ParquetFile(path)
        except (pa.ArrowException, OSError) as fault:
            raise InputError(f"{self.name}: not a Parquet file: {_first_line(fault)}") from fault
        names: list[str] = self._file.schema_arrow.names
        self.names = names
        self.total = self._file.metadata.num_rows
        self._wanted = [
            name for name in names if any(path == name or path.startswith(f"{name}.") for path in wanted)
        ]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise InputError(f"{self.name}: the column {twice[0]!r} stands twice")

    def __iter__(self) -> Iterator[AnyRow]:
        pa = arrow()
        number = 0
        try:
            for batch in self._file.iter_batches(batch_size=_BATCH, columns=self._wanted):
                for row in range(batch.num_rows):
                    number += 1
                    yield self._row(batch, row, number)
        except (pa.ArrowException, OSError) as fault:
            place = f"{self.name}, after row {number}"
            raise InputError(f"{place}: the file is broken: {_first_line(fault)}") from fault

    def _row(self, batch: pyarrow.RecordBatch, row: int, number: int) -> AnyRow:
        place = f"{self.name}, row {number}"
        columns = {}
        for name, column in zip(batch.schema.names, batch.columns, strict=True):
            try:
                value = column[row].as_py()
                columns[name] = value.decode("utf-8") if isinstance(value, bytes) else value
            except UnicodeDecodeError:
                return BadRow(place, f"undecodable bytes in {name!r}; text must be UTF-8", number)
        return RawRow(place, number, columns, number)


def _first_line(fault: Exception) -> str:
    return (str(fault).splitlines() or [type(fault).__name__])[0]
