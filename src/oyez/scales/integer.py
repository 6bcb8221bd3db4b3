"""Whole numbers between two bounds: ASCII digits in text, or a JSON integer; true is not a number."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from oyez.core.scale import Scale, ScaleRule
from oyez.core.value import Admitted, JsonValue, Refused, Value
from oyez.scales._common import (
    common,
    common_tree,
    or_words,
    or_words_grammar,
    or_words_schema,
    spelt,
)
from oyez.text.numbers import INTEGER, LONGEST, NUMBER, plain, to_number

if TYPE_CHECKING:
    from fractions import Fraction

    from oyez.core.gbnf import Rules

_NOT_FINITE = re.compile(r"[+-]?(?:nan|inf|infinity)", re.ASCII | re.IGNORECASE)
MOST_STEPS = 2000
_ONLY_NUMBERS = re.compile(r"(?:[-+–]?\d++(?:\.\d*+)?+|\.\d++|\s|[|/,;<>\[\]{}()\"'“”‘’]|or|and)++")


class Numbers(Scale, frozen=True, kw_only=True):
    """Base of the two scales of single numbers."""

    low: int | float
    high: int | float
    step: int | float | None = None

    @property
    def numeric(self) -> bool:
        """Values are single numbers."""
        return True

    @property
    def bounds(self) -> tuple[float, float]:
        """Lowest and highest value."""
        return self.low, self.high

    @property
    def whole(self) -> bool:
        """Whether only whole numbers are values."""
        return False

    def admit_own(self, value: Value) -> Admitted | Refused:
        """A number as it is written, in bounds and on the step."""
        if isinstance(value, JsonValue) and type(value.data) is int and self.step is None:
            fits = self.low <= value.data <= self.high
            return Admitted(value.data) if fits else Refused("out_of_range", self._outside)
        token = value.strip() if isinstance(value, str) else value.token
        if isinstance(value, JsonValue) and value.kind != "number":
            return Refused("wrong_type", f"a JSON {value.kind} is not a number")
        if _NOT_FINITE.fullmatch(token):
            return Refused("not_finite", "not a finite number")
        if isinstance(value, str) and not NUMBER.fullmatch(token):
            return Refused("wrong_type", "not a number")
        if self.whole and not INTEGER.fullmatch(token):
            return Refused("wrong_type", "not a whole number")
        return self._bounded(token)

    @property
    def _outside(self) -> str:
        return f"not between {self.low} and {self.high}"

    def _bounded(self, token: str) -> Admitted | Refused:
        number = to_number(token)
        if abs(number) == float("inf"):
            return Refused("out_of_range", "far past the bounds")
        if not self.low <= number <= self.high or not within(token, self.low, self.high):
            return Refused("out_of_range", self._outside)
        if self.step is not None and not on_step(token, self.low, self.step):
            return Refused("off_step", f"not on a step of {self.step} from {self.low}")
        return Admitted(number)

    def write(self, verdict: Any) -> str:
        """The number in digits."""
        return verdict if isinstance(verdict, str) else plain(verdict)

    def describe(self, *, json: bool = False) -> str:
        """The bounds, the step and how to write it."""
        kind = "one whole number" if self.whole else "one number"
        step = f", in steps of {plain(self.step)} from {plain(self.low)}" if self.step else ""
        how = ", without quotation marks" if json else ", in digits"
        return or_words(f"{kind} from {plain(self.low)} to {plain(self.high)}{step}{how}", self, json=json)

    def schema(self, *, narrow: bool) -> dict[str, Any]:
        """The bounds; steps as `multipleOf` where that counts from the lower bound too, else listed."""
        own: dict[str, Any] = {"type": "integer" if self.whole else "number"}
        if self.step is not None and (not isinstance(self.step, int) or self.low % self.step):
            own |= {"enum": steps(self)}
        else:
            own |= {"minimum": self.low, "maximum": self.high}
            own |= {"multipleOf": self.step} if self.step else {}
        return or_words_schema(own, self, narrow=narrow)

    def grammar(self, rules: Rules, room: str) -> str:
        """Every whole number, every step, or numbers with a few decimal places."""
        from oyez.text.gbnf_numbers import decimals, whole_numbers

        if self.step is not None:
            own = [spelt(plain(number), "word") for number in steps(self)]
        elif self.whole:
            own = [whole_numbers(int(self.low), int(self.high))]
        else:
            own = [decimals(plain(self.low), plain(self.high))]
        return or_words_grammar(own, self, room)

    def could_be_meant(self, text: str) -> bool:
        """Whether it holds only numbers, separators and space."""
        return any(char.isdigit() for char in text) and _ONLY_NUMBERS.fullmatch(text) is not None


def on_step(token: str, low: int | float, step: int | float) -> bool:
    """Whether the written number is the lower bound plus a whole number of steps, exactly."""
    from fractions import Fraction

    exact = _exactly(token)
    return exact is not None and (exact - Fraction(str(low))) % Fraction(str(step)) == 0


def within(token: str, low: int | float, high: int | float) -> bool:
    """Whether the number is in bounds as it is written, where a float could have been rounded onto a bound."""
    from decimal import Decimal, InvalidOperation

    if len(token) <= _EXACT and "e" not in token.lower():
        return True
    try:
        return Decimal(str(low)) <= Decimal(token) <= Decimal(str(high))
    except InvalidOperation:  # an exponent of twenty digits: nothing, or a number that nobody meant
        return not token.lower().partition("e")[0].strip("-0.")


def _exactly(token: str) -> Fraction | None:
    """The number as it is written; `None` for one that is very long or next to nothing."""
    from fractions import Fraction

    mantissa, _, exponent = token.lower().partition("e")
    if not mantissa.strip("-0."):
        return Fraction(0)
    if "." in mantissa and not exponent:
        token = mantissa.rstrip("0").rstrip(".")
    if len(token) > LONGEST or (exponent and abs(int(exponent)) > LONGEST):
        return None
    return Fraction(token)


_EXACT = 15
"""A number of no more characters, without an exponent, is a float that rounds to no other."""


def steps(scale: Numbers) -> list[int | float]:
    """Every number on the scale's step, in order. Raises `ValueError` where there are too many."""
    from fractions import Fraction

    low, high, step = (Fraction(str(bound)) for bound in (scale.low, scale.high, scale.step))
    count = int((high - low) / step) + 1
    if count > MOST_STEPS:
        raise ValueError(f"it has {count} steps, and no more than {MOST_STEPS} are listed")
    exact = [low + step * number for number in range(count)]
    if scale.whole:
        exact = [each for each in exact if each.denominator == 1]
    return [int(each) if each.denominator == 1 else float(each) for each in exact]


