"""Readings to a file or to standard output, in the format that the name asks for."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Protocol

from oyez.core.errors import InputError
from oyez.core.visible import visible_text
from oyez.rows.atomic import appearing

_ENDINGS = {".jsonl": "jsonl", ".ndjson": "jsonl", ".csv": "csv", ".parquet": "parquet", ".pq": "parquet"}


class RowWriter(Protocol):
    """Takes rows as `reading_row` makes them."""

    def write(self, row: dict[str, Any]) -> None:
        """Write one row."""

    def close(self) -> None:
        """Hand everything over to the file, which stays open."""


def check_target(name: str, source: str) -> None:
    """Raise `InputError` if readings cannot go to `name`: an unknown ending, or the replies themselves."""
    if name == "-":
        return
    target, shown = Path(name), visible_text(name)
    if target.suffix.lower() not in _ENDINGS and (target.is_file() or not target.exists()):
        raise InputError(f"{shown}: the ending must say the format: .jsonl, .parquet or .csv")
    if target.is_dir():
        raise InputError(f"{shown}: is a directory; name a file to write")
    if source != "-" and target.is_file() and os.path.exists(source) and target.samefile(source):
        raise InputError(f"{shown}: would overwrite the replies; name another file")
    if Path(source).is_dir() and Path(source).resolve() in target.resolve().parents:
        raise InputError(f"{shown}: stands among the replies, and would be read as one; name another place")
    if not target.absolute().parent.is_dir():
        raise InputError(f"{shown}: there is no directory {visible_text(str(target.parent))}")


@contextmanager
def open_target(name: str) -> Iterator[RowWriter]:
    """A writer of readings to `name`: JSONL, Parquet or CSV by its ending; `-` is JSONL on standard output.

    The file appears, whole, when the block ends without an exception. Raises `InputError` where it cannot
    be written, or not to its end.
    """
    if name == "-":
        with closing(_writer("jsonl", sys.stdout.buffer)) as writer:
            yield writer
        return
    kind = _ENDINGS.get(Path(name).suffix.lower(), "jsonl")
    try:
        with appearing(Path(name)) as path, path.open("wb") as out, closing(_writer(kind, out)) as writer:
            yield writer
    except OSError as fault:  # the replies name their own
        raise InputError(f"{visible_text(name)}: was not written: {fault.strerror or fault}") from fault


def _writer(kind: str, out: BinaryIO) -> RowWriter:
    if kind == "csv":
        from oyez.rows.csv_out import CsvWriter

        return CsvWriter(out)
    if kind == "parquet":
        from oyez.rows.parquet_out import ParquetWriter

        return ParquetWriter(out)
    from oyez.rows.jsonl_out import JsonlWriter

    return JsonlWriter(out)
