"""One table from front to back: every row against its own hash, all rows against the commits that added them."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any

import msgspec

from oyez.ledger import rowcheck
from oyez.ledger.giving import rows
from oyez.ledger.hashing import SPAN_TAG


class Fault(msgspec.Struct, frozen=True):
    """One thing in a ledger that is not as it was added."""

    table: str
    """The table; `file` where SQLite itself finds the file damaged."""
    key: int | None
    """The id of the row; `None` where no single row is at fault."""
    message: str

    def __str__(self) -> str:
        return f"{self.table}{'' if self.key is None else f' {self.key}'}: {self.message}"


def walk(db: sqlite3.Connection, table: str) -> Iterator[Fault]:
    """The faults of one table, in bounded memory."""
    ahead = _Rows(db, table)
    claims = db.execute(
        "SELECT id, json_extract(spans, ?1) FROM commits WHERE json_extract(spans, ?1) IS NOT NULL ORDER BY id",
        (f"$.{table}",),
    )
    for commit, span in claims:
        first, last, claimed = json.loads(span)
        whole = sha256(SPAN_TAG)
        yield from ahead.through(first, last, whole.update)
        if whole.hexdigest() != claimed:
            yield Fault("commits", commit, f"its hash over {table} {first} to {last} does not hold")
    yield from ahead.rest()


class _Rows:
    """The rows of a table by id, each checked as it is passed."""

    def __init__(self, db: sqlite3.Connection, table: str) -> None:
        self._table = table
        self._rows = rows(db.execute(rowcheck.query(table)))
        self._row: dict[str, Any] | None = next(self._rows, None)

    def through(self, first: int, last: int, feed: Callable[[bytes], None]) -> Iterator[Fault]:
        """Pass the rows from `first` to `last`, which one commit added, and give their hashes to `feed`."""
        at = first
        while self._row is not None and self._row["id"] <= last:
            key = self._row["id"]
            if key < at:
                yield Fault(self._table, key, "was added by no commit")
            elif key > at:
                yield self._missing(at, key)
            yield from self._pass(feed)
            at = max(at, key + 1)
        if at <= last:
            yield self._missing(at, last + 1)

    def rest(self) -> Iterator[Fault]:
        """Pass the rows that no commit claims."""
        while self._row is not None:
            yield Fault(self._table, self._row["id"], "was added by no commit")
            yield from self._pass(None)

    def _pass(self, feed: Callable[[bytes], None] | None) -> Iterator[Fault]:
        assert self._row is not None
        key = self._row["id"]
        message, claimed = rowcheck.check(self._table, self._row)
        self._row = next(self._rows, None)
        if message is not None:
            yield Fault(self._table, key, message)
        if feed is not None:
            feed(claimed)

    def _missing(self, first: int, beyond: int) -> Fault:
        others = f", and the rows after it before {beyond}" if beyond - first > 1 else ""
        return Fault(self._table, first, f"is missing{others}")
