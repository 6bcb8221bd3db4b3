"""The points of an item's met criteria over all the points that it could earn."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from oyez.core.errors import InputError
from oyez.core.metric import (
    Mark,
    Metric,
    Parameter,
    Reckoning,
    Settings,
    Standing,
    Unit,
    Units,
    number,
    shown,
)
from oyez.core.observation import Observation
from oyez.metrics._passes import PASS, Passes
from oyez.rows.columns import MISSING, look_up


def _make(settings: Settings) -> Reckoning:
    passes = Passes(settings, "weighted-rubric")
    path = settings.word("points", "meta.points") or "meta.points"

    def worth(seen: Observation) -> tuple[float, int]:
        return passes.met(seen.verdict), 1

    def worst(seen: Observation) -> float:
        return float(points_of(seen, path) < 0.0)

    def units(marks: Sequence[Mark], reckoning: Reckoning) -> Units:
        return Units([_unit(group, path) for group in _rubrics(marks)])

    return Reckoning(
        what="weighted rubric score",
        worth=worth,
        ends=(0.0, 1.0),
        worst_for=worst,
        open_units=True,
        units=units,
    )


def points_of(seen: Observation, path: str) -> float:
    """The points of a criterion; negative ones are lost where it is met. Raises `InputError` where there are none."""
    found = look_up(seen.meta or {}, path.removeprefix("meta."))
    if found is MISSING:
        raise InputError(
            f"draw {shown(seen.id)} has no points at {path!r}; name the place with -p points=meta.…"
        )
    return number(found, "weighted-rubric")


def _rubrics(marks: Sequence[Mark]) -> list[list[Mark]]:
    """The criteria of one item, arm, judge and draw together."""
    found: dict[Hashable, list[Mark]] = {}
    for mark in marks:
        seen = mark.of
        if seen.item is None:
            raise InputError("the metric weighted-rubric puts criteria together by item, and a draw has none")
        found.setdefault((seen.item, seen.arm, seen.judge, seen.judge_digest, seen.draw), []).append(mark)
    return list(found.values())


def _unit(group: list[Mark], path: str) -> Unit:
    standings = {mark.standing for mark in group}
    standing = next(s for s in (Standing.ABSTAINED, Standing.UNREAD, Standing.READ) if s in standings)
    points = [points_of(mark.of, path) for mark in group]
    most = sum(each for each in points if each > 0.0)
    if most == 0.0:
        raise InputError(f"item {group[0].of.item!r} has no criterion with points above 0")
    ends = [
        (each * mark.worth,) * 2 if mark.worth is not None else (min(0.0, each), max(0.0, each))
        for each, mark in zip(points, group, strict=True)
    ]
    low, high = (sum(end[at] for end in ends) / most for at in (0, 1))
    return Unit(item=group[0].of.item, standing=standing, low=low, high=high)


METRIC = Metric(
    name="weighted-rubric",
    about="The points of an item's met criteria over all the points that it could earn, a criterion a draw.",
    parameters=(PASS, Parameter("points", "Where each draw holds its criterion's points.", "meta.points")),
    make=_make,
)
