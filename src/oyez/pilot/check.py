"""What a pilot is checked for: four ways in which a reply is lost, how many are allowed, and how many draws tell."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction

import msgspec

from oyez.core.status import Status, Stop


class Check(StrEnum):
    """One way in which replies are lost."""

    TRUNCATION = "truncation"
    """The provider cut the reply for length, or it ends inside a structure; also where a verdict was read."""
    PARSE_LOSS = "parse-loss"
    """The reply came back whole, and no verdict could be read from it."""
    REFUSAL = "refusal"
    """The provider reports a refusal; also where a verdict was read."""
    TRANSPORT_LOSS = "transport-loss"
    """No whole reply came back, for another reason."""


class Limits(msgspec.Struct, frozen=True):
    """The largest share of each loss that is allowed, from 0 to 1; 0 allows none at all."""

    parse_loss: Decimal = Decimal("0.02")
    """Of the replies that came back whole."""
    refusal: Decimal = Decimal("0.02")
    """Of all draws."""
    transport_loss: Decimal = Decimal("0.05")
    """Of all draws."""

    def of(self, check: Check) -> Decimal:
        """The limit of a check; truncation is never allowed."""
        return {
            Check.TRUNCATION: Decimal(0),
            Check.PARSE_LOSS: self.parse_loss,
            Check.REFUSAL: self.refusal,
            Check.TRANSPORT_LOSS: self.transport_loss,
        }[check]


def needed(limit: Decimal) -> int:
    """The draws of an arm at which one loss alone is not over the limit: floor(1 / limit) + 1.

    With fewer, a single lost reply is a larger share than is allowed, so that no such pilot can tell a good run from
    a bad one. A limit of 0 is broken by any loss, whatever the number: 1.
    """
    return int(1 / Fraction(limit)) + 1 if limit else 1


class Losses:
    """The draws of one arm, counted by check."""

    def __init__(self) -> None:
        self.draws = 0
        """All draws that were asked for."""
        self.whole = 0
        """Replies that came back whole, and were not refused."""
        self._lost: Counter[Check] = Counter()

    def add(self, status: Status, stop: Stop) -> None:
        """Count one draw."""
        self.draws += 1
        cut = status is Status.TRUNCATED or stop is Stop.LENGTH
        refused = status is Status.REFUSED or stop is Stop.REFUSAL
        undelivered = status is Status.UNDELIVERED
        self._lost[Check.TRUNCATION] += cut
        self._lost[Check.REFUSAL] += refused
        self._lost[Check.TRANSPORT_LOSS] += undelivered and not cut and not refused
        if status.has_verdict:
            self.whole += 1
        elif not (cut or refused or undelivered):
            self.whole += 1
            self._lost[Check.PARSE_LOSS] += 1

    def lost(self, check: Check) -> int:
        """Draws that were lost in this way."""
        return self._lost[check]

    def of(self, check: Check) -> int:
        """The draws that could have been."""
        return self.whole if check is Check.PARSE_LOSS else self.draws