def bounds_key(table: dict[str, Any], key: str, *, whole: bool) -> tuple[Any, Any]:
    """Two numbers, the lower one first."""
    bounds = table[key]
    kinds = (int,) if whole else (int, float)
    if (
        not isinstance(bounds, list)
        or len(bounds) != 2
        or any(isinstance(bound, bool) or not isinstance(bound, kinds) for bound in bounds)
        or not float("-inf") < bounds[0] < bounds[1] < float("inf")
    ):
        what = "whole numbers" if whole else "numbers"
        raise ValueError(f"{key} must be two {what}, the lower bound first")
    return bounds[0], bounds[1]


def step_key(table: dict[str, Any]) -> Any:
    """A step greater than 0, if there is one."""
    step = table.get("step")
    if step is None:
        return None
    if isinstance(step, bool) or not isinstance(step, int | float) or not 0 < step < float("inf"):
        raise ValueError("step must be a number greater than 0")
    return step


class Integer(Numbers, frozen=True, kw_only=True):
    """`{ integer = [0, 100] }`, optionally `step = 5`."""

    @property
    def whole(self) -> bool:
        """Only whole numbers are values."""
        return True

    def tree(self) -> object:
        """The scale as a contract writes it."""
        step = {} if self.step is None else {"step": self.step}
        return {"integer": [self.low, self.high]} | step | common_tree(self)


def _make(table: dict[str, Any]) -> Integer:
    low, high = bounds_key(table, "integer", whole=True)
    return Integer(low=low, high=high, step=step_key(table), **common(table))


SCALE = ScaleRule("integer", ("step",), _make)
