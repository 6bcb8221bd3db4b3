"""Replies from CSV: a header line, then one record a row; quoted fields keep their line ends."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator
from typing import TextIO

from oyez.core.errors import InputError
from oyez.rows.raw import AnyRow, BadRow, RawRow, Source

_LONGEST_FIELD = 2**31 - 1
_DELIMITER = re.compile("[;\t|]")
_ESCAPED_BYTE = re.compile("[\udc80-\udcff]")


class CsvRows(Source):
    """Rows of a CSV file in UTF-8, with or without a byte order mark."""

    def __init__(self, text: TextIO, name: str, total: int | None, tell: Callable[[], int]) -> None:
        """Read `text`, which was opened with newline="" and errors="surrogateescape"; `tell` says how far."""
        csv.field_size_limit(max(csv.field_size_limit(), _LONGEST_FIELD))  # one limit for the whole process
        self.name = name
        self.total = total
        self._tell = tell
        self._records = csv.reader(text, strict=True)
        self._header = self.names = self._read_header()

    def _read_header(self) -> list[str]:
        header = self._next()
        if header is None:
            raise InputError(f"{self.name}: holds no rows, not even a header line")
        if any(_ESCAPED_BYTE.search(name) for name in header):
            wide = header[0].startswith(("\udcff\udcfe", "\udcfe\udcff"))
            hint = "; it looks like UTF-16" if wide else ""
            raise InputError(f"{self.name}:1: undecodable bytes in the header; the file must be UTF-8{hint}")
        if len(header) == 1 and (other := _DELIMITER.search(header[0])):
            raise InputError(
                f"{self.name}:1: the header has no comma; is {other[0]!r} between the columns? "
                "write the file with commas"
            )
        twice = sorted({name for name in header if name and header.count(name) > 1})
        if twice:
            raise InputError(f"{self.name}:1: the column {twice[0]!r} stands twice in the header")
        return header

    def _next(self) -> list[str] | None:
        """The next record; nothing after a broken quote can be trusted, so that ends the file."""
        line = self._records.line_num + 1
        try:
            return next(self._records, None)
        except csv.Error as fault:
            raise InputError(
                f"{self.name}:{line}: the record that begins here is not CSV: {fault}"
            ) from fault

    def __iter__(self) -> Iterator[AnyRow]:
        number = 0
        line = self._records.line_num + 1
        while (record := self._next()) is not None:
            if record:
                number += 1
                yield self._row(record, f"{self.name}:{line}", number)
            line = self._records.line_num + 1

    def _row(self, record: list[str], place: str, number: int) -> AnyRow:
        done = self._tell()
        if len(record) != len(self._header):
            message = f"the record has {len(record)} fields, and the header {len(self._header)}"
            return BadRow(place, message, done)
        for name, field in zip(self._header, record, strict=True):
            if _ESCAPED_BYTE.search(field):
                return BadRow(place, f"undecodable bytes in {name!r}; the file must be UTF-8", done)
        return RawRow(place, number, dict(zip(self._header, record, strict=True)), done)
