"""Numbers between two bounds, inclusive, optionally on a step counted from the lower bound."""

from __future__ import annotations

from typing import Any

from oyez.core.scale import ScaleRule
from oyez.scales._common import common, common_tree
from oyez.scales.integer import Numbers, bounds_key, step_key


class Number(Numbers, frozen=True, kw_only=True):
    """`{ number = [1, 10], step = 0.5 }`; no plus sign, no exponent in text, and `.5` is not a number."""

    def tree(self) -> object:
        """The scale as a contract writes it."""
        step = {} if self.step is None else {"step": self.step}
        return {"number": [self.low, self.high]} | step | common_tree(self)


def _make(table: dict[str, Any]) -> Number:
    low, high = bounds_key(table, "number", whole=False)
    return Number(low=low, high=high, step=step_key(table), **common(table))


SCALE = ScaleRule("number", ("step",), _make)
