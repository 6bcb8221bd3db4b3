"""Checks that every fact of a ledger is as it was added; names table and row of each that is not."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from oyez.core.errors import LedgerError
from oyez.ledger.faults import DAMAGED
from oyez.ledger.file import open_file
from oyez.ledger.giving import rows
from oyez.ledger.hashing import commit_hash
from oyez.ledger.schema import FACTS, MIGRATIONS, statements
from oyez.ledger.walk import Fault, walk

_COMMITS = "SELECT c.*, (SELECT hash FROM runs WHERE id = c.run) AS made FROM commits c ORDER BY c.id"

_BEYOND = "the file is cut, or damaged where it begins, and no row of it can be reached"


def verify(path: Path) -> Iterator[Fault]:
    """Every fault of the ledger at `path`, in bounded memory; none if the ledger is whole.

    Checked are the structure of the file and its indexes, the schema with its triggers, the hash of every row, that
    every row was added by a commit and none is missing, and the chain of the commits' hashes. Raises `LedgerError`
    for what is no ledger.
    """
    db = _opened(path)
    db.text_factory = lambda data: data.decode(
        "utf-8", "surrogateescape"
    )  # undecodable bytes are for us to find
    try:
        db.execute("BEGIN")  # one moment of the ledger, though others may be writing
        yield from _to_its_end("file", _structure(db))
        yield from _to_its_end("file", _schema(db))
        for table in FACTS:
            yield from _to_its_end(table, walk(db, table))
        yield from _to_its_end("commits", _chain(db))
    finally:
        db.close()


def _opened(path: Path) -> sqlite3.Connection:
    try:
        return open_file(path, readonly=True)
    except LedgerError as fault:
        if DAMAGED not in str(fault):
            raise
        raise LedgerError(str(fault).replace(DAMAGED, _BEYOND)) from fault


def _to_its_end(table: str, faults: Iterator[Fault]) -> Iterator[Fault]:
    """The faults of one check; where SQLite cannot go on, that is one more."""
    try:
        yield from faults
    except (sqlite3.Error, ValueError, TypeError, OverflowError) as fault:
        yield Fault(table, None, f"cannot be read to its end: {fault}")


def _structure(db: sqlite3.Connection) -> Iterator[Fault]:
    for (message,) in db.execute("PRAGMA integrity_check"):
        if message != "ok":
            yield Fault("file", None, message)


def _schema(db: sqlite3.Connection) -> Iterator[Fault]:
    """Tables, indexes and triggers must be the ones that the migrations make."""
    fresh = sqlite3.connect(":memory:")
    for script in MIGRATIONS:
        for statement in statements(script):
            fresh.execute(statement)
    query = "SELECT type || ' ' || name, sql FROM sqlite_master"
    wanted, found = dict(fresh.execute(query)), dict(db.execute(query))
    fresh.close()
    for name in sorted(wanted.keys() | found.keys()):
        if wanted.get(name) != found.get(name):
            what = "is missing" if name not in found else "was added" if name not in wanted else "was changed"
            yield Fault("file", None, f"{name} {what}")


def _chain(db: sqlite3.Connection) -> Iterator[Fault]:
    """The commits: each hash covers the run's commit before and the ledger's commit before."""
    before: bytes | None = None
    previous: dict[int, bytes] = {}
    ended: set[int] = set()
    due = 1
    for row in rows(db.execute(_COMMITS)):
        key, run = row["id"], row["run"]
        if key != due:
            yield Fault("commits", due, "is missing")
        if run in ended:
            yield Fault("commits", key, f"adds to run {run}, which had ended")
        if row["made"] is None:
            yield Fault("commits", key, f"points at run {run}, which is not there")
        elif not _holds(row, previous.get(run), before):
            yield Fault("commits", key, "does not hold what its hash says")
        if row["last"]:
            ended.add(run)
        due = key + 1
        before = previous[run] = row["hash"]


def _holds(row: dict[str, Any], previous: bytes | None, before: bytes | None) -> bool:
    try:
        return bool(commit_hash(row, row["made"], previous, before) == row["hash"])
    except (ValueError, TypeError, AttributeError):  # a column that holds what a ledger never writes
        return False
