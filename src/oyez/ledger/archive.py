"""An archive of replies (JSONL, CSV, Parquet or a directory of texts) into a ledger."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import msgspec

from oyez._version import __version__
from oyez.core.errors import InputError
from oyez.ledger.batches import BATCH, batches
from oyez.ledger.facts import Draw, Recorded
from oyez.ledger.importing import Import, Importer
from oyez.ledger.source import source_file
from oyez.rows.columns import MISSING, Columns, look_up, missing_column
from oyez.rows.csv_in import CsvRows
from oyez.rows.raw import AnyRow, BadRow, RawRow, Source
from oyez.rows.replies import Replies, open_source

if TYPE_CHECKING:
    from oyez.ledger.ledger import Ledger

NOT_KEPT = "the archive holds the recorded value only"
"""Why a draw of such an archive cannot be read again."""


_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")


class Imported(msgspec.Struct, frozen=True, kw_only=True):
    """What the import of one archive came to."""

    path: str
    """The archive as it was asked for."""
    source: str
    """Under which name the ledger knows the archive."""
    added: int
    there: int
    """Draws that the ledger held already."""
    bad: int = 0
    """Rows that are no replies."""
    not_rereadable: int = 0
    """Of those added: draws without raw text."""
    same_as: str | None = None
    """The name under which the same bytes were taken in before; then nothing was added."""


def import_archive(
    ledger: Ledger,
    path: str,
    columns: Columns,
    *,
    recorded: str | None = None,
    name: str | None = None,
    batch: int = BATCH,
    on_bad: Callable[[BadRow], None] | None = None,
    on_row: Callable[[int], None] | None = None,
) -> Imported:
    """Add the replies at `path` that the ledger does not hold; killed at any moment, it goes on when repeated.

    `recorded` is the column of a value that some parser read; a row without text and error is then a draw that is
    not re-readable. `name` tells archives of the same bytes apart. `on_row` is told how far the archive is read.
    Raises `InputError` as `Replies` does, and for an archive that changes while it is read.
    """
    source = source_file(path, name)
    before = os.stat(path)
    options = {"columns": columns.mapped, "recorded": recorded}
    taking = Import(ledger, source, Importer("replies", __version__, options))
    complete = taking.complete()
    same = taking.elsewhere() if name is None else None
    if complete is not None or same is not None:
        return Imported(path=path, source=source.name, added=0, there=complete or 0, same_as=same)
    wanted = columns.paths() | ({recorded} if recorded else set())
    with open_source(path, wanted) as opened:
        rows = _WithRecorded(opened, columns, recorded) if recorded else opened
        replies = Replies(rows, columns, on_bad=on_bad)
        lost = 0
        for some in batches(_draws(replies, rows, on_row), batch):
            lost += sum(draw.raw_absent is not None for draw in taking.add(some))
        if isinstance(rows, _WithRecorded):
            rows.check_found()
    after = os.stat(path)
    if (before.st_size, before.st_mtime_ns) != (after.st_size, after.st_mtime_ns):
        raise InputError(f"{path}: changed while it was imported; import it again")
    taking.close()
    return Imported(
        path=path,
        source=source.name,
        added=taking.added,
        there=taking.there,
        bad=replies.bad,
        not_rereadable=lost,
    )


def _draws(replies: Replies, rows: Source, on_row: Callable[[int], None] | None) -> Iterator[Draw]:
    for row in replies:
        recorded = rows.last if isinstance(rows, _WithRecorded) else MISSING
        values = () if recorded is MISSING else (Recorded(value=recorded),)
        absent = isinstance(rows, _WithRecorded) and row.reply.text is None and row.reply.error is None
        yield Draw(reply=row.reply, recorded=values, raw_absent=NOT_KEPT if absent else None)
        if on_row is not None:
            on_row(row.done)


class _WithRecorded(Source):
    """A source whose rows may lack the text, because somebody kept only the value that was read.

    A row may do so if it has the recorded column, and if no column was named for the text.
    """

    def __init__(self, source: Source, columns: Columns, path: str) -> None:
        self.name = source.name
        self.total = source.total
        self.last: object = MISSING
        """The recorded value of the row that was given last."""
        self._source = source
        self._path = path
        self._text = columns.path("text")
        self._may_lack = "text" not in columns.mapped
        self._there: list[str] = []
        self._found = False
        self.names = source.names
        if source.names is not None:
            if path not in source.names:
                raise InputError(f"{self.name}: {missing_column(path, source.names, 'recorded')}")
            self.names = [*source.names, self._text] if self._may_lack else source.names

    def __iter__(self) -> Iterator[AnyRow]:
        for row in self._source:
            if isinstance(row, RawRow):
                self.last = self._value(look_up(row.columns, self._path))
                self._found = self._found or self.last is not MISSING
                self._there = [*row.columns]
                if (
                    self._may_lack
                    and self.last is not MISSING
                    and look_up(row.columns, self._text) is MISSING
                ):
                    row = msgspec.structs.replace(row, columns={**row.columns, self._text: None})
            yield row

    def _value(self, found: object) -> object:
        """The recorded value; in CSV, where everything is text, a number is one and nothing is None."""
        if not isinstance(self._source, CsvRows) or not isinstance(found, str):
            return found
        return json.loads(found) if _NUMBER.fullmatch(found) else found or None

    def check_found(self) -> None:
        """Raise `InputError` if no row had the recorded column."""
        if not self._found:
            raise InputError(
                f"{self.name}: in all rows: {missing_column(self._path, self._there, 'recorded')}"
            )
