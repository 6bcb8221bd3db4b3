"""Value recoveries at work: the shortest chain of them that brings a value onto the scale."""

from __future__ import annotations

import msgspec

from oyez.core.recovery import Held, ValueRule
from oyez.core.scale import Scale
from oyez.core.value import Admitted, JsonValue, Value


class Lifted(msgspec.Struct, frozen=True):
    """A value that recoveries brought onto the scale."""

    outcome: Admitted
    names: tuple[str, ...]
    """The recoveries, in the order of their table."""


_REPAIRABLE = ("string", "number")


def lift(value: Value, marks: str, scale: Scale, rules: tuple[ValueRule, ...]) -> Lifted | None:
    """The verdict that the fewest value recoveries give, each used once at most, or `None`."""
    held = _hold(value, marks)
    if held is None or not rules:
        return None
    reached: list[tuple[Held, tuple[ValueRule, ...]]] = [(held, ())]
    seen = {held}
    for _ in rules:
        following: list[tuple[Held, tuple[ValueRule, ...]]] = []
        for state, used in reached:
            for rule in rules:
                made = None if rule in used else rule.rewrite(state, scale)
                if made is None or made in seen or not made.text:
                    continue
                seen.add(made)
                outcome = _admit(made, scale)
                if outcome is not None:
                    chain = sorted((*used, rule), key=lambda each: each.order)
                    return Lifted(outcome, tuple(each.name for each in chain))
                following.append((made, (*used, rule)))
        reached = following
    return None


def _hold(value: Value, marks: str) -> Held | None:
    if isinstance(value, JsonValue):
        if value.kind not in _REPAIRABLE:
            return None
        return Held(value.token if value.kind == "number" else value.data.strip(), value.kind)
    return Held(value.strip(), "text", marks)


def _admit(held: Held, scale: Scale) -> Admitted | None:
    value = held.value()
    outcome = scale.admit(value) if value is not None else None
    return outcome if isinstance(outcome, Admitted) else None
