"""Rows that become part of a ledger together: numbered, hashed, and written in one transaction."""

from __future__ import annotations

import json
import sqlite3
from datetime import UTC, datetime
from typing import Any, TypeAlias

from oyez._version import __version__
from oyez.ledger.escape import escaped, fits
from oyez.ledger.hashing import Ref, commit_hash, row_hash, span_hash, text_digest, told
from oyez.ledger.schema import FACTS

Key: TypeAlias = tuple[Any, ...]
"""A table, and the values that a row of it is looked up by."""


class Run:
    """One stretch of work by one writer; every commit belongs to a run."""

    def __init__(self, kind: str, note: str | None = None) -> None:
        self.kind = kind
        self.note = note
        self.ref: Ref | None = None
        """Where the run stands in the ledger; `None` until something was added."""
        self.previous: bytes | None = None
        """The running hash after the run's last commit."""


class _Rows:
    """The rows gathered for one table."""

    def __init__(self, first: int) -> None:
        self.first = first
        self.columns: tuple[str, ...] = ()
        self.values: list[list[Any]] = []
        self.hashes: list[bytes] = []


class Addition:
    """Gathers rows inside a transaction that `Writer` has begun; `finish` writes them."""

    def __init__(self, db: sqlite3.Connection, run: Run, known: dict[Key, Ref]) -> None:
        self.db = db
        """For looking things up inside the transaction."""
        self.found: dict[Key, Ref] = {}
        """Rows looked up or added here; they may be remembered once the commit is through."""
        self.previous = run.previous
        """The running hash of the run; after `finish`, with this commit in it."""
        self._run = run
        self._ref = run.ref
        self._known = known
        self._rows: dict[str, _Rows] = {}

    @property
    def run(self) -> Ref:
        """The run that adds; it becomes a row with its first addition."""
        if self._ref is None:
            self._ref = self.add("runs", _run_row(self._run))
        return self._ref

    def add(self, table: str, row: dict[str, Any]) -> Ref:
        """Add one row; columns that point at other rows hold `Ref`s. Gives its id and hash."""
        rows = self._rows.get(table)
        if rows is None:
            rows = self._rows[table] = _Rows(self._next(table))
            rows.columns = ("id", *row, "escaped", "hash")
        number = rows.first + len(rows.values)
        values: list[Any] = [number]
        known: dict[str, Any] = {"id": number}
        unfit = []
        for name, value in row.items():
            if type(value) is str:
                if not fits(value):
                    unfit.append(name)
                    value = escaped(value)
                known[name] = value
            elif value is not None:
                known[name] = told(value)
                value = value.id if type(value) is Ref else value
            values.append(value)
        marks = ",".join(unfit) or None
        if marks is not None:
            known["escaped"] = marks
        made = row_hash(table, known)
        rows.values.append([*values, marks, made])
        rows.hashes.append(made)
        return Ref(number, made)

    def _next(self, table: str) -> int:
        found: int | None = self.db.execute(f"SELECT max(id) FROM {table}").fetchone()[0]
        return (found or 0) + 1

    def once(self, table: str, row: dict[str, Any], by: tuple[str, ...]) -> Ref:
        """The row of `table` that equals `row` in the columns `by`, added if there is none."""
        key = (table, *(row[name] for name in by))
        ref = self._known.get(key) or self.found.get(key)
        if ref is None:
            query = f"SELECT id, hash FROM {table} WHERE {' AND '.join(f'{name} IS ?' for name in by)}"
            found = self.db.execute(query, [_stored(row[name]) for name in by]).fetchone()
            ref = Ref(*found) if found else self.add(table, row)
            self.found[key] = ref
        return ref

    def text(self, table: str, text: str) -> Ref:
        """The row of `replies` or `prompts` that holds `text`, added if there is none."""
        key = text_digest(table, text)
        ref = self.found.get((table, key))
        if ref is None:
            query = f"SELECT id, digest FROM {table} WHERE substr(digest, 8, 16) = ?"
            found = [at for at, digest in self.db.execute(query, (key[7:23],)) if digest == key]
            ref = Ref(found[0], bytes.fromhex(key[7:])) if found else self._add_text(table, key, text)
            self.found[table, key] = ref
        return ref

    def _add_text(self, table: str, digest: str, text: str) -> Ref:
        rows = self._rows.get(table)
        if rows is None:
            rows = self._rows[table] = _Rows(self._next(table))
            rows.columns = ("id", "digest", "text", "escaped")
        number = rows.first + len(rows.values)
        fit = fits(text)
        rows.values.append([number, digest, text if fit else escaped(text), None if fit else "text"])
        rows.hashes.append(bytes.fromhex(digest[7:]))
        return Ref(number, rows.hashes[-1])

    def finish(self, *, last: bool) -> bool:
        """Write the rows and the commit that covers them; false if there is nothing to write."""
        if not self._rows and not (last and self._run.ref):
            return False
        for table in FACTS:
            rows = self._rows.get(table)
            if rows is not None:
                marks = ", ".join("?" * len(rows.columns))
                self.db.executemany(
                    f"INSERT INTO {table} ({', '.join(rows.columns)}) VALUES ({marks})", rows.values
                )
        self._commit_row(last=last)
        return True

    def _commit_row(self, *, last: bool) -> None:
        spans = {
            table: [rows.first, rows.first + len(rows.values) - 1, span_hash(rows.hashes)]
            for table, rows in self._rows.items()
        }
        found = self.db.execute("SELECT id, hash FROM commits ORDER BY id DESC LIMIT 1").fetchone()
        number, before = found or (0, None)
        row = {
            "id": number + 1,
            "at": now(),
            "spans": json.dumps(spans, sort_keys=True, separators=(",", ":")),
            "last": int(last),
        }
        run = self.run
        self.previous = commit_hash(row, run.hash, self.previous, before)
        self.db.execute(
            "INSERT INTO commits (id, run, at, spans, last, hash) VALUES (?, ?, ?, ?, ?, ?)",
            (row["id"], run.id, row["at"], row["spans"], row["last"], self.previous),
        )


def now() -> str:
    """The time in UTC, ISO 8601, with microseconds."""
    return datetime.now(UTC).isoformat(timespec="microseconds")


def _run_row(run: Run) -> dict[str, Any]:
    return {"kind": run.kind, "started": now(), "oyez": __version__, "note": run.note}


def _stored(value: Any) -> Any:
    """A value as it stands in its column."""
    if isinstance(value, Ref):
        return value.id
    return escaped(value) if isinstance(value, str) and not fits(value) else value
