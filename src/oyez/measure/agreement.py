"""How far raters agree: judges, a judge and people, or two instruments on the same replies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from oyez.core.errors import InputError
from oyez.core.observation import Observation
from oyez.core.scale import Scale
from oyez.measure.groups import group_of
from oyez.stats.agreement.chance import fleiss, gwet
from oyez.stats.agreement.cohen import cohen
from oyez.stats.agreement.confusion import Confusion, confusion
from oyez.stats.agreement.krippendorff import krippendorff
from oyez.stats.agreement.ratings import Ratings, ratings
from oyez.stats.result import Statistic

PEOPLE = "(labels)"
"""The name of the rater that a file of labels is."""


class Agreement(msgspec.Struct, frozen=True, kw_only=True):
    """Coefficients of agreement; each is `None` with its reason where the ratings define none."""

    raters: tuple[str, ...]
    units: int
    """What was rated: items by arm, draw and order."""
    rated_by_all: int
    """Units that every rater gave a verdict on; abstentions and unread draws are none."""
    coefficients: dict[str, Statistic]
    """Name → value: Cohen's kappa for two raters, Fleiss' kappa, Gwet's AC1, Krippendorff's alpha."""
    table: Confusion | None
    """The confusion table of two raters."""


def agreement(
    seen: Sequence[Observation],
    *,
    raters: str = "judge",
    labels: Mapping[str, Any] | None = None,
    scale: Scale | None = None,
    level: float = 0.95,
) -> Agreement:
    """Agreement between the values of the field `raters`, and people's labels where given (by id or item).

    Several verdicts of one rater on one unit would be draws, not raters: they are an error. Raises `InputError` for
    fewer than two raters.
    """
    table: dict[tuple[Any, ...], dict[str, Any]] = {}
    names: dict[str, None] = {}
    for one in seen:
        rater = group_of(one, raters) or "(not given)"
        names.setdefault(rater)
        held = table.setdefault(unit_of(one, raters), {})
        if rater in held:
            raise InputError(
                f"{raters} {rater!r} gave two verdicts on item {one.item!r} in one draw; agreement needs one each"
            )
        held[rater] = one.verdict if one.ok and not one.abstained else None
        if labels is not None:
            names.setdefault(PEOPLE)
            held[PEOPLE] = label_of(one, labels)
    if len(names) < 2:
        raise InputError(f"agreement needs two raters, and the field {raters!r} names {len(names)}")
    rows = [[held.get(name) for name in names] for held in table.values()]
    return _agreement(_ratings(rows, scale), tuple(names), level)


def unit_of(seen: Observation, raters: str) -> tuple[Any, ...]:
    """What is rated: the item with all else that may tell two replies apart, but for the field of the raters."""
    fields = ("item", "arm", "draw", "order", *(("judge",) if raters in ("contract", "reader") else ()))
    if seen.item is None:
        raise InputError("agreement is over items, and a draw names none")
    return tuple(getattr(seen, name) for name in fields if name != raters)


def label_of(seen: Observation, labels: Mapping[str, Any]) -> Any:
    """The label of a draw, by its id or else its item; `None` where it has none."""
    return labels.get(seen.id or "", labels.get(seen.item or ""))


def _ratings(rows: list[list[Any]], scale: Scale | None) -> Ratings:
    used = {type(value) for row in rows for value in row if value is not None}
    if used & {list, dict}:
        raise InputError("agreement is over labels and numbers, not rankings or sheets")
    words = None if scale is None else tuple(word for word in scale.labels if word not in scale.abstain)
    known = {value for row in rows for value in row if value is not None}
    try:
        return ratings(rows, words if words and known <= set(words) else None)
    except ValueError as fault:
        raise InputError(f"agreement: {fault}") from fault


def _agreement(table: Ratings, names: tuple[str, ...], level: float) -> Agreement:
    two = confusion(table) if len(names) == 2 else None
    found = {} if two is None else {"cohen's kappa": cohen(two, level)}
    found |= {"fleiss' kappa": fleiss(table, level), "gwet's ac1": gwet(table, level)}
    found["alpha, nominal"] = krippendorff(table, "nominal", level)
    numbers = all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in table.values)
    if table.whole_scale or numbers:
        found["alpha, ordinal"] = krippendorff(table, "ordinal", level)
    if numbers and table.values:
        found["alpha, interval"] = krippendorff(table, "interval", level)
    return Agreement(
        raters=names,
        units=len(table.codes),
        rated_by_all=int((table.codes >= 0).all(axis=1).sum()) if len(table.codes) else 0,
        coefficients=found,
        table=two,
    )
