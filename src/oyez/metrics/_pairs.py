"""The two games of a pair, one in each order, as one unit."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import product
from typing import Any

from oyez.core.errors import InputError
from oyez.core.metric import Mark, Parameter, Reckoning, Standing, Unit, Units, one_a_draw
from oyez.rows.columns import MISSING, look_up

FLIPS = ("mean", "tie", "drop")
"""What a pair counts whose two verdicts do not say the same: its mean, a tie, or nothing."""

MATCH = Parameter("match", "A further field that the two games of a pair share, such as `meta.turn`.")


def pair_key(mark: Mark, match: str | None) -> tuple[Hashable, ...]:
    """What the two games of a pair have in common."""
    seen = mark.of
    more = MISSING if match is None else _shared(mark, match)
    return (
        seen.item,
        seen.arm,
        seen.judge,
        seen.judge_digest,
        seen.draw,
        None if more is MISSING else str(more),
    )


def _shared(mark: Mark, match: str) -> Any:
    return look_up(mark.of.meta or {}, match.removeprefix("meta."))


def paired(marks: Sequence[Mark], match: str | None) -> list[list[Mark]]:
    """Games put together by item, arm, judge and draw; a game without an item stands alone.

    Raises `InputError` where two games of one pair were shown in the same order.
    """
    if match is not None and marks and all(_shared(mark, match) is MISSING for mark in marks):
        raise InputError(f"no draw has anything in the field 'meta.{match.removeprefix('meta.')}' (-p match)")
    found: dict[Hashable, list[Mark]] = {}
    for at, mark in enumerate(marks):
        key: Hashable = at if mark.of.item is None else pair_key(mark, match)
        games = found.setdefault(key, [])
        if any(other.of.order == mark.of.order for other in games):
            raise InputError(
                f"item {mark.of.item!r} has two games in order {mark.of.order} with the same arm, judge and draw; "
                "say what tells them apart with -p match=meta.FIELD"
            )
        games.append(mark)
    return list(found.values())


def pair_units(marks: Sequence[Mark], reckoning: Reckoning, flips: str, match: str | None) -> Units:
    """Pairs as units; games that were only ever shown in one order are units of their own."""
    groups = paired(marks, match)
    alone = sum(len(group) == 1 for group in groups)
    if alone == len(groups):
        return one_a_draw(marks, reckoning)
    odd = f"{alone} of {len(groups)} pairs have a game in one order only: the order is not balanced there"
    return Units([_unit(group, reckoning, flips) for group in groups], (odd,) if alone else ())


def _unit(group: list[Mark], reckoning: Reckoning, flips: str) -> Unit:
    standings = {mark.standing for mark in group}
    standing = next(s for s in (Standing.ABSTAINED, Standing.UNREAD, Standing.READ) if s in standings)
    item = group[0].of.item
    weight = sum(mark.weight if mark.worth is not None else reckoning.heaviest for mark in group)
    if flips == "mean":
        low, high = (_mean(group, reckoning, end) for end in (0, 1))
        return Unit(item=item, standing=standing, low=low, high=high, weight=weight)
    worths = [_joined(one, flips) for one in product(*(_possible(mark, reckoning) for mark in group))]
    kept = [worth for worth in worths if worth is not None]
    if len(kept) < len(worths):
        return Unit(item=item, standing=standing, low=None, high=None, counts=bool(kept))
    return Unit(item=item, standing=standing, low=min(kept), high=max(kept))


def _mean(group: list[Mark], reckoning: Reckoning, end: int) -> float:
    """The pair's mean if its unread games went one way, each with its weight."""
    ends = reckoning.ends or (0.0, 1.0)
    games = [
        (ends[end], reckoning.heaviest) if mark.worth is None else (mark.worth, mark.weight) for mark in group
    ]
    return sum(worth * weight for worth, weight in games) / sum(weight for _, weight in games)


def _possible(mark: Mark, reckoning: Reckoning) -> tuple[float, ...]:
    """What a game can be worth."""
    low, high = reckoning.ends or (0.0, 1.0)
    return (mark.worth,) if mark.worth is not None else (low, (low + high) / 2.0, high)


def _joined(worths: tuple[float, ...], flips: str) -> float | None:
    """What a pair is worth; `None` where the rule leaves it out."""
    if len(set(worths)) == 1:
        return worths[0]
    return 0.5 if flips == "tie" else None


def check_flips(flips: Any) -> str:
    """The rule for flips. Raises `InputError` for one that there is not."""
    if flips not in FLIPS:
        raise InputError(f"flips must be one of {', '.join(FLIPS)}, not {flips!r}")
    return str(flips)
