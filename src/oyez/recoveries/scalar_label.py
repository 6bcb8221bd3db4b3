"""Reads a JSON integer whose digits are a label."""

from __future__ import annotations

from oyez.core.recovery import Example, Held, ValueRule
from oyez.core.scale import Scale
from oyez.scales.labels import Labels
from oyez.text.numbers import INTEGER


def _label_lists(scale: Scale) -> bool:
    return isinstance(scale, Labels)


def _rewrite(held: Held, scale: Scale) -> Held | None:
    return Held(held.text, "text") if held.kind == "number" and INTEGER.fullmatch(held.text) else None


RECOVERY = ValueRule(
    "scalar-label",
    100,
    _rewrite,
    serves=_label_lists,
    example=Example(
        {"form": {"json": "grade"}, "scale": {"labels": ["1", "2", "3"]}}, '{"grade": 2}', '{"grade": 2.0}'
    ),
)
