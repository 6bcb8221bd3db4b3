"""Reads the last non-blank line where it is an integer on the scale inside one balanced pair of emphasis."""

from __future__ import annotations

from oyez.core.candidate import Candidate
from oyez.core.recovery import NO_HITS, Example, Hits, Place, PlaceRule, numbers
from oyez.recoveries.emphasis import unwrapped
from oyez.recoveries.last_line_integer import SCORE_FORMS, integer_hit, last_line_candidate


def _find(place: Place) -> Hits:
    one = last_line_candidate(place)
    inner = unwrapped(str(one.value)) if one is not None else None
    if one is None or inner is None:
        return NO_HITS
    start = one.start + str(one.value).index(inner)
    return integer_hit(
        place,
        Candidate(start, start + len(inner), inner, one.start, one.end, one.complete),
        "emphasised-integer",
    )


RECOVERY = PlaceRule(
    "emphasised-integer",
    120,
    _find,
    forms=SCORE_FORMS,
    serves=numbers,
    whole_line=True,
    lifts=False,
    example=Example(
        {"form": {"json": "score"}, "scale": {"integer": [0, 100]}},
        "Nothing is wrong with it.\n**95**",
        "Nothing is wrong with it.\n**95** of 100",
    ),
)
