"""Several draws of each item: how complete they are, how they vary, and how many would do."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np

from oyez.core.errors import InputError
from oyez.core.metric import Mark, Reckoning, Standing
from oyez.core.observation import Observation
from oyez.measure.codes import item_codes
from oyez.measure.marks import marks_of
from oyez.stats.draws import (
    Complete,
    DrawVariance,
    complete_items,
    draw_variance,
    draws_for_agreement,
    draws_for_share,
)

TARGET = 0.8
"""Intra-judge agreement that the mean of an item's draws is to reach."""
SHARE = 0.1
"""Share of the variance of a mean over items that draw noise is to make up at most."""


class DrawsReport(msgspec.Struct, frozen=True, kw_only=True):
    """The draws of items under one metric."""

    complete: Complete
    """Items with enough read draws; an abstention is no read draw."""
    variance: DrawVariance
    """How the variance of single draws splits into items and draws, and how far draws of one item agree."""
    item_means: dict[str, float]
    """Item → the mean over its read draws, for complete items."""
    for_agreement: int | None
    """Draws an item whose mean reaches an agreement of 0.8; `None` where that is not known."""
    for_share: int | None
    """Draws an item so that draw noise makes up at most a tenth of the variance of a mean over items."""


def draws_report(seen: Sequence[Observation], reckoning: Reckoning, floor: int = 1) -> DrawsReport:
    """How complete and how steady the draws of each item are; `floor` is how many read draws an item needs.

    Raises `InputError` where no draw names its item, or for a floor under 1.
    """
    if floor < 1:
        raise InputError(f"an item needs at least one read draw, not {floor}")
    marks = [mark for mark in marks_of(seen, reckoning) if mark.of.item is not None]
    if not marks:
        raise InputError("no draw names its item, so no draws belong together")
    items = item_codes(mark.of.item for mark in marks)
    read = np.array([mark.standing is Standing.READ for mark in marks])
    worths = np.array([0.0 if mark.worth is None else mark.worth for mark in marks])
    variance = draw_variance(items[read], worths[read])
    return DrawsReport(
        complete=complete_items(items, read, floor),
        variance=variance,
        item_means=_means(marks, floor),
        for_agreement=draws_for_agreement(variance, TARGET),
        for_share=draws_for_share(variance, SHARE),
    )


def _means(marks: Sequence[Mark], floor: int) -> dict[str, float]:
    held: dict[str, list[float]] = {}
    for mark in marks:
        if mark.worth is not None:
            held.setdefault(mark.of.item or "", []).append(mark.worth)
    return {item: sum(row) / len(row) for item, row in held.items() if len(row) >= floor}
