"""Which column of a file holds which part of a reply, and how a dotted path reaches into it."""

from __future__ import annotations

import difflib
import shlex
from collections.abc import Iterable
from typing import Any, Final

import msgspec

COLUMNS: Final = (
    "id",
    "text",
    "stop",
    "error",
    "item",
    "arm",
    "judge",
    "judge_digest",
    "draw",
    "order",
    "ids",
    "meta",
)
"""The columns of a reply, which are also their default names in a file."""


class _Missing:
    """The value of a column that is not there; null is a value."""


MISSING: Final = _Missing()


class Columns(msgspec.Struct, frozen=True):
    """A map from the columns of a reply to the names that a file gives them."""

    mapped: dict[str, str] = {}
    """Column of a reply → name or dotted path in the file, for those that were asked for."""

    def path(self, column: str) -> str:
        """Where the file holds `column`."""
        return self.mapped.get(column, column)

    def place(self, name: str) -> str:
        """Where the file holds what `--by NAME` means: a column of a reply, a part of meta, or any other."""
        head, dot, rest = name.partition(".")
        return f"{self.path(head)}{dot}{rest}" if head in COLUMNS else name

    def paths(self) -> set[str]:
        """All places that are looked at."""
        return {self.path(column) for column in COLUMNS}


def look_up(row: Any, path: str) -> Any:
    """The value at `path` in a row, or `MISSING`: a key as it stands, else step by step at the dots.

    A step into a list is a number, counted from 0.
    """
    if isinstance(row, dict) and path in row:
        return row[path]
    if "." not in path and not isinstance(row, list):
        return MISSING
    head, dot, rest = path.partition(".")
    if isinstance(row, dict) and dot and head in row:
        return look_up(row[head], rest)
    if isinstance(row, list) and head.isdecimal() and int(head) < len(row):
        return look_up(row[int(head)], rest) if dot else row[int(head)]
    return MISSING


def missing_column(path: str, there: Iterable[str], option: str) -> str:
    """What to say where there is no column `path`: those that are, the nearest, the option that names it."""
    names = [str(name) for name in there]
    listed = ", ".join(map(repr, names[:20])) + (f" and {len(names) - 20} more" if len(names) > 20 else "")
    said = f"no column {path!r}; there are: {listed or 'none'}"
    if {"status", "verdict"} <= set(names):
        return f"{said}; these are readings, not replies: `oyez measure` takes them"
    head, dot, rest = path.partition(".")
    if dot and head in names:
        return f"{said}; {head!r} is there, and nothing in it at {rest!r} (--{option})"
    lower = {name.lower(): name for name in reversed(names)}
    near = difflib.get_close_matches(path.lower(), lower, n=1)
    if near:
        return f"{said}; the nearest is {lower[near[0]]!r} (--{option} {shlex.quote(lower[near[0]])})"
    return f"{said}; name the right one with --{option}"
