"""One row, item or entry of an archive with its place, taken apart by type."""

from __future__ import annotations

import json
import math
from typing import Any, NamedTuple, TypeVar

import msgspec

from oyez.core.errors import InputError

T = TypeVar("T")


class Row(NamedTuple):
    """A JSON value, and where it stands in the archive."""

    place: str
    """The file, and the line, list item or entry."""
    value: Any
    file: str = ""
    """The file alone, as `place` begins with it."""
    number: int = 0
    """Which row of the file it is, counted from 0, broken rows too."""

    @property
    def at(self) -> str:
        """The place inside the file, for `meta`: the same on every machine."""
        return self.place.removeprefix(self.file).lstrip(": ")

    def part(self, at: str, value: Any) -> Row:
        """A value inside this one; `at` goes behind the place."""
        return Row(f"{self.place}, {at}", value, self.file, self.number)

    def read_as(self, shape: type[T]) -> T:
        """The value in the fields of `shape`; other keys are passed over. Raises `InputError` with the field."""
        try:
            return msgspec.convert(self.value, shape)
        except (msgspec.ValidationError, UnicodeEncodeError, RecursionError) as fault:
            raise InputError(f"{self.place}: {_plain(fault)}") from fault


def load_json(text: str | bytes, place: str) -> Any:
    """The JSON value in `text`, `NaN` included, as the tools of the field write it. Raises `InputError`."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as fault:
        where = f"line {fault.lineno}, column {fault.colno}"
        raise InputError(f"{place}: not JSON: {fault.msg} ({where})") from fault
    except UnicodeDecodeError as fault:
        raise InputError(f"{place}: not UTF-8 at byte {fault.start}") from fault
    except RecursionError as fault:
        raise InputError(f"{place}: not read: the JSON is nested too deep") from fault
    except ValueError as fault:  # a number of thousands of digits
        raise InputError(f"{place}: not read: {fault}") from fault


def finite(value: Any) -> Any:
    """`value` with every NaN and infinity in it replaced by `None`: no such number is a recorded value."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: finite(each) for key, each in value.items()}
    if isinstance(value, list):
        return [finite(each) for each in value]
    return value


def known(**facts: Any) -> dict[str, Any] | None:
    """The facts that are not `None`, for `meta`; `None` without any."""
    return {name: finite(fact) for name, fact in facts.items() if fact is not None} or None


def _plain(fault: Exception) -> str:
    if isinstance(fault, RecursionError):
        return "not read: nested too deep"
    if isinstance(fault, UnicodeEncodeError):
        return "not read: half of a surrogate pair in a key, or where no text belongs"
    return (
        str(fault).replace("Object missing required field", "there is no field").replace(" - at `$", " at `$")
    )


def object_in(value: Any, place: str) -> dict[str, Any]:
    """An object, or one written as JSON text in a cell of CSV; empty for none."""
    if isinstance(value, str) and value.strip():
        value = load_json(value, place)
    if value is None or value == "":
        return {}
    if not isinstance(value, dict):
        raise InputError(f"{place}: an object is expected here")
    return value
