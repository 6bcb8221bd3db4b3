"""Exporters that write a tool's file again, row by row, with corrected values beside what was there."""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Iterator
from typing import Any, BinaryIO, ClassVar

from oyez.core.errors import InputError
from oyez.exporters._exporter import Exporter, Reread, WriteBack, Written, needs_archive, tally
from oyez.exporters._new_file import new_file
from oyez.importers._row import Row
from oyez.importers._source import Source


class BesideExporter(Exporter):
    """The archive's rows in their order and with all their fields; `changed` says what becomes of one."""

    at_least_one: ClassVar[bool] = False
    """Whether a row without a reading is left out; else it is copied as it stands."""

    @abstractmethod
    def changed(self, row: dict[str, Any], rereads: list[Reread]) -> dict[str, Any]:
        """A row with its readings in it; `row` may be changed in place."""

    def write(self, job: WriteBack) -> Written:
        source = Source(needs_archive(job, self))
        rereads = list(job.rereads)
        waiting: dict[str, list[Reread]] = {}
        for reread in rereads:
            waiting.setdefault(reread.place, []).append(reread)
        with new_file(job.to) as path, path.open("wb") as out:
            _write(out, self._rows(source, waiting), as_list=source.head.container == "list")
            if waiting:
                place = next(iter(waiting))
                raise InputError(f"{source.name}: has no row {place!r}, to which a reading belongs")
        return tally(rereads)

    def _rows(self, source: Source, waiting: dict[str, list[Reread]]) -> Iterator[dict[str, Any]]:
        for row in source.rows():
            found = waiting.pop(row.at, [])
            if found or not self.at_least_one:
                yield self._row(row, found)

    def _row(self, row: Row, found: list[Reread]) -> dict[str, Any]:
        try:
            return self.changed(row.value, found) if found else row.value
        except (KeyError, IndexError, TypeError, AttributeError) as fault:
            raise InputError(f"{row.place}: is not the row that the readings belong to") from fault


def _write(out: BinaryIO, rows: Iterator[dict[str, Any]], *, as_list: bool) -> None:
    """JSON lines, or a JSON list with an item a line."""
    separator = b"[\n" if as_list else b""
    for row in rows:
        # a lone surrogate, which UTF-8 cannot hold, becomes its JSON escape
        out.write(separator + json.dumps(row, ensure_ascii=False).encode("utf-8", "backslashreplace"))
        separator = b",\n" if as_list else b"\n"
    if as_list:
        out.write(b"[]\n" if separator == b"[\n" else b"\n]\n")
    elif separator:
        out.write(separator)
