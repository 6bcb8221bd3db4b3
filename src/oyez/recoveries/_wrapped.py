"""What the recoveries share that take one balanced pair of characters off a whole value."""

from __future__ import annotations

from oyez.core.recovery import Held


def unwrapped(held: Held, pairs: tuple[tuple[str, str], ...]) -> Held | None:
    """The text inside one of the pairs, without its outer space; `None` where none is around it, or nothing inside."""
    text = held.text
    if held.kind not in ("text", "string") or len(text) < 3 or (text[0], text[-1]) not in pairs:
        return None
    return Held(text[1:-1].strip(), held.kind)
