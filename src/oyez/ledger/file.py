"""The file of a ledger: made whole or not at all, recognised before anything is written, opened with care."""

from __future__ import annotations

import contextlib
import os
import secrets
import sqlite3
import struct
import threading
from pathlib import Path

from oyez.core.errors import LedgerError
from oyez.ledger.faults import IMPORT, PATIENCE, explained
from oyez.ledger.schema import APPLICATION_ID, MIGRATIONS, PAGE_SIZE, VERSION, statements

_opening = threading.RLock()
"""Held while a file is looked at or opened: closing a file that SQLite has open would drop SQLite's locks."""
_MAGIC = b"SQLite format 3\0"
_WAL_PAGES = 8192
"""Pages of the write-ahead log before it is folded in: 128 MB, so that index pages are rewritten seldom."""
_CACHE_KIB = 65536


class _Reading(sqlite3.Connection):
    """A connection that cannot write, and leaves no empty log behind when it was the last one."""

    path: Path

    def close(self) -> None:
        """Close the connection; SQLite itself takes the log away, and only if nobody else has the ledger open."""
        super().close()
        log = Path(f"{self.path}-wal")
        with _opening, contextlib.suppress(sqlite3.Error, OSError):
            if log.stat().st_size == 0:
                with contextlib.closing(_connect(self.path, "mode=rw", patience=0.0)) as db:
                    db.execute("SELECT 1 FROM sqlite_schema").fetchone()


def is_ledger(path: Path) -> bool:
    """Whether the file at `path` is a ledger, of whatever schema version; nothing is written."""
    try:
        return path.is_file() and _header(Path(os.path.realpath(path))) is not None
    except LedgerError:
        return False


def open_file(path: Path, *, readonly: bool = False, create: bool = False) -> sqlite3.Connection:
    """A connection to the ledger at `path`; with `create`, a missing one is made.

    Raises `LedgerError`, with nothing written, for a directory, a missing file, a file that is not a ledger,
    and a ledger of a newer schema.
    """
    named, path = (
        path,
        Path(os.path.realpath(path)),
    )  # SQLite's log lies beside the file, not beside a link to it
    with _opening, explained(named):
        if path.is_dir():
            raise LedgerError(f"{named}: is a directory, not a ledger")
        if not path.exists():
            if not create or readonly:
                raise LedgerError(f"{named}: there is no such ledger")
            _create(path)
        version = _header(path)
        if version is None:
            raise LedgerError(f"{named}: is not a ledger (an SQLite file of another program)")
        _check_newer(named, version)
        if version == 0:  # a ledger is made whole, so this was not made by oyez
            raise LedgerError(f"{named}: is not a ledger (it has the mark of one, and no schema)")
        return _read_only(path) if readonly else _read_write(path)


def _header(path: Path) -> int | None:
    """The schema version of a ledger, `None` for a foreign SQLite file. Raises `LedgerError` for other files."""
    if Path(f"{path}-wal").exists():
        # Perhaps open somewhere in this process: only SQLite may touch it. The mark never stands in the log alone,
        # so another program's log is not looked at; the version may.
        if _foreign(path):
            return None
        with explained(path), contextlib.closing(_reading(path, "mode=ro")) as db:
            return _version(db) if _marked(db) else None
    try:
        with path.open("rb") as file:
            header = file.read(100)
    except OSError as fault:
        raise LedgerError(f"{path}: cannot be read: {fault.strerror}") from fault
    if len(header) < 100 or not header.startswith(_MAGIC):
        raise LedgerError(f"{path}: is not a ledger (not an SQLite file); {IMPORT}")
    version, found = struct.unpack(">I4xI", header[60:72])
    return int(version) if found == APPLICATION_ID else None


def _foreign(path: Path) -> bool:
    """Whether the file without its log has another program's mark."""
    with explained(path), contextlib.closing(_connect(path, "mode=ro&immutable=1")) as db:
        try:
            return not _marked(db)
        except sqlite3.DatabaseError:
            # A writer was killed while its log was copied into the file: only both together are whole.
            return False


