"""The short way for a reply that is one JSON object: the standard library's scanner, and one look for each key."""

from __future__ import annotations

import re
from collections.abc import Callable
from json import JSONDecoder
from typing import Any

from oyez.contract.model import Contract
from oyez.core.scale import Scale
from oyez.core.value import Admitted, JsonValue
from oyez.reader.settle import Settled, simple
from oyez.text.numbers import LONGEST

_COLON = re.compile(r"[ \t\n]*+:[ \t\n]*+")
_PLAIN_KEY = re.compile(r'[^"\\/\x00-\x1f]+')
_KINDS = {
    str: "string",
    bool: "boolean",
    int: "number",
    float: "number",
    dict: "object",
    list: "array",
    type(None): "null",
}
MOST_OPEN = 400
"""A text with more opening brackets may be nested too deep for the short way."""


class _NotSimpleError(ValueError):
    """A key given twice, or a number that only the full rules look at."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise _NotSimpleError
    return made


def _float(token: str) -> float:
    number = float(token)
    if number - number != 0 or len(token) > LONGEST:
        raise _NotSimpleError
    return number


def _int(token: str) -> int:
    if len(token) > LONGEST:
        raise _NotSimpleError
    return int(token)


def _constant(token: str) -> float:
    raise _NotSimpleError(token)


_DECODER = JSONDecoder(
    object_pairs_hook=_object, parse_float=_float, parse_int=_int, parse_constant=_constant
)


def json_plan(contract: Contract) -> Callable[[str], dict[str, Settled] | None] | None:
    """The short way for a contract whose fields are all plain keys of one object."""
    asked: list[tuple[str, str, str, Scale]] = []
    for field in contract.fields.values():
        path = field.forms[0].path or ()
        if len(path) != 1 or not _PLAIN_KEY.fullmatch(path[0]):
            return None
        asked.append((field.name, path[0], f'"{path[0]}"', field.scale))

    def plan(text: str) -> dict[str, Settled] | None:
        data = _whole_object(text)
        if data is None:
            return None
        # With one brace and no backslash, a key before a colon can only be a key of this object.
        flat = text.rfind("{") == text.find("{") and "\\" not in text
        ends: dict[str, Settled] = {}
        for name, key, needle, scale in asked:
            end = _member(text, data, key, needle, scale, flat)
            if end is None:
                return None
            ends[name] = end
        return ends

    return plan


def _whole_object(text: str) -> dict[str, Any] | None:
    """The object that the whole text is, if nothing in the text needs a closer look."""
    bare = text.strip()
    if bare[:1] != "{" or bare[-1:] != "}" or "\r" in text or "<" in text:
        return None
    if "\\" in text and "\\u" in text:
        return None
    nested = bare.rfind("{") > 0 or "[" in bare
    if nested and bare.count("{") + bare.count("[") > MOST_OPEN:
        return None
    try:
        if not text.isascii():
            text.encode()
        data = _DECODER.decode(bare)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


def _member(
    text: str, data: dict[str, Any], key: str, needle: str, scale: Scale, flat: bool
) -> Settled | None:
    """The verdict at a key; in an object that is not flat, one that stands in the text once."""
    place = text.rfind(needle)
    if key not in data or place < 0 or not (flat or text.find(needle, 0, place) < 0):
        return None
    colon = _COLON.match(text, place + len(needle))
    if colon is None:
        return None
    start = colon.end()
    value, end = _DECODER.raw_decode(text, start)
    kind = _KINDS[type(value)]
    outcome = scale.admit(JsonValue(kind, value, text[start:end] if kind == "number" else ""))
    return simple(outcome, start, end) if isinstance(outcome, Admitted) else None
