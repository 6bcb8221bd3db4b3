"""Reads N from N/MAX, N out of MAX or N of MAX, where MAX is the upper bound of the scale."""

from __future__ import annotations

import re

from oyez.core.recovery import Example, Held, ValueRule, numbers
from oyez.core.scale import Scale
from oyez.text.numbers import NUMBER, to_number
from oyez.text.space import SPACE, SPACES

_OF = re.compile(
    rf"([-+]?[0-9]++(?:\.[0-9]++)?+){SPACES}(?:/|out[{SPACE}]++of\b|of\b){SPACES}([0-9]++(?:\.[0-9]++)?+)",
    re.ASCII,
)


def _rewrite(held: Held, scale: Scale) -> Held | None:
    match = _OF.fullmatch(held.text) if held.kind in ("text", "string") else None
    if match is None or scale.bounds is None or not NUMBER.fullmatch(match[2]):
        return None
    if to_number(match[2]) != scale.bounds[1]:
        return None
    return Held(match[1], held.kind)


RECOVERY = ValueRule(
    "of-max",
    60,
    _rewrite,
    serves=numbers,
    example=Example({"form": {"line": "Score"}, "scale": {"integer": [1, 10]}}, "Score: 7/10", "Score: 7/5"),
)
