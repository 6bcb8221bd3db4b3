"""What ends a run early: a budget, and a share of readings that is too high."""

from __future__ import annotations

import re
from collections import deque

import msgspec

from oyez.core.errors import InputError
from oyez.core.reading import Reading
from oyez.core.status import Status

_BUDGET = re.compile(r"\s*(\$?)\s*([0-9][0-9_,]*(?:\.[0-9]+)?)\s*([kM]?)\s*(calls?|tokens?|usd|\$)?\s*", re.I)
_STOP = re.compile(r"\s*([a-z_]+)\s*>\s*([0-9]+(?:\.[0-9]+)?)\s*%\s*of\s+([0-9]+)\s*")
_SCALE = {"": 1, "k": 1_000, "m": 1_000_000}


class Price(msgspec.Struct, frozen=True):
    """What a provider charges, in money for a million tokens."""

    input: float = 0.0
    output: float = 0.0

    def of(self, into: float, out: float) -> float:
        """The money for so many tokens in and out."""
        return (into * self.input + out * self.output) / 1e6


class Spent(msgspec.Struct, kw_only=True):
    """What a run has used up; `held` amounts are for requests in flight."""

    calls: int = 0
    tokens: int = 0
    money: float = 0.0


class Budget(msgspec.Struct, frozen=True):
    """The most that a run may use."""

    amount: float
    unit: str
    """`calls`, `tokens` or `money`."""
    text: str
    """As it was written."""

    def room(self, spent: Spent, next_one: Spent) -> bool:
        """Whether one more request fits."""
        return bool(getattr(spent, self.unit) + getattr(next_one, self.unit) <= self.amount)


def budget(text: str) -> Budget:
    """`500 calls`, `2M tokens`, `$5` or `5 usd`. Raises `InputError` for anything else."""
    found = _BUDGET.fullmatch(text)
    unit = (found[4] or "").lower().rstrip("s") if found else ""
    if found is None or (not found[1] and not unit) or (found[1] and unit not in ("", "usd", "$")):
        raise InputError(f"the budget is {text!r}; write 500 calls, 2M tokens or $5")
    amount = float(found[2].replace(",", "").replace("_", "")) * _SCALE[found[3].lower()]
    kind = {"call": "calls", "token": "tokens"}.get(unit, "money")
    return Budget(amount, kind, text.strip())


class StopWhen:
    """`unread>5% of 200`: true once more than 5% of the last 200 readings are unread, 200 being there."""

    def __init__(self, text: str) -> None:
        found = _STOP.fullmatch(text)
        known = ("unread", "abstained", *map(str, Status))
        if found is None or found[1] not in known or int(found[3]) < 1:
            raise InputError(
                f'--stop-when is {text!r}; write "unread>5% of 200" (unread, abstained, or a status: '
                f"{', '.join(Status)})"
            )
        self.text = text.strip()
        self._what = found[1]
        self._share = float(found[2]) / 100
        self._window: deque[bool] = deque(maxlen=int(found[3]))
        self.met = False
        """Whether it came true; it stays so."""

    def saw(self, reading: Reading) -> None:
        """Take one more reading into account."""
        self._window.append(self._is(reading))
        full = len(self._window) == self._window.maxlen
        self.met = self.met or (full and sum(self._window) > self._share * len(self._window))

    def _is(self, reading: Reading) -> bool:
        if self._what == "unread":
            return not reading.ok
        return reading.abstained if self._what == "abstained" else str(reading.status) == self._what

    def said(self) -> str:
        """What came true, in numbers."""
        return f"{self._what}: {sum(self._window)} of the last {len(self._window)} readings"
