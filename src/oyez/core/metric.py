"""The signature of a metric: what a verdict is worth, and which draws together make one unit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Any, TypeAlias

import msgspec

from oyez.core.errors import InputError
from oyez.core.nearest import listed
from oyez.core.observation import Observation
from oyez.core.scale import Scale

Ends: TypeAlias = tuple[float, float]
"""The least and the most that a unit can be worth."""


LARGEST = 1e100
"""The largest number that is taken for a rating; squares of larger ones may be no numbers any more."""


class Standing(StrEnum):
    """What is known of a draw or a unit."""

    READ = "read"
    """Its worth is known."""
    ABSTAINED = "abstained"
    """The judge gave no opinion."""
    UNREAD = "unread"
    """No verdict could be read."""


class Mark(msgspec.Struct, frozen=True):
    """One draw with what it is worth."""

    of: Observation
    standing: Standing
    worth: float | None = None
    """`None` unless the standing is `READ`."""
    weight: int = 1
    """How many draws it counts as."""


class Unit(msgspec.Struct, frozen=True, kw_only=True):
    """What counts once in an estimate: a draw, a pair of games, a rubric."""

    item: str | None
    """Its item; units of one item are one cluster."""
    standing: Standing
    low: float | None
    """The least it can be worth; the same as `high` where it was read, `None` where no end is known."""
    high: float | None
    """The most it can be worth."""
    weight: int = 1
    """How many units it counts as."""
    counts: bool = True
    """Whether the metric's own rule lets it count, such as a pair whose verdicts agree."""


class Units(msgspec.Struct, frozen=True):
    """The units of some draws."""

    units: list[Unit]
    warnings: tuple[str, ...] = ()
    """What is odd about them."""


class Reckoning(msgspec.Struct, frozen=True, kw_only=True):
    """A metric with its parameters filled in."""

    what: str
    """The number in words, such as `rate of 'faithful'`."""
    worth: Callable[[Observation], tuple[float, int]]
    """Worth and weight of a verdict; raises `InputError` for one that the metric does not take."""
    ends: Ends | None
    """The least and the most that a verdict is worth; `None` where the scale is not known."""
    rate: bool = False
    """Whether a worth is the share of something; where all are 0 or 1, intervals are those of rates."""
    worst_high: bool = False
    """Whether the highest number is the worst, as with positions."""
    tie: float | None = None
    """What a tie is worth; `None` where there are no ties."""
    heaviest: int = 1
    """The greatest weight that a verdict can have."""
    worst_for: Callable[[Observation], float] | None = None
    """The worst that one draw is worth, where that differs from draw to draw."""
    open_units: bool = False
    """Whether units have no ends in common, though verdicts have."""
    category: bool = False
    """Whether an abstention can count as a verdict of its own."""
    units: Callable[[Sequence[Mark], Reckoning], Units]
    """Puts draws together."""

    @property
    def unit_ends(self) -> Ends | None:
        """The least and the most that a unit is worth; `None` where that is not known or differs."""
        return None if self.open_units else self.ends

    @property
    def worst(self) -> float | None:
        """The worst that a verdict is worth."""
        return None if self.ends is None else self.ends[1 if self.worst_high else 0]


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What a metric was asked with."""

    given: dict[str, Any] = {}
    """Parameter → value: text as a command line gives it, or plain Python values."""
    scale: Scale | None = None
    """The scale of the contract; `None` where the contract is not at hand."""
    ends: Ends | None = None
    """The ends of the scale, where a person gave them."""
    abstain: str = "exclude"
    """What abstentions count as."""

    @property
    def bounds(self) -> Ends | None:
        """The ends that were given, else those of the contract's scale."""
        return self.ends or (None if self.scale is None else self.scale.bounds)

    def word(self, name: str, default: str | None = None) -> str | None:
        """A parameter as text."""
        value = self.given.get(name, default)
        return None if value is None else str(value)

    def words(self, name: str) -> tuple[str, ...]:
        """A parameter as a list; text is cut at commas."""
        value = self.given.get(name, ())
        parts = value.split(",") if isinstance(value, str) else value
        return tuple(str(part).strip() for part in parts if str(part).strip())

    def table(self, name: str) -> dict[str, str]:
        """A parameter as a table; text is written `key=value,key=value`. Raises `InputError`."""
        value = self.given.get(name, {})
        if isinstance(value, dict):
            return {str(key): str(one) for key, one in value.items()}
        pairs = [part.rpartition("=") for part in str(value).split(",") if part.strip()]
        if not all(middle for _, middle, _ in pairs):
            raise InputError(f"{name} must be written key=value,key=value, not {value!r}")
        return {key.strip(): one.strip() for key, _, one in pairs}

    def whole(self, name: str, default: int) -> int:
        """A parameter as a whole number of at least 1. Raises `InputError`."""
        value = self.given.get(name, default)
        text = str(value).strip()
        if not text.isascii() or not text.isdigit() or int(text) < 1:
            raise InputError(f"{name} must be a whole number of at least 1, not {value!r}")
        return int(text)


class Parameter(msgspec.Struct, frozen=True):
    """A parameter of a metric."""

    name: str
    about: str
    default: str | None = None
    """What it is if not given; `None` where it must be given or is worked out."""


class Metric(msgspec.Struct, frozen=True, kw_only=True):
    """One way to make a number of readings."""

    name: str
    about: str
    """One sentence."""
    parameters: tuple[Parameter, ...] = ()
    make: Callable[[Settings], Reckoning]
    """Fills in the parameters; raises `InputError` for ones that do not fit."""

    def reckon(self, settings: Settings) -> Reckoning:
        """The metric with its parameters filled in. Raises `InputError` for one that it does not have."""
        known = [parameter.name for parameter in self.parameters]
        for name in settings.given:
            if name not in known:
                raise InputError(f"the metric {self.name} has no parameter {name!r}; {listed(name, known)}")
        return self.make(settings)


def one_a_draw(marks: Sequence[Mark], reckoning: Reckoning) -> Units:
    """Every draw is a unit of its own."""
    low, high = reckoning.ends or (None, None)
    return Units(
        [
            Unit(
                item=mark.of.item, standing=mark.standing, low=mark.worth, high=mark.worth, weight=mark.weight
            )
            if mark.standing is Standing.READ
            else Unit(
                item=mark.of.item, standing=mark.standing, low=low, high=high, weight=reckoning.heaviest
            )
            for mark in marks
        ]
    )


def number(verdict: Any, metric: str) -> float:
    """A verdict as a number. Raises `InputError` where it is none, booleans included."""
    if isinstance(verdict, bool) or not isinstance(verdict, (int, float)):
        raise InputError(f"the metric {metric} takes numbers, and the verdict {shown(verdict)} is none")
    if not abs(verdict) <= LARGEST:  # NaN too
        raise InputError(
            f"the metric {metric} takes numbers, and {shown(verdict)} is not finite or too large"
        )
    return float(verdict)


def shown(verdict: Any) -> str:
    """A verdict for a message, cut where it is long."""
    text = repr(verdict)
    return text if len(text) <= 60 else f"{text[:57]}…"


def on_scale(value: float, ends: Ends | None) -> float:
    """The value. Raises `InputError` where it lies beyond the ends of the scale."""
    if ends is not None and not ends[0] <= value <= ends[1]:
        raise InputError(f"the value {value:g} is not on the scale from {ends[0]:g} to {ends[1]:g}")
    return value
