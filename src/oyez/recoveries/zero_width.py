"""Takes invisible characters (zero width, direction marks, word joiner) out of the value."""

from __future__ import annotations

import re

from oyez.core.recovery import Example, Held, ValueRule
from oyez.core.scale import Scale

INVISIBLE = re.compile("[\u200b-\u200f\u2060\ufeff\u202a-\u202e\u2066-\u2069]")


def _rewrite(held: Held, scale: Scale) -> Held | None:
    if held.kind not in ("text", "string"):
        return None
    return Held(INVISIBLE.sub("", held.text).strip(), held.kind, held.marks)


RECOVERY = ValueRule(
    "zero-width",
    10,
    _rewrite,
    example=Example(
        {"form": {"line": "VERDICT"}, "scale": {"labels": ["PASS", "FAIL"]}},
        "VERDICT: \u200bPASS",
        "VERDICT: PA SS",
    ),
)
