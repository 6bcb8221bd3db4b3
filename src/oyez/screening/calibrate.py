"""Calibration: how often a profile passes and flags items that people have decided."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from oyez.core.errors import RefusedError
from oyez.screening.screening import Screening
from oyez.screening.states import Outcome
from oyez.stats.proportion import wilson

GROUPS = {"accepted": True, "rejected": False}
"""Name of a group → what a person decided of its items."""


def calibration_of(made: Iterable[Screening], source: str) -> dict[str, Any]:
    """The rates of every outcome on items that people accepted and on those they rejected, with Wilson's 95% interval.

    Items that nobody decided do not count. Raises `RefusedError` where a group is empty: there is no rate of nothing.
    """
    held: dict[str, list[Outcome]] = {name: [] for name in GROUPS}
    left = 0
    for one in made:
        if one.pair.accepted is None:
            left += 1
        else:
            held["accepted" if one.pair.accepted else "rejected"].append(one.decision.outcome)
    for name, outcomes in held.items():
        if not outcomes:
            raise RefusedError(
                f"{source}: no item that people {name}; a calibration needs items of both kinds, with a column "
                "`accepted` that is true or false"
            )
    return {
        "source": source,
        "undecided": left,
        "method": "wilson",
        "level": 0.95,
        **{name: _rates(outcomes) for name, outcomes in held.items()},
    }


def _rates(outcomes: list[Outcome]) -> dict[str, Any]:
    made: dict[str, Any] = {"items": len(outcomes)}
    for outcome in Outcome:
        count = outcomes.count(outcome)
        found = wilson(count, len(outcomes))
        assert found.interval is not None
        low, high = found.interval.low, found.interval.high
        made[str(outcome)] = {
            "items": count,
            "rate": round(count / len(outcomes), 4),
            "interval": [round(low, 4), round(high, 4)],
        }
    return made
