"""Reads a JSON string that is a number from end to end."""

from __future__ import annotations

from oyez.core.recovery import Example, Held, ValueRule, numbers
from oyez.core.scale import Scale
from oyez.text.numbers import NUMBER


def _rewrite(held: Held, scale: Scale) -> Held | None:
    return Held(held.text, "text") if held.kind == "string" and NUMBER.fullmatch(held.text) else None


RECOVERY = ValueRule(
    "numeric-string",
    80,
    _rewrite,
    serves=numbers,
    example=Example(
        {"form": {"json": "score"}, "scale": {"integer": [0, 100]}},
        '{"score": "85"}',
        '{"score": "about 85"}',
    ),
)
