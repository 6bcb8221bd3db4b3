"""The mean of a sheet of scores, with those turned round for which less is better."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from oyez.core.errors import InputError
from oyez.core.metric import (
    Ends,
    Mark,
    Metric,
    Parameter,
    Reckoning,
    Settings,
    Units,
    number,
    on_scale,
    one_a_draw,
    shown,
)
from oyez.core.observation import Observation


def _make(settings: Settings) -> Reckoning:
    inverted, names, ends = settings.words("inverted"), settings.words("names"), settings.bounds
    if inverted and ends is None:
        raise InputError(
            "to turn a score round its scale must be known: give the contract, or --scale LOW HIGH"
        )
    unknown = [name for name in inverted if names and name not in names]
    if unknown:
        raise InputError(f"{unknown[0]!r} is inverted and not among the names {', '.join(names)}")

    def worth(seen: Observation) -> tuple[float, int]:
        return sheet_mean(seen.verdict, names, inverted, ends), 1

    def units(marks: Sequence[Mark], reckoning: Reckoning) -> Units:
        return msgspec.structs.replace(one_a_draw(marks, reckoning), warnings=_never_there(marks, names))

    return Reckoning(what="mean of the score sheet", worth=worth, ends=ends, units=units)


def _never_there(marks: Sequence[Mark], names: tuple[str, ...]) -> tuple[str, ...]:
    """A warning for each name that no sheet holds; a sheet may lack some, so it is no error."""
    held = {name for mark in marks if isinstance(mark.of.verdict, dict) for name in mark.of.verdict}
    return tuple(f"no sheet has the score {name!r}" for name in names if held and name not in held)


def sheet_mean(sheet: Any, names: tuple[str, ...], inverted: tuple[str, ...], ends: Ends | None) -> float:
    """The mean over the named scores that the sheet holds; all that it holds where none are named.

    A score x that is turned round counts as low + high - x. Raises `InputError` for a verdict that is no sheet, holds
    none of the names, or has a score that is no number on the scale.
    """
    if not isinstance(sheet, dict) or not sheet:
        raise InputError(
            f"the metric score-sheet takes objects of scores, and the verdict {shown(sheet)} is none"
        )
    kept = {name: value for name, value in sheet.items() if not names or name in names}
    if not kept:
        raise InputError(
            f"the sheet has none of the names {', '.join(names)}; it has {', '.join(map(str, sheet))}"
        )
    missing = [name for name in inverted if not names and name not in sheet]
    if missing:
        raise InputError(
            f"the sheet has no score {missing[0]!r} to turn round; name all scores with -p names=…"
        )
    worths = [on_scale(number(value, "score-sheet"), ends) for value in kept.values()]
    turned = [
        ends[0] + ends[1] - worth if ends is not None and name in inverted else worth
        for name, worth in zip(kept, worths, strict=True)
    ]
    return sum(turned) / len(turned)


METRIC = Metric(
    name="score-sheet",
    about="The mean of a sheet of scores, with those turned round for which less is better.",
    parameters=(
        Parameter("inverted", "Names of scores for which less is better, separated by commas."),
        Parameter("names", "Names of the scores that count; all if not given."),
    ),
    make=_make,
)
