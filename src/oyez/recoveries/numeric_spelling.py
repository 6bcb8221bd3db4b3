"""Writes a number plainly: no plus sign, no leading zeros, and on a whole-number scale no zero fraction."""

from __future__ import annotations

import re

from oyez.core.recovery import Example, Held, ValueRule, numbers
from oyez.core.scale import Scale

_NUMBER = re.compile(r"(?:\+|(-))?0*+([0-9]++)?(\.[0-9]++)?+")


def _rewrite(held: Held, scale: Scale) -> Held | None:
    match = _NUMBER.fullmatch(held.text) if held.kind in ("text", "string", "number") else None
    if match is None or not held.text.lstrip("+-")[:1].isdigit():
        return None
    sign, digits, fraction = match[1] or "", match[2] or "0", match[3] or ""
    if not fraction.strip(".0") and fraction and not _fractions(scale):
        fraction = ""
    plain = sign + digits + fraction
    return Held(plain, "text" if held.kind == "number" else held.kind) if plain != held.text else None


def _fractions(scale: Scale) -> bool:
    """Whether the scale takes numbers with a fraction as they are."""
    return not getattr(scale, "whole", False)


RECOVERY = ValueRule(
    "numeric-spelling",
    70,
    _rewrite,
    serves=numbers,
    example=Example(
        {"form": {"tag": "score"}, "scale": {"integer": [1, 10]}}, "<score>07.0</score>", "<score>7.5</score>"
    ),
)
