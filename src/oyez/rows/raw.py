"""What every reader of a replies file yields: rows as they stand, and rows that could not be taken."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any, TypeAlias

import msgspec

from oyez.core.errors import InputError


class RawRow(msgspec.Struct, frozen=True):
    """One row of a file, before any column is looked at."""

    place: str
    """The file, and the line or row where the row begins."""
    number: int
    """The line of a JSONL file, the row of others, counted from 1; the id of a row that has none."""
    columns: dict[str, Any]
    """Column name → value as the file gives it."""
    done: int = 0
    """How far into the source this row ends, in the unit of `Source.total`."""


class BadRow(msgspec.Struct, frozen=True):
    """One row that cannot be taken, with its place, and what to do about it."""

    place: str
    message: str
    done: int = 0

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"


AnyRow: TypeAlias = RawRow | BadRow


class Source(ABC):
    """An open set of replies; iterated once, front to back, in bounded memory."""

    name: str
    """The path as it was given, or `stdin`."""
    total: int | None
    """The size in bytes, rows or files; `None` when it is not known."""
    names: list[str] | None = None
    """The columns, where a header names them for all rows."""

    @abstractmethod
    def __iter__(self) -> Iterator[AnyRow]:
        """The rows in the order of the source. Raises `InputError` where nothing that follows can be read."""

    def rows(self) -> Iterator[AnyRow]:
        """The rows, as iterating gives them. Raises `InputError` for a read that fails in the middle too."""
        try:
            yield from self
        except OSError as fault:
            raise InputError(f"{self.name}: cannot be read on: {fault.strerror or fault}") from fault
