"""A value as a form captured it: text as it stands, or a typed JSON value."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec


class JsonValue(msgspec.Struct, frozen=True):
    """One JSON value with its type kept apart from its content."""

    kind: str
    """`object`, `array`, `string`, `number`, `boolean` or `null`."""
    data: Any
    """The value in Python; an integer of more digits than Python converts is an infinity."""
    token: str
    """A number as it was written; empty for the other kinds."""
    finite: bool = True
    """False where NaN or an infinity stands anywhere inside."""


Value: TypeAlias = str | JsonValue


class Admitted(msgspec.Struct, frozen=True):
    """A value that is on the scale."""

    verdict: Any
    """As the contract writes it."""
    abstained: bool = False
    """Whether the contract lists it under `abstain`."""


class Refused(msgspec.Struct, frozen=True):
    """A value that is not on the scale."""

    code: str
    """`not_in_vocabulary`, `out_of_range`, `off_step`, `wrong_type`, `not_finite` or `placeholder`."""
    message: str
    """One plain sentence for a person."""


def same(one: Any, other: Any) -> bool:
    """Whether two verdicts are one: equal by value, with true never 1. Depth does not matter."""
    pairs = [(one, other)]
    while pairs:
        left, right = pairs.pop()
        if isinstance(left, dict) and isinstance(right, dict):
            if left.keys() != right.keys():
                return False
            pairs += [(left[key], right[key]) for key in left]
        elif isinstance(left, list) and isinstance(right, list):
            if len(left) != len(right):
                return False
            pairs += zip(left, right, strict=True)
        elif isinstance(left, bool) is not isinstance(right, bool) or left != right:
            return False
    return True
