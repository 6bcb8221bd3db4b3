"""Replies from JSON lines: one object a line, lines ended by a line feed only."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, BinaryIO

from oyez.rows.raw import AnyRow, BadRow, RawRow, Source

_BOM = b"\xef\xbb\xbf"
_MANY_DIGITS = "a number in it has more digits than can be taken"
_ARRAY = "; the file looks like one JSON array, which `jq -c '.[]' FILE` turns into lines"


class JsonLines(Source):
    """Rows of a JSONL stream. Blank lines are passed over, and counted as lines."""

    def __init__(self, stream: BinaryIO, name: str, total: int | None = None) -> None:
        self.name = name
        self.total = total
        self._stream = stream

    def __iter__(self) -> Iterator[AnyRow]:
        done = 0
        for number, line in enumerate(self._stream, start=1):
            done += len(line)
            line = line.removeprefix(_BOM) if number == 1 else line
            if not line.isspace() and line:
                yield json_row(line.rstrip(b"\r\n"), f"{self.name}:{number}", number, done)


def json_row(line: bytes, place: str, number: int, done: int = 0) -> AnyRow:
    """One line as a row, or the reason why it is none."""
    try:
        columns = strict_json(line.decode("utf-8"))
    except UnicodeDecodeError as fault:
        return BadRow(place, _undecodable(line, fault), done)
    except json.JSONDecodeError as fault:
        hint = _ARRAY if number == 1 and line.lstrip().startswith(b"[") else ""
        return BadRow(place, f"not JSON: {fault.msg} at column {fault.colno}{hint}", done)
    except RecursionError:
        return BadRow(place, "not read: the JSON is nested too deep", done)
    except KeyTwice as fault:
        return BadRow(place, f"not read: {fault}", done)
    except ValueError:
        return BadRow(place, f"not read: {_MANY_DIGITS}", done)
    if not isinstance(columns, dict):
        hint = _ARRAY if number == 1 and isinstance(columns, list) else ""
        return BadRow(place, f"the line is {kind(columns)}; each line must be one JSON object{hint}", done)
    return RawRow(place, number, columns, done)


class KeyTwice(ValueError):  # noqa: N818  # it says what is the matter
    """An object that gives one key twice."""


def strict_json(text: str) -> Any:
    """The value of a JSON text; NaN and infinities are null.

    Raises `KeyTwice`, `json.JSONDecodeError`, `ValueError` for a number of thousands of digits, and
    `RecursionError`.
    """
    return json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)


_KINDS = {
    bool: "a boolean",
    str: "a string",
    list: "a list",
    tuple: "a list",
    dict: "an object",
    bytes: "bytes",
    int: "a number",
    float: "a number",
}


def kind(value: Any) -> str:
    """What a value is, with its article, for messages: JSON's own kinds, or a Python type such as a date."""
    if value is None:
        return "null"
    return _KINDS.get(type(value)) or f"a {type(value).__name__.lower()}"


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object from its pairs; a key that stands twice leaves open which value is meant."""
    made = dict(pairs)
    if len(made) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in made if keys.count(key) > 1)
        raise KeyTwice(f"the key {json.dumps(twice)} stands twice in one object")
    return made


def _no_number(_: str) -> None:
    """NaN and infinities, which Python writes and JSON does not know, are read as null."""
    return


def _undecodable(line: bytes, fault: UnicodeDecodeError) -> str:
    if line.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "undecodable bytes: the file looks like UTF-16; write it as UTF-8"
    return f"undecodable bytes at byte {fault.start + 1} of the line; the file must be UTF-8"
