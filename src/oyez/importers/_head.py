"""The first look at a file: enough to tell which tool wrote it, without reading it through."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any, Final

import msgspec

from oyez.core.errors import InputError
from oyez.importers._json_stream import JsonStream
from oyez.importers._limits import MIB

HEAD_BYTES: Final = MIB

CUT: Final = "\0cut"
"""Stands for a member's value that the head does not hold whole."""


class Head(msgspec.Struct, frozen=True, kw_only=True):
    """What the beginning of a file shows."""

    path: Path
    start: bytes
    """The first bytes of the file, at most `HEAD_BYTES`."""
    container: str
    """`object` or `list` where the file begins as one in JSON, else empty."""
    members: dict[str, Any]
    """The first object's members, as far as they are in `start`, or the columns of CSV; a cut value is `CUT`."""

    def has(self, *keys: str) -> bool:
        """Whether the first object has all these keys."""
        return all(key in self.members for key in keys)

    def get(self, *path: str) -> Any:
        """The value at a path into the first object; `None` if it is not there."""
        value: Any = self.members
        for key in path:
            value = value.get(key) if isinstance(value, dict) else None
        return value


def look(path: Path, start: bytes) -> Head:
    """The head of a file whose first bytes are `start`."""
    stream = JsonStream(io.BytesIO(start), path.name, 2 * HEAD_BYTES)
    container, members = "", {}
    try:
        opening = stream.peek()
        if opening == "[":
            stream.take("[", "")
            container, opening = "list", stream.peek()
        if opening == "{":
            container = container or "object"
            for key in stream.members(""):
                members[key] = CUT
                members[key] = stream.value("")
        elif not container:
            members = dict.fromkeys(_columns(start), CUT)
    except InputError:  # the head ends in the middle, or this is not JSON: what was seen counts
        pass
    return Head(path=path, start=start, container=container, members=members)


def _columns(start: bytes) -> list[str]:
    """The header of a CSV file; empty for anything else."""
    line, _, more = start.partition(b"\n")
    try:
        text = line.decode("utf-8-sig")
        return next(csv.reader([text], strict=True), []) if more and text.isprintable() else []
    except (UnicodeDecodeError, csv.Error):
        return []
