"""Reads a JSON string that is the word true or false in any case."""

from __future__ import annotations

from oyez.core.recovery import Example, Held, ValueRule
from oyez.core.scale import Scale
from oyez.scales.boolean import Boolean


def _booleans(scale: Scale) -> bool:
    return isinstance(scale, Boolean)


def _rewrite(held: Held, scale: Scale) -> Held | None:
    return Held(held.text, "text") if held.kind == "string" else None


RECOVERY = ValueRule(
    "boolean-string",
    90,
    _rewrite,
    serves=_booleans,
    example=Example(
        {"form": {"json": "met"}, "scale": {"boolean": True}}, '{"met": "False"}', '{"met": "no"}'
    ),
)
