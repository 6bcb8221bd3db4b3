"""Replies from a file, a directory or standard input, checked row by row and streamed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from hashlib import blake2b
from io import TextIOWrapper
from pathlib import Path

import msgspec

from oyez.core.errors import InputError
from oyez.core.reply import Reply
from oyez.core.visible import visible_text
from oyez.rows.columns import COLUMNS, MISSING, Columns, look_up, missing_column
from oyez.rows.raw import BadRow, RawRow, Source
from oyez.rows.reply import ColumnError, name_of, reply_of


class ReplyRow(msgspec.Struct, frozen=True):
    """A reply and where it stands."""

    reply: Reply
    place: str
    """The file, and the line or row where the reply begins."""
    group: str | None = None
    """The value of the column that the rows are grouped by; `None` when it is not known."""
    done: int = 0
    """How far into the source this row ends, in the unit of `Source.total`."""


@contextmanager
def open_source(name: str, wanted: set[str]) -> Iterator[Source]:
    """The rows of a JSONL, CSV or Parquet file, a directory of texts, or `-`: JSONL on standard input.

    The ending of the name tells the format; a file with another ending is read as JSONL. `wanted` are
    the dotted paths that will be looked at. Raises `InputError`.
    """
    if not name:
        raise InputError("the name of the replies is empty")
    with ExitStack() as files:
        try:
            source = _open(name, Path(name), wanted, files)
        except OSError as fault:
            raise InputError(f"{visible_text(name)}: cannot be read: {fault.strerror or fault}") from fault
        yield source


def _standard_input() -> Source:
    from oyez.rows.jsonl_in import JsonLines

    if sys.stdin is None:
        raise InputError("stdin: is closed")
    return JsonLines(sys.stdin.buffer, "stdin")


def _open(name: str, path: Path, wanted: set[str], files: ExitStack) -> Source:
    if name == "-":
        return _standard_input()
    if path.is_dir():
        from oyez.rows.directory_in import TextFiles

        return TextFiles(path)
    raw = files.enter_context(path.open("rb"))
    ending = path.suffix.lower()
    if ending in _NOT_TAKEN:
        raise InputError(f"{visible_text(name)}: is {_NOT_TAKEN[ending]}")
    shown = visible_text(name)
    if ending in (".parquet", ".pq") or (ending not in (".jsonl", ".csv") and raw.peek(4)[:4] == b"PAR1"):
        from oyez.rows.parquet_in import ParquetRows

        return ParquetRows(path, wanted)
    size = path.stat().st_size if path.is_file() else None
    if ending == ".csv":
        from oyez.rows.csv_in import CsvRows

        text = TextIOWrapper(raw, encoding="utf-8-sig", errors="surrogateescape", newline="")
        return CsvRows(files.enter_context(text), shown, size, raw.tell if size else int)
    from oyez.rows.jsonl_in import JsonLines

    return JsonLines(raw, shown, size)


_PACKED = "packed; unpack it first, or unpack it into `oyez read -`"
_NOT_TAKEN = {
    ".tsv": "separated by tabs; write it as CSV, JSONL or Parquet",
    ".xlsx": "a workbook; write its sheet as CSV",
    **dict.fromkeys((".gz", ".bz2", ".xz", ".zst", ".zip"), _PACKED),
}
"""Endings of files that would only be called broken."""
_MOST_NAMES = 1000
"""How many names of columns are remembered for a message."""


class Replies:
    """The replies of a source, in order; iterate once.

    The first bad row raises `InputError`. With `on_bad`, bad rows are handed to it, counted in `bad`,
    and passed over. Ids must be unique: they are remembered as 16-byte digests. Without any row to
    read, and when a column that was asked for is in no row, `InputError` is raised at the end.
    """

    def __init__(
        self,
        source: Source,
        columns: Columns,
        *,
        by: str | None = None,
        on_bad: Callable[[BadRow], None] | None = None,
    ) -> None:
        self.bad = 0
        self._source = source
        self._columns = columns
        self._by = by
        self._on_bad = on_bad
        self._seen: set[bytes] = set()
        self._names: dict[str, None] = {}
        self._awaited = dict(columns.mapped)
        if by is not None:
            self._awaited["by"] = columns.place(by)
        if source.names is not None:
            self._check_header(source.names)

    def _check_header(self, names: list[str]) -> None:
        """With a header, a column that is not in it is one error for the whole file."""
        asked = self._awaited if "error" in names else {"text": self._columns.path("text"), **self._awaited}
        for column, path in asked.items():
            if path not in names and path.partition(".")[0] not in names:
                raise InputError(f"{self._source.name}: {missing_column(path, names, _option(column))}")

    def __iter__(self) -> Iterator[ReplyRow]:
        count = 0
        for row in self._source.rows():
            taken = self._take(row) if isinstance(row, RawRow) else row
            if isinstance(taken, ReplyRow):
                count += 1
                yield taken
            elif self._on_bad is None:
                raise InputError(str(taken))
            else:
                self.bad += 1
                self._on_bad(taken)
        if not count:
            bad = f"; all {self.bad} rows are bad" if self.bad else ""
            raise InputError(f"{self._source.name}: holds no rows{bad}")
        for column, path in self._awaited.items():
            what = missing_column(path, self._names, _option(column))
            raise InputError(f"{self._source.name}: in all {count} rows: {what}")

    def _take(self, row: RawRow) -> ReplyRow | BadRow:
        try:
            reply = reply_of(row, self._columns)
            group = self._group(row, reply)
        except ColumnError as fault:
            return BadRow(row.place, str(fault), row.done)
        if self._awaited:
            if len(self._names) < _MOST_NAMES:
                self._names.update(dict.fromkeys(row.columns))
            self._awaited = {
                column: path
                for column, path in self._awaited.items()
                if look_up(row.columns, path) is MISSING and not (column == "by" and group)
            }
        key = blake2b(str(reply.id).encode("utf-8", "surrogatepass"), digest_size=16).digest()
        if key in self._seen:
            return BadRow(row.place, _twice(reply.id, row), row.done)
        self._seen.add(key)
        return ReplyRow(reply, row.place, group, row.done)

    def _group(self, row: RawRow, reply: Reply) -> str | None:
        if self._by is None:
            return None
        if self._by in COLUMNS:
            value = getattr(reply, self._by)
        elif self._by.startswith("meta.") and reply.meta is not None:
            value = look_up(reply.meta, self._by.removeprefix("meta."))
        else:
            value = look_up(row.columns, self._by)
        try:
            return None if value is MISSING else name_of(value) or None  # an empty string says nothing
        except ColumnError as fault:
            raise ColumnError(
                f"the column {self._by!r} holds {fault}, and rows are grouped by words"
            ) from fault


def _option(column: str) -> str:
    return column.replace("_", "-")


def _twice(name: str | None, row: RawRow) -> str:
    number = "; a row without one takes its number" if name == str(row.number) else ""
    return f"the id {name!r} stands twice; ids must be unique (--id names another column{number})"
