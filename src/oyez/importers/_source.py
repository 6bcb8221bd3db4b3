"""An open archive: the few ways in which importers go through a file, each in bounded memory."""

from __future__ import annotations

import csv
import hashlib
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from functools import cached_property
from io import TextIOWrapper
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

from oyez.core.errors import InputError
from oyez.importers._head import HEAD_BYTES, Head, look
from oyez.importers._json_stream import JsonStream, walk
from oyez.importers._limits import DEFAULT, MIB, Limits
from oyez.importers._row import Row, load_json
from oyez.importers._zip import SafeZip
from oyez.ledger.facts import Draw

T = TypeVar("T")
_BOM = b"\xef\xbb\xbf"

_NOWHERE = ("", "")
"""A path that no document has: its members come whole, one by one."""


class Source:
    """One file of an archive. Making one raises `InputError` unless it is a readable regular file."""

    def __init__(
        self, path: Path, limits: Limits = DEFAULT, on_bad: Callable[[InputError], None] | None = None
    ) -> None:
        self.path = path
        self.limits = limits
        self.on_bad = on_bad
        """Is told of every row that is broken, which is then passed over; `None`: the first one is raised."""
        self._open().close()

    @cached_property
    def head(self) -> Head:
        """The first look at the file."""
        with self._open() as stream:
            return look(self.path, stream.read(HEAD_BYTES))

    @property
    def name(self) -> str:
        """The path as it was given; it stands in every message."""
        return str(self.path)

    def _open(self) -> BinaryIO:
        try:
            if not stat.S_ISREG(self.path.stat().st_mode):  # a pipe or a device may never end
                raise InputError(f"{self.path}: not a regular file")
            return self.path.open("rb")
        except OSError as fault:
            raise InputError(f"{self.path}: cannot be read: {fault.strerror}") from fault

    @cached_property
    def sha256(self) -> str:
        """The SHA-256 of the file, in hex; reads it through once."""
        made = hashlib.sha256()
        with self._open() as stream:
            while piece := stream.read(MIB):
                made.update(piece)
        return made.hexdigest()

    def each(self, rows: Iterable[T], draws: Callable[[T], Iterable[Draw]]) -> Iterator[Draw]:
        """The draws of every row; of a row that is broken none, if broken rows are passed over."""
        for row in rows:
            yield from self._kept(_all, draws, row) or ()

    def one_each(self, rows: Iterable[T], draw: Callable[[T], Draw]) -> Iterator[Draw]:
        """As `each`, where every row is one draw."""
        for row in rows:
            made = self._kept(draw, row)
            if made is not None:
                yield made

    def _kept(self, make: Callable[..., T], *given: Any) -> T | None:
        """What `make` gives; `None` for a broken row that is passed over."""
        try:
            return make(*given)
        except InputError as fault:
            if self.on_bad is None:
                raise
            self.on_bad(fault)
            return None

    def lines(self) -> Iterator[Row]:
        """The JSON objects of a JSONL file; blank lines are passed over, and counted."""
        with closing(self._open()) as stream:
            number = index = 0
            while line := stream.readline(self.limits.value_bytes + 1):
                number += 1
                text = line.removeprefix(_BOM) if number == 1 else line
                if text.strip():
                    row = self._kept(self._line, f"{self.name}:{number}", text, index)
                    index += 1
                    if row is not None:
                        yield row
                    else:  # the rest of a line beyond the limit is no row of its own
                        _to_the_end(stream, line)

    def _line(self, place: str, text: bytes, index: int) -> Row:
        limit = self.limits.value_bytes
        if len(text) > limit:
            raise InputError(f"{place}: larger than {limit // MIB} MiB, the limit for one line")
        return Row(place, _object(load_json(text, place), place), self.name, index)

    def items(self, *path: str) -> Iterator[Row]:
        """The items of the list at `path` in a JSON document; the whole document without a path."""
        index = 0
        for place, key, value in self._walk(path):
            if key is None:
                found = self._kept(_object, value, place)
                if found is not None:
                    yield Row(place, found, self.name, index)
                index += 1

    def members(self, *past: str) -> dict[str, Any]:
        """The document's members by dotted path, without the items of the list at `past`."""
        return {key: value for _, key, value in self._walk(past or _NOWHERE) if key}

    def entries(self) -> Iterator[tuple[str, Row]]:
        """The members of a JSON document that is one object, each with its key."""
        for place, key, value in self._walk(_NOWHERE):
            if key is not None:
                yield key, Row(place, value, self.name)

    def table(self) -> Iterator[Row]:
        """The rows of a CSV file with a header: column → text, empty cells left out."""
        with closing(self._open()) as raw, TextIOWrapper(raw, encoding="utf-8-sig", newline="") as text:
            csv.field_size_limit(self.limits.value_bytes)
            rows = csv.DictReader(text, restkey="", strict=True)
            try:
                for index, cells in enumerate(rows):
                    row = self._kept(self._cells, f"{self.name}:{rows.line_num}", cells, index)
                    if row is not None:
                        yield row
            except (csv.Error, UnicodeDecodeError) as fault:
                raise InputError(f"{self.name}:{rows.line_num}: not CSV: {fault}") from fault

    def _cells(self, place: str, cells: dict[str, str], index: int) -> Row:
        if "" in cells:
            raise InputError(f"{place}: more cells than the header has columns")
        return Row(place, {key: cell for key, cell in cells.items() if cell}, self.name, index)

    def rows(self) -> Iterator[Row]:
        """The rows of a JSON list, of JSON lines or of a CSV file, whichever the file is."""
        if self.head.container == "list":
            return self.items()
        return self.lines() if self.head.container else self.table()

    def _walk(self, path: tuple[str, ...]) -> Iterator[tuple[str, str | None, Any]]:
        with closing(self._open()) as stream:
            yield from walk(JsonStream(stream, self.name, self.limits.value_bytes), path)

    def zip(self) -> tuple[BinaryIO, SafeZip]:
        """The open file, to be closed by the caller, and the zip file in it."""
        stream = self._open()
        try:
            return stream, SafeZip(stream, self.name, self.limits)
        except BaseException:
            stream.close()
            raise

    def beside(self, name: str) -> Source | None:
        """The file `name` in the same folder, if it is there and no symbolic link."""
        path = self.path.parent / name
        return Source(path, self.limits) if path.is_file() and not path.is_symlink() else None


def _all(draws: Callable[[T], Iterable[Draw]], row: T) -> list[Draw]:
    return list(draws(row))


def _to_the_end(stream: BinaryIO, line: bytes) -> None:
    while line and not line.endswith(b"\n"):
        line = stream.readline(MIB)


def _object(value: Any, place: str) -> Any:
    if not isinstance(value, dict):
        raise InputError(f"{place}: an object is expected here")
    return value
