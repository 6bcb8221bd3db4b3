"""How many unread verdicts it would take to change which of two arms leads."""

from __future__ import annotations

import heapq

import msgspec
import numpy.typing as npt

from oyez.stats.arrays import count, floats


class Flip(msgspec.Struct, frozen=True, kw_only=True):
    """How many of the unread verdicts, gone the other way, take the lead from the leading arm."""

    leader: str | None
    """`a` or `b`: which arm has the higher mean over its read verdicts; `None` for a tie or no mean."""
    needed: int | None
    """The least number of unread verdicts that undo the lead; `None` if not even all of them do."""
    unread: int
    """Unread verdicts of both arms together."""
    reason: str | None = None
    """Why there is no leader or no such number; `None` when there is one."""


def flips_at(
    values_a: npt.ArrayLike,
    unread_a: int,
    values_b: npt.ArrayLike,
    unread_b: int,
    low: float,
    high: float,
) -> Flip:
    """The least x such that the leader no longer leads if x of the k unread verdicts went the other way.

    Starting from "the unread are like the read" (each arm keeps its mean), x of them are replaced by the
    worst of the scale from `low` to `high` in the leading arm, or by the best in the other, the most
    harmful first; the lead is undone where the means meet or cross. An arm whose lead survives all k
    leads whatever the unread verdicts were.

    Raises `ValueError` for values off the scale.
    """
    a, b = floats(values_a, "values_a"), floats(values_b, "values_b")
    k_a, k_b = count(unread_a, "unread_a"), count(unread_b, "unread_b")
    for row in (a, b):
        if not low < high or (len(row) and (row.min() < low or row.max() > high)):
            raise ValueError(f"values must lie on the scale from {low} to {high}")
    unread = k_a + k_b
    if len(a) == 0 or len(b) == 0:
        return Flip(leader=None, needed=None, unread=unread, reason="an arm has no read verdict")
    mean_a, mean_b = float(a.mean()), float(b.mean())
    if mean_a == mean_b:
        return Flip(leader=None, needed=None, unread=unread, reason="the two arms have the same mean")
    n_a, n_b = len(a) + k_a, len(b) + k_b
    if mean_a > mean_b:
        steps = [((mean_a - low) / n_a, k_a), ((high - mean_b) / n_b, k_b)]
    else:
        steps = [((mean_b - low) / n_b, k_b), ((high - mean_a) / n_a, k_a)]
    leader = "a" if mean_a > mean_b else "b"
    needed = _least(abs(mean_a - mean_b), steps)
    reason = "the lead survives all unread verdicts" if needed is None else None
    return Flip(leader=leader, needed=needed, unread=unread, reason=reason)


def _least(lead: float, steps: list[tuple[float, int]]) -> int | None:
    """How many steps, the longest first, make up the lead; `None` if all of them do not.

    Up to a billionth of the lead counts as made up, so that rounding does not ask for one step more.
    """
    left, taken = lead * (1.0 - 1e-9), 0
    for size, number in heapq.nlargest(len(steps), steps):
        if size > 0.0 and number * size >= left:
            return taken + max(1, -int(-left // size))
        left -= number * size
        taken += number
    return None
