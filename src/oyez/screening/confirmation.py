"""Confirmation: a flag that rests on reviewers alone is looked at once more, by both of them."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from oyez.screening.states import State

REPEAT = 1
"""The number of the draw that a repeat is; the first look is draw 0."""


class Confirmed(StrEnum):
    """What the two repeats together say."""

    REPEATED = "a mismatch is repeated"
    UNAVAILABLE = "no repeat was delivered"
    NOT_REPEATED = "no mismatch is repeated"


def confirmed(repeats: Sequence[State]) -> Confirmed:
    """Any repeated mismatch keeps a flag; where nothing came at all, nothing speaks against it either."""
    if State.MISMATCH in repeats:
        return Confirmed.REPEATED
    if all(state is State.UNDELIVERED for state in repeats):
        return Confirmed.UNAVAILABLE
    return Confirmed.NOT_REPEATED
