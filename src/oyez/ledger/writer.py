"""One writer of a ledger: takes its turn among threads and processes, and commits whole additions."""

from __future__ import annotations

import os
import random
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from oyez.core.errors import LedgerError
from oyez.ledger.addition import Addition, Key, Run
from oyez.ledger.faults import PATIENCE, explained
from oyez.ledger.file import open_file
from oyez.ledger.hashing import Ref

_PAUSE = 0.002
"""Longest pause, in seconds, before a writer asks again whether it is its turn."""
_MOST_KNOWN = 10_000
"""Rows remembered by key; judges, contracts and the like are few, and what is more is looked up."""


class Writer:
    """Adds rows to the ledger at `path`, one at a time; safe to use from several threads."""

    def __init__(self, path: Path, *, readonly: bool = False) -> None:
        self._path = path
        self._readonly = readonly
        self._lock = threading.RLock()
        self._fresh()

    def _fresh(self) -> None:
        self._process = os.getpid()
        self._db: sqlite3.Connection | None = None
        self._known: dict[Key, Ref] = {}

    @contextmanager
    def addition(self, run: Run, *, last: bool = False) -> Iterator[Addition]:
        """An addition that is on disk when the block ends, or has no effect if it does not end.

        `last` ends the run. Raises `LedgerError` where nothing can be written.
        """
        with self._lock, explained(self._path):
            db = self._connection()
            _begin(db)
            try:
                addition = Addition(db, run, self._known)
                yield addition
                written = addition.finish(last=last)
                db.execute("COMMIT" if written else "ROLLBACK")
            except BaseException:
                if db.in_transaction:
                    db.execute("ROLLBACK")
                raise
            if written:
                run.ref, run.previous = addition.run, addition.previous
                self._remember(addition.found)

    def _connection(self) -> sqlite3.Connection:
        if self._readonly:
            raise LedgerError(f"{self._path}: was opened read-only, nothing was added")
        if self._process != os.getpid():  # after a fork: SQLite connections must not be carried over
            raise LedgerError(f"{self._path}: was opened before a fork; open the ledger in the new process")
        if self._db is None:
            self._db = open_file(self._path)
            self._db.execute(f"PRAGMA busy_timeout={int(_PAUSE * 1000)}")
        return self._db

    def _remember(self, found: dict[Key, Ref]) -> None:
        """Keep the keys of rows that recur; texts do not, and are looked up in the file."""
        recurring = {at: ref for at, ref in found.items() if at[0] not in ("replies", "prompts")}
        if len(self._known) + len(recurring) <= _MOST_KNOWN:
            self._known.update(recurring)

    def close(self) -> None:
        """Close the connection; the next addition opens a new one."""
        with self._lock:
            if self._db is not None and self._process == os.getpid():
                self._db.close()
            self._fresh()


def _begin(db: sqlite3.Connection) -> None:
    """Take the turn to write. SQLite's own wait grows to a tenth of a second, in which others take many turns."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            db.execute("BEGIN IMMEDIATE")
            return
        except sqlite3.OperationalError as fault:
            if fault.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
        time.sleep(random.uniform(0, _PAUSE))
