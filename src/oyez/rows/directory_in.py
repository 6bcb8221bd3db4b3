"""Replies from a directory: every file is one reply, its path below the directory the id."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from oyez.core.errors import InputError
from oyez.rows.raw import AnyRow, BadRow, RawRow, Source

_TABLES = {".jsonl", ".ndjson", ".csv", ".parquet"}


class TextFiles(Source):
    """The files of a directory and of those below it, by name; names that begin with a dot are left out.

    Bytes that are not UTF-8 come through as lone surrogates, so that the reader calls the reply
    `unsupported`; an empty file is an empty reply.
    """

    def __init__(self, root: Path) -> None:
        self.name = str(root)
        self.names = ["id", "text"]
        self._paths = sorted(_files(root))
        self._root = root
        self.total = len(self._paths)
        tables = [path for path in self._paths if path.suffix.lower() in _TABLES]
        if tables:
            raise InputError(
                f"{tables[0]}: looks like a table of replies, and in a directory every file is one reply; "
                "name the file itself"
            )

    def __iter__(self) -> Iterator[AnyRow]:
        for number, path in enumerate(self._paths, start=1):
            if not path.is_file():
                yield BadRow(str(path), "not a regular file", number)
                continue
            try:
                text = path.read_bytes().decode("utf-8", "surrogateescape")
            except OSError as fault:
                yield BadRow(str(path), f"cannot be read: {fault.strerror}", number)
                continue
            columns = {"id": path.relative_to(self._root).as_posix(), "text": text}
            yield RawRow(str(path), number, columns, number)


def _files(root: Path) -> Iterator[Path]:
    for folder, folders, files in os.walk(root, onerror=_stop):
        folders[:] = [name for name in folders if not name.startswith(".")]
        yield from (Path(folder, name) for name in files if not name.startswith("."))


def _stop(fault: OSError) -> None:
    raise InputError(f"{fault.filename}: cannot be read: {fault.strerror}") from fault
