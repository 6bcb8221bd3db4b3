"""The ledger: every reply kept as it came, every reading beside the instrument that made it."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Iterable, Iterator
from contextlib import nullcontext, suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from oyez.contract import Contract
from oyez.core.errors import InputError, LedgerError
from oyez.core.reading import Reading
from oyez.core.reply import Reply
from oyez.ledger.addition import Run
from oyez.ledger.asked import Asked, asked, under
from oyez.ledger.batches import BATCH, as_draw, batches
from oyez.ledger.facts import Draw, Stored
from oyez.ledger.faults import explained
from oyez.ledger.file import open_file
from oyez.ledger.find import Page, find, named, readings_of
from oyez.ledger.giving import DRAWS, stored_draws
from oyez.ledger.reread import ReadDraw, read_ledger
from oyez.ledger.status import LedgerStatus, status_of
from oyez.ledger.taking import take
from oyez.ledger.verify import verify
from oyez.ledger.walk import Fault
from oyez.ledger.where import draws_only
from oyez.ledger.writer import Writer

PAGE = 1000
"""Draws that one query gives; between pages no transaction is open, so that readers never hold up a writer."""


class Ledger:
    """An append-only record in one SQLite file; safe to use from several threads and processes at once.

    A missing file is made, unless `readonly`. Raises `LedgerError` for what is no ledger. After a fork, open the
    ledger again.
    """

    def __init__(self, path: str | os.PathLike[str], *, readonly: bool = False) -> None:
        self.path = Path(path)
        self.readonly = readonly
        self._readers = threading.local()
        self._opened: list[sqlite3.Connection] = []
        self._lock = threading.Lock()
        self._run = Run("append")
        open_file(self.path, readonly=readonly, create=True).close()
        self.writer = Writer(self.path, readonly=readonly)

    def append(self, reply: Reply | Draw) -> int:
        """Add one draw; on disk when this returns. Gives its number in the ledger."""
        with self.writer.addition(self._run) as addition:
            return take(addition, as_draw(reply))

    def extend(self, replies: Iterable[Reply | Draw], batch: int = BATCH) -> int:
        """Add draws, `batch` to a commit; on disk when this returns. Gives how many.

        If the iterable raises, what it gave before is added first.
        """
        count = 0
        for draws in batches(map(as_draw, replies), batch):
            with self.writer.addition(self._run) as addition:
                for draw in draws:
                    take(addition, draw)
            count += len(draws)
        return count

    def draws(self, where: str = "", *, after: int = 0) -> Iterator[Stored]:
        """The draws that a filter chooses (see `oyez.ledger.where`), by number, from the one after `after`."""
        condition = draws_only(where)
        query = f"{DRAWS} WHERE d.id > ? AND {condition.sql} ORDER BY d.id LIMIT {PAGE}"
        while True:
            last = None
            with explained(self.path):
                for stored in stored_draws(self.reader(), query, (after, *condition.values)):
                    last = stored.id
                    yield stored
            if last is None:
                return
            after = last

    def replies(self, where: str = "") -> Iterator[Reply]:
        """The replies that a filter chooses, verbatim."""
        return (stored.reply for stored in self.draws(where))

    def get(self, draw: int) -> Stored:
        """The draw of that number. Raises `InputError` if there is none."""
        with explained(self.path):
            for stored in stored_draws(self.reader(), f"{DRAWS} WHERE d.id = ?", (draw,)):
                return stored
        raise InputError(f"{self.path}: there is no draw {draw}")

    def find(self, where: str, after: int = 0, most: int = 50) -> Page:
        """The first `most` draws or readings that a filter chooses, from the one after `after`."""
        return find(self, where, after, most)

    def named(self, name: str) -> list[Stored]:
        """The draws that `name` may mean: an id of an archive, `sha256:…` of a reply, or a draw's number."""
        return named(self, name)

    def readings_of(self, draw: int) -> list[Reading]:
        """All stored readings of a draw, in the order in which they were made."""
        return readings_of(self, draw)

    def readings(self, by: Contract | Asked, where: str = "") -> Iterator[ReadDraw]:
        """Draws with their readings: stored ones where there are, others made now and not kept."""
        return read_ledger(self, by if isinstance(by, Asked) else under(by), where, keep=False)

    def read(self, by: Contract, where: str = "") -> Iterator[ReadDraw]:
        """The same, and readings that were not stored are added, a page at a time, as the iterator goes on."""
        return read_ledger(self, under(by), where, keep=True)

    def asked(self, text: str) -> Asked:
        """The instrument that a person names; see `oyez.ledger.asked`."""
        return asked(self, text)

    def status(self) -> LedgerStatus:
        """What the ledger holds."""
        return status_of(self)

    def verify(self) -> Iterator[Fault]:
        """What is not as it was added; nothing for a whole ledger."""
        return verify(self.path)

    def count(self) -> int:
        """How many draws there are."""
        with explained(self.path):
            return int(self.reader().execute("SELECT count(*) FROM draws").fetchone()[0])

    def reader(self) -> sqlite3.Connection:
        """This thread's connection for queries; it cannot write."""
        if getattr(self._readers, "process", None) != os.getpid():
            self._readers.db = open_file(self.path, readonly=True)
            self._readers.process = os.getpid()
            with self._lock:
                self._opened.append(self._readers.db)
        db: sqlite3.Connection = self._readers.db
        return db

    def close(self) -> None:
        """End the run and close all connections; the ledger can be used again afterwards."""
        try:
            if self._run.ref is not None:
                run, self._run = self._run, Run("append")
                with self.writer.addition(run, last=True):
                    pass
        finally:
            with self._lock:
                for db in self._opened:
                    db.close()
                self._opened.clear()
                self._readers = threading.local()
            self.writer.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        with (
            suppress(LedgerError) if fault is not None else nullcontext()
        ):  # the first fault is the one to see
            self.close()
