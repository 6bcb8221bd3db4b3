"""The items of a plan: what is judged, row by row, with the answers of every arm."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from oyez.core.errors import InputError
from oyez.rows.columns import MISSING, look_up, missing_column
from oyez.rows.raw import BadRow
from oyez.rows.replies import open_source


class ItemsSpec(msgspec.Struct, frozen=True, kw_only=True):
    """Where the items are."""

    file: str
    """JSONL, CSV or Parquet."""
    id: str = "id"
    """The column that names an item."""
    keep: tuple[str, ...] = ()
    """Columns that go with every draw as `meta.COLUMN`, to count by."""
    columns: dict[str, str] = {}
    """Slot → column, where a slot has another name than its column."""


class ArmSpec(msgspec.Struct, frozen=True, kw_only=True):
    """A condition under comparison: where its answers are."""

    answer: str = "answer"
    """The column that holds the answer."""
    file: str | None = None
    """A file of its own; `None`: the file of the items."""
    id: str = "id"
    """The column of that file that names the item."""


class Item(msgspec.Struct, frozen=True):
    """One item."""

    id: str
    columns: dict[str, Any]
    """Its row."""
    answers: dict[str, str]
    """Arm → what is judged."""
    place: str
    """Where its row begins."""


def items(spec: ItemsSpec, arms: dict[str, ArmSpec]) -> Iterator[Item]:
    """The items in the order of their file, streamed; arms with files of their own are held in memory.

    Raises `InputError` for a row that cannot be taken, an id that stands twice, and an item without an answer
    under an arm, with its place.
    """
    own = {name: dict(_answers(arm)) for name, arm in arms.items() if arm.file is not None}
    seen: set[str] = set()
    for place, columns in rows(spec.file):
        name = text_of(_column(columns, spec.id, place, "[items] id"))
        if not name or name in seen:
            raise InputError(
                f"{place}: the id {name!r} {'stands twice' if name else 'is empty'}; ids name items"
            )
        seen.add(name)
        answers = {}
        for arm, where in arms.items():
            if arm not in own:
                answers[arm] = _answer(columns, where.answer, place, f"[arm.{arm}] answer")
            elif name in own[arm]:
                answers[arm] = own[arm][name]
            else:
                raise InputError(f"{place}: the item {name!r} has no answer in {where.file} (arm {arm})")
        yield Item(name, columns, answers, place)
    if not seen:
        raise InputError(f"{spec.file}: holds no items")


def rows(file: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The rows of a file with their places. Raises `InputError` for a bad one."""
    if not Path(file).is_file():
        raise InputError(f"{file}: there is no such file")
    with open_source(file, set()) as source:
        names = set(source.names or ())  # of a Parquet file, only the columns that are asked for are loaded
    with open_source(file, names) as source:
        for row in source.rows():
            if isinstance(row, BadRow):
                raise InputError(str(row))
            if not hasattr(row, "columns"):
                raise InputError(f"{file}: is no table")
            yield row.place, row.columns


def text_of(value: Any) -> str:
    """A cell as text: a string as it stands, nothing for null, other values as JSON."""
    if isinstance(value, str):
        return value
    return "" if value is None else json.dumps(value, ensure_ascii=False)


def _column(columns: dict[str, Any], path: str, place: str, key: str) -> Any:
    found = look_up(columns, path)
    if found is MISSING:
        said = missing_column(path, columns, "x").partition(" (--x")[0].partition("; name the right")[0]
        raise InputError(f"{place}: {said}; the plan names it under {key}")
    return found


def _answer(columns: dict[str, Any], path: str, place: str, key: str) -> str:
    """What is judged. An empty answer is one; null is none, and must not be judged as if it were."""
    found = _column(columns, path, place, key)
    if found is None:
        raise InputError(
            f"{place}: the answer is null in the column {path!r}; leave the item out, or give an answer"
        )
    return text_of(found)


def _answers(arm: ArmSpec) -> Iterator[tuple[str, str]]:
    assert arm.file is not None
    seen: set[str] = set()
    for place, columns in rows(arm.file):
        name = text_of(_column(columns, arm.id, place, "[arm] id"))
        if name in seen:
            raise InputError(f"{place}: the item {name!r} stands twice")
        seen.add(name)
        yield name, _answer(columns, arm.answer, place, "[arm] answer")
