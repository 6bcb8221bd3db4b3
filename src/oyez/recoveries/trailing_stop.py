"""Takes one final full stop or exclamation mark off the value."""

from __future__ import annotations

from oyez.core.recovery import Example, Held, ValueRule
from oyez.core.scale import Scale

STOPS = (".", "。", "!", "！")


def _rewrite(held: Held, scale: Scale) -> Held | None:
    if held.kind not in ("text", "string") or not held.text.endswith(STOPS):
        return None
    return Held(held.text[:-1].strip(), held.kind, held.marks)


RECOVERY = ValueRule(
    "trailing-stop",
    50,
    _rewrite,
    example=Example(
        {"form": {"line": "VERDICT"}, "scale": {"labels": ["PASS", "FAIL"]}},
        "VERDICT: PASS.",
        "VERDICT: PASS...",
    ),
)
