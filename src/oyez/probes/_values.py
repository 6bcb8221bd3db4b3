"""Values for probes: two that differ as much as the scale allows, and some that are on no scale."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from oyez.core.scale import Scale
from oyez.core.value import Admitted, JsonValue
from oyez.scales.boolean import Boolean
from oyez.scales.integer import Numbers
from oyez.scales.list import ListOf, json_value
from oyez.scales.preference import Preference
from oyez.scales.ranking import Ranking


def two(scale: Scale) -> tuple[Any, Any]:
    """Two different verdicts of a scale, from its two sides where it has sides."""
    if isinstance(scale, Preference):
        sides = [next((x for x in scale.labels if scale.winner(x) == side), None) for side in "AB"]
        found = [label for label in (*sides, *scale.labels) if label is not None]
        return _first_two(found)
    if scale.labelled:
        return _first_two([x for x in scale.labels if x not in scale.abstain] + list(scale.labels))
    if isinstance(scale, Numbers):
        return _numbers(scale)
    if isinstance(scale, Boolean):
        return True, False
    if isinstance(scale, Ranking):
        return list(scale.ids), list(reversed(scale.ids))
    if isinstance(scale, ListOf):
        one, other = two(scale.inner)
        size = scale.length or 2
        return [one, *[other] * (size - 1)], [other, *[one] * (size - 1)]
    return ("red ochre", "blue slate")


def _first_two(found: list[str]) -> tuple[Any, Any]:
    distinct = list(dict.fromkeys(found))
    return distinct[0], distinct[1] if len(distinct) > 1 else distinct[0]


def _numbers(scale: Numbers) -> tuple[Any, Any]:
    """A high and a low number, away from the bounds where there is room."""
    low, high = scale.low, scale.high
    wanted = [low + part * (high - low) for part in (0.7, 0.3)]
    chosen = [_near(scale, value) for value in wanted]
    return (high, low) if chosen[0] == chosen[1] else (chosen[0], chosen[1])


def _near(scale: Numbers, value: float) -> Any:
    whole = round(value)
    if isinstance(scale.admit(str(whole)), Admitted):
        return whole
    if scale.step:
        snapped = round(scale.low + round((value - scale.low) / scale.step) * scale.step, 6)
        return min(max(snapped, scale.low), scale.high)
    return round(value, 2)


def off_scale(scale: Scale) -> list[str]:
    """Texts that stand where a value should and are none, whatever recoveries there are."""
    if isinstance(scale, Numbers):
        step = scale.step or 1
        return [_plain(scale.high + 50 * step), _plain(scale.low - 3 * step), "good"]
    if isinstance(scale, Preference) and set("".join(scale.labels)) <= set("AB<>=+"):
        return ["AB", "A>A", "BA", "excellent"]
    if isinstance(scale, ListOf):
        good = scale.inner.write(two(scale.inner)[0])
        long = [" ".join([good] * (scale.length + 1))] if scale.length else []
        return [*long, "excellent"]
    if isinstance(scale, Ranking):
        return [scale.separator.join([scale.ids[0]] * len(scale.ids))]
    return ["excellent", "7/10"] if scale.labelled else ["perhaps"]


def garbled(scale: Scale) -> list[str]:
    """Texts that begin or end like a value and are none."""
    one, other = (scale.write(value) for value in two(scale))
    if isinstance(scale, Numbers):
        return [f"{one}th", f"{one}%", f"{one}x{other}", f"{one}.5"]
    if scale.labelled:
        return [f"{one}NESS" if one.isupper() else f"{one}ness", f"un{one}", f"{one} in part"]
    if isinstance(scale, Boolean):
        return ["trueish", "untrue"]
    return []


def unclear(scale: Scale) -> list[str]:
    """Texts that begin with a value and take it back or add another."""
    one, other = (scale.write(value) for value in two(scale))
    if scale.labelled or isinstance(scale, Numbers):
        return [f"{one} (or {other})", f"{one} or maybe {other}", f"not {one}"]
    return [f"not {one}"] if isinstance(scale, Boolean) else []


def wrong_types(scale: Scale) -> list[Any]:
    """JSON values that are on no such scale, whatever recoveries there are."""
    if isinstance(scale, Boolean):
        return [1, 0, "no", "yes", None, [True]]
    one = scale.data(two(scale)[0])
    values: list[Any] = [None, [one], {"value": one}, True]
    return [value for value in values if not isinstance(scale.admit(json_value(value)), Admitted)]


def meant_types(scale: Scale) -> list[tuple[Any, Any, str]]:
    """JSON values of the wrong type that are still clear: the value, the verdict, and the recovery that reads it."""
    one, other = two(scale)
    if isinstance(scale, Boolean):
        return [("false", False, "boolean-string"), ("true", True, "boolean-string")]
    if isinstance(scale, Numbers):
        return [(str(value), value, "numeric-string") for value in (one, other)]
    return []


def _plain(number: float) -> str:
    return str(int(number)) if float(number).is_integer() else str(number)


def told(value: Any, scale: Scale) -> Any | None:
    """What a parser gave, as the scale writes it; `None` where it is on no scale."""
    for one in _written(value, scale):
        outcome = scale.admit(one)
        if isinstance(outcome, Admitted):
            return outcome.verdict
    if isinstance(value, float) and value.is_integer():
        return told(int(value), scale)
    return None


def _written(value: Any, scale: Scale) -> Iterator[str | JsonValue]:
    """The ways in which a value that a parser gave may stand for one of the scale."""
    if isinstance(value, str):
        yield value
    with suppress(TypeError, ValueError, KeyError):
        yield json_value(value)
    with suppress(TypeError, ValueError, KeyError):
        yield json_value(scale.data(value))
