"""What went wrong with a ledger, in words that say what is lost (nothing) and what to do."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from oyez.core.errors import LedgerError

PATIENCE = 600.0
"""Seconds that a writer waits for its turn before it gives up."""


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Raise `LedgerError` for what SQLite says about the ledger at `path`, and for rows that cannot be decoded."""
    try:
        yield
    except sqlite3.Error as fault:
        raise LedgerError(f"{path}: {_words(fault)}") from fault
    except (json.JSONDecodeError, UnicodeDecodeError, DamagedError) as fault:
        raise LedgerError(f"{path}: {DAMAGED} ({fault})") from fault


class DamagedError(ValueError):
    """A row that does not hold what a ledger writes."""


def _words(fault: sqlite3.Error) -> str:
    name = getattr(fault, "sqlite_errorname", None) or ""
    if str(fault).startswith(("Could not decode", "no such table", "no such column")):
        return f"{DAMAGED} ({fault})"
    for start, words in _WORDS.items():
        if name.startswith(start):
            return f"{words} ({name})"
    return f"{fault} ({name})" if name else str(fault)


DAMAGED = "the file is damaged; `oyez ledger verify` says where"
IMPORT = "`oyez import REPLIES --into LEDGER` makes one of replies"
_KEPT = "everything that was acknowledged before is kept"
_WORDS = {
    "SQLITE_FULL": f"the disk is full, nothing was added; {_KEPT}",
    "SQLITE_IOERR": f"the file could not be read or written (disk full, size limit or a failing disk?); {_KEPT}",
    "SQLITE_READONLY": "the file is read-only, nothing was added",
    "SQLITE_BUSY": f"another process has been writing for {PATIENCE:.0f} seconds without a pause, nothing was added",
    "SQLITE_CANTOPEN": "cannot be opened: is there such a directory, and may it be read and written?",
    "SQLITE_NOTADB": f"is not a ledger (not an SQLite file); {IMPORT}",
    "SQLITE_CORRUPT": DAMAGED,
}
