"""Takes balanced emphasis off the whole value, up to three pairs deep, or one left open by a decorated label."""

from __future__ import annotations

from oyez.core.recovery import Example, Held, ValueRule
from oyez.core.scale import Scale

PAIRS = ("**", "__", "~~", "*", "_", "`")
DEEPEST = 3


def _rewrite(held: Held, scale: Scale) -> Held | None:
    if held.kind not in ("text", "string"):
        return None
    text, levels = held.text, 0
    if held.marks and text.endswith(held.marks):
        text, levels = text[: -len(held.marks)].strip(), 1
    while levels < DEEPEST and (inner := unwrapped(text)) is not None:
        text, levels = inner, levels + 1
    return Held(text, held.kind) if levels else None


def unwrapped(text: str) -> str | None:
    """The text inside one balanced pair of emphasis marks around all of it, or `None`."""
    for mark in PAIRS:
        if text.startswith(mark) and text.endswith(mark) and len(text) > 2 * len(mark):
            inner = text[len(mark) : -len(mark)].strip()
            if inner:
                return inner
    return None


RECOVERY = ValueRule(
    "emphasis",
    20,
    _rewrite,
    example=Example(
        {"form": {"line": "VERDICT"}, "scale": {"labels": ["PASS", "FAIL"]}},
        "VERDICT: **FAIL**",
        "VERDICT: **FAIL** or so",
    ),
)
