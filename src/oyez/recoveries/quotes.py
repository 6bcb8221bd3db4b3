"""Takes one balanced pair of quotation marks off the whole value."""

from __future__ import annotations

from oyez.core.recovery import Example, Held, ValueRule
from oyez.core.scale import Scale
from oyez.recoveries._wrapped import unwrapped

PAIRS = (('"', '"'), ("'", "'"), ("“", "”"), ("‘", "’"), ("«", "»"), ("「", "」"))


def _rewrite(held: Held, scale: Scale) -> Held | None:
    return unwrapped(held, PAIRS)


RECOVERY = ValueRule(
    "quotes",
    30,
    _rewrite,
    example=Example(
        {"form": {"line": "VERDICT"}, "scale": {"labels": ["PASS", "FAIL"]}},
        'VERDICT: "PASS"',
        'VERDICT: "PASS',
    ),
)
