"""Takes one balanced pair of quotation marks off the whole value."""

from __future__ import annotations

from oyez.core.recovery import Example, Held, ValueRule
from oyez.core.scale import Scale

PAIRS = (('"', '"'), ("'", "'"), ("“", "”"), ("‘", "’"), ("«", "»"), ("「", "」"))


def _rewrite(held: Held, scale: Scale) -> Held | None:
    text = held.text
    if held.kind not in ("text", "string") or len(text) < 3 or (text[0], text[-1]) not in PAIRS:
        return None
    return Held(text[1:-1].strip(), held.kind)


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
