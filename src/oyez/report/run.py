"""Reads a stream of replies under one contract, and makes the table of what came of it."""

from __future__ import annotations

from collections.abc import Callable

from oyez.contract import Contract
from oyez.core.reading import Reading
from oyez.core.tally import TallyCount
from oyez.reader import read
from oyez.report.read_table import ReadTable
from oyez.report.unread import UnreadSample
from oyez.rows.reading import reading_row
from oyez.rows.readings import RowWriter
from oyez.rows.replies import Replies, ReplyRow


class ReadRun:
    """One pass over an archive: every reply is read, counted, and written where that was asked for."""

    def __init__(self, contract: Contract, source: str, by: str | None = None, room: int = 80) -> None:
        self.done = 0
        """Replies read so far."""
        self._contract = contract
        self._source = source
        self._by = by
        self._all = TallyCount()
        self._groups: dict[str | None, TallyCount] = {}
        self._unread = UnreadSample(room)
        self._reader = ""

    def read(
        self,
        replies: Replies,
        writer: RowWriter | None = None,
        on_row: Callable[[ReplyRow], None] | None = None,
    ) -> ReadTable:
        """Read all of `replies`, and give the table. Raises `InputError` as the replies do."""
        for row in replies:
            self.take(read(row.reply, self._contract), row, writer)
            if on_row is not None:
                on_row(row)
        return self.table(replies.bad)

    def take(self, reading: Reading, row: ReplyRow, writer: RowWriter | None = None) -> None:
        """Count one reading, and write it where that was asked for."""
        self._reader = reading.reader
        self._all.add(reading)
        if self._by is not None:
            self._groups.setdefault(row.group, TallyCount()).add(reading)
        self._unread.add(reading, row.reply, row.place)
        if writer is not None:
            writer.write(reading_row(reading, row.reply))
        self.done += 1

    def table(self, bad: int = 0) -> ReadTable:
        """The table of what was taken so far."""
        return ReadTable(
            source=self._source,
            contract=self._contract.ref,
            reader=self._reader,
            all=self._all.tally(),
            by=self._by,
            groups={name: made.tally() for name, made in self._groups.items()},
            bad=bad,
            unread=self._unread.most_telling(),
            kinds=self._unread.counts,
        )
