"""A ledger as a sealed archive: a directory with one file a table, and a manifest that names their hashes."""

from __future__ import annotations

import json
import os
import secrets
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from hashlib import file_digest
from pathlib import Path
from typing import Any, BinaryIO, Final

from oyez._version import __version__
from oyez.core.errors import InputError, LedgerError
from oyez.ledger.faults import explained
from oyez.ledger.file import open_file
from oyez.ledger.schema import FACTS, VERSION
from oyez.rows.parquet_in import arrow
from oyez.rows.parquet_table import ParquetTable

KINDS: Final = ("parquet", "jsonl")
_TYPES = {"INTEGER": "int64", "REAL": "double", "TEXT": "string", "BLOB": "string"}
_FILES: Final = (
    *(".jsonl", ".ndjson", ".json", ".parquet", ".csv", ".tsv", ".txt", ".db", ".sqlite", ".oyez"),
    *(".zip", ".tar", ".gz", ".zst", ".arrow", ".feather", ".xlsx"),
)
"""Endings by which somebody means a file."""
MANIFEST: Final = "manifest.json"


def seal(path: Path, target: Path, kind: str = "parquet") -> dict[str, Any]:
    """Write all tables of the ledger at `path`, at one moment, to the new directory `target`; gives the manifest.

    Rows stand as they do in the tables, hashes in hex. The directory appears whole or not at all. Raises
    `InputError` if it exists or cannot be made.
    """
    if target.suffix.lower() in _FILES:
        raise InputError(
            f"{target}: a sealed archive is a directory, not such a file; replies go to .jsonl or .parquet"
        )
    if kind == "parquet":
        arrow()  # before anything is written
    if target.exists():
        raise InputError(f"{target}: is there already; name a new directory")
    beside = target.with_name(f".{target.name[:200]}.{secrets.token_hex(6)}.new")
    db = open_file(path, readonly=True)
    try:
        beside.mkdir()
        with explained(path):
            db.execute("BEGIN")
            manifest = _manifest(
                db, {table: _table(db, table, beside, kind) for table in (*FACTS, "commits")}
            )
        _write(beside / MANIFEST, json.dumps(manifest, indent=1).encode() + b"\n")
        beside.rename(target)
    except OSError as fault:
        raise LedgerError(f"{target}: cannot be written: {fault.strerror}") from fault
    finally:
        db.close()
        shutil.rmtree(beside, ignore_errors=True)
    return manifest


def _manifest(db: sqlite3.Connection, tables: dict[str, dict[str, Any]]) -> dict[str, Any]:
    last = db.execute("SELECT lower(hex(hash)) FROM commits ORDER BY id DESC LIMIT 1").fetchone()
    return {
        "format": "oyez ledger",
        "schema": VERSION,
        "oyez": __version__,
        "seal": last[0] if last else None,
        "tables": tables,
    }


def _table(db: sqlite3.Connection, table: str, folder: Path, kind: str) -> dict[str, Any]:
    """Write one table; gives its entry in the manifest."""
    columns = {name: _TYPES[type_] for _, name, type_, *_ in db.execute(f"PRAGMA table_info({table})")}
    file = folder / f"{table}.{kind}"
    count = 0
    with file.open("wb") as out:
        table_file = ParquetTable(out, columns) if kind == "parquet" else _Lines(out, [*columns])
        with closing(table_file) as writer:
            for row in _rows(db, table):
                writer.write(row)
                count += 1
        out.flush()
        os.fsync(out.fileno())
    with file.open("rb") as written:
        return {"file": file.name, "rows": count, "sha256": file_digest(written, "sha256").hexdigest()}


def _rows(db: sqlite3.Connection, table: str) -> Iterator[list[Any]]:
    for row in db.execute(f"SELECT * FROM {table} ORDER BY id"):
        yield [value.hex() if isinstance(value, bytes) else value for value in row]


class _Lines:
    """One JSON object a line."""

    def __init__(self, out: BinaryIO, columns: list[str]) -> None:
        self._out = out
        self._columns = columns

    def write(self, row: list[Any]) -> None:
        """Write one row."""
        tree = dict(zip(self._columns, row, strict=True))
        self._out.write(json.dumps(tree, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")

    def close(self) -> None:
        """Nothing is left to write."""


def _write(path: Path, data: bytes) -> None:
    with path.open("wb") as out:
        out.write(data)
        out.flush()
        os.fsync(out.fileno())
