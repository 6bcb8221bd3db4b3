"""Replies from a directory: every file is one reply, its path below the directory the id."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from oyez.core.errors import InputError
from oyez.core.visible import visible_text
from oyez.rows.raw import AnyRow, BadRow, RawRow, Source

_TABLES = {".jsonl", ".ndjson", ".csv", ".parquet", ".pq"}


class TextFiles(Source):
    """The files of a directory and of those below it, by name; names that begin with a dot are left out.

    A link to a directory is a bad row: whether it was meant, only its owner knows.

    Bytes that are not UTF-8 come through as lone surrogates, so that the reader calls the reply
    `unsupported`; an empty file is an empty reply.
    """

    def __init__(self, root: Path) -> None:
        self.name = visible_text(str(root))
        self.names = ["id", "text"]
        self._paths = sorted(_files(root))
        self._root = root
        self.total = len(self._paths)
        tables = [path for path in self._paths if path.suffix.lower() in _TABLES]
        if tables:
            raise InputError(
                f"{visible_text(str(tables[0]))}: looks like a table of replies, "
                "and in a directory every file is one reply; name the file itself"
            )

    def __iter__(self) -> Iterator[AnyRow]:
        for number, path in enumerate(self._paths, start=1):
            place = visible_text(str(path))
            if not path.is_file():
                what = (
                    "a link to a directory, which is not followed" if path.is_dir() else "not a regular file"
                )
                yield BadRow(place, what, number)
                continue
            try:
                text = path.read_bytes().decode("utf-8", "surrogateescape")
            except OSError as fault:
                yield BadRow(place, f"cannot be read: {fault.strerror}", number)
                continue
            columns = {"id": path.relative_to(self._root).as_posix(), "text": text}
            yield RawRow(place, number, columns, number)


def _files(root: Path) -> Iterator[Path]:
    for folder, folders, files in os.walk(root, onerror=_stop):
        folders[:] = [name for name in folders if not name.startswith(".")]
        links = [name for name in folders if os.path.islink(os.path.join(folder, name))]
        yield from (Path(folder, name) for name in (*files, *links) if not name.startswith("."))


def _stop(fault: OSError) -> None:
    raise InputError(f"{visible_text(str(fault.filename))}: cannot be read: {fault.strerror}") from fault
