"""The small pieces of which most home-made parsers are built."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

NUMBER: Final = re.compile(r"-?\d+(?:\.\d+)?")


def keyed(text: str, key: str | None) -> Iterator[re.Match[str]]:
    """Every place where the key, a colon and space stand, in any case; ends where the value begins."""
    return re.finditer(rf"{re.escape(key or '')}\s*:\s*", text, re.IGNORECASE)


def prefix_label(text: str, at: int, labels: tuple[str, ...]) -> str | None:
    """The first of the labels that the text goes on with at a place, in any case, whatever follows."""
    return next((label for label in labels if text[at : at + len(label)].lower() == label.lower()), None)


def number(text: str) -> int | float:
    """A number as Python reads it: whole without a point."""
    return float(text) if "." in text or not _short(text) else int(text)


def _short(text: str) -> bool:
    return len(text) < 4000  # longer whole numbers are refused by int()


def json_value(text: str) -> Any:
    """The JSON value that the whole text is; `None` if it is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def outer_object(text: str) -> str | None:
    """From the first `{` to the last `}`, over all that stands between."""
    start, end = text.find("{"), text.rfind("}")
    return text[start : end + 1] if 0 <= start < end else None


def first_object(text: str) -> dict[str, Any] | None:
    """The first stretch of the text that is a JSON object by itself."""
    decoder = json.JSONDecoder()
    at = text.find("{")
    for _ in range(1000):  # a text of open braces would otherwise take quadratic time
        if at < 0:
            break
        try:
            value, _ = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            value = None
        if isinstance(value, dict):
            return value
        at = text.find("{", at + 1)
    return None