def _marked(db: sqlite3.Connection) -> bool:
    return bool(db.execute("PRAGMA application_id").fetchone()[0] == APPLICATION_ID)


def _connect(
    path: Path,
    query: str,
    patience: float = PATIENCE,
    kind: type[sqlite3.Connection] = sqlite3.Connection,
) -> sqlite3.Connection:
    return sqlite3.connect(
        f"{path.absolute().as_uri()}?{query}",
        uri=True,
        isolation_level=None,
        timeout=patience,
        check_same_thread=False,
        factory=kind,
    )


def _create(path: Path) -> None:
    """Make an empty ledger beside `path`, and link it in place unless another process was first."""
    beside = path.with_name(f".{path.name[:200]}.{secrets.token_hex(6)}.new")
    try:
        with contextlib.closing(_connect(beside, "mode=rwc")) as db:
            db.execute(f"PRAGMA page_size={PAGE_SIZE}")
            db.execute("PRAGMA journal_mode=WAL")
            db.execute("PRAGMA synchronous=FULL")
            db.execute(f"PRAGMA application_id={APPLICATION_ID}")
            _migrate(db)
        with contextlib.suppress(FileExistsError):
            os.link(beside, path)
        folder = os.open(path.parent, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)
    except OSError as fault:
        raise LedgerError(f"{path}: cannot be made: {fault.strerror}") from fault
    finally:
        beside.unlink(missing_ok=True)


def _migrate(db: sqlite3.Connection) -> None:
    """Run the scripts that the ledger has not seen, all or none."""
    db.execute("BEGIN IMMEDIATE")
    try:
        version = db.execute("PRAGMA user_version").fetchone()[0]
        for script in MIGRATIONS[version:]:
            for statement in statements(script):
                db.execute(statement)
        db.execute(f"PRAGMA user_version={VERSION}")
        db.execute("COMMIT")
    except BaseException:
        db.execute("ROLLBACK")
        raise


def _read_write(path: Path) -> sqlite3.Connection:
    db = _connect(path, "mode=rw")
    try:
        db.execute("PRAGMA synchronous=FULL")
        db.execute("PRAGMA foreign_keys=ON")
        db.execute(f"PRAGMA wal_autocheckpoint={_WAL_PAGES}")
        db.execute(f"PRAGMA journal_size_limit={_WAL_PAGES * PAGE_SIZE}")
        db.execute(f"PRAGMA cache_size=-{_CACHE_KIB}")
        version = _version(db)
        _check_newer(path, version)
        if version < VERSION:
            _migrate(db)
    except BaseException:
        db.close()
        raise
    return db


def _read_only(path: Path) -> sqlite3.Connection:
    """A connection that cannot write; in a directory where nothing may be written, the file is taken as final."""
    db = _reading(path, "mode=ro")
    try:
        try:
            version = _version(db)
        except sqlite3.OperationalError:
            if Path(f"{path}-wal").exists() or os.access(path.parent, os.W_OK):
                raise
            db.close()
            db = _reading(path, "mode=ro&immutable=1")
            version = _version(db)
        _check_newer(path, version)
        if version < VERSION:
            raise LedgerError(
                f"{path}: has schema {version}; open it once for writing to bring it to {VERSION}"
            )
    except BaseException:
        db.close()
        raise
    return db


def _reading(path: Path, query: str) -> sqlite3.Connection:
    db = _connect(path, query, kind=_Reading)
    assert isinstance(db, _Reading)
    db.path = path
    return db


def _version(db: sqlite3.Connection) -> int:
    """The schema version, the log included."""
    return int(db.execute("SELECT user_version FROM pragma_user_version").fetchone()[0])


def _check_newer(path: Path, version: int) -> None:
    if version > VERSION:
        raise LedgerError(
            f"{path}: has schema {version}, newer than the {VERSION} that this oyez knows; upgrade oyez"
        )
