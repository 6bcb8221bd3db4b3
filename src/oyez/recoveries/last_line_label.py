"""Reads the last non-blank line where it is exactly a label."""

from __future__ import annotations

from oyez.core.recovery import NO_HITS, Example, Hit, Hits, Place, PlaceRule, labels
from oyez.recoveries.last_line_integer import last_line_candidate

LABEL_FORMS = ("json", "tag", "bracket", "whole", "line")


def _find(place: Place) -> Hits:
    one = last_line_candidate(place)
    return NO_HITS if one is None else Hits((Hit(one, ("last-line-label",), must_fit=True),))


RECOVERY = PlaceRule(
    "last-line-label",
    140,
    _find,
    forms=LABEL_FORMS,
    serves=labels,
    whole_line=True,
    example=Example(
        {"form": {"json": "verdict"}, "scale": {"labels": ["PASS", "FAIL"]}},
        "No object this time, sorry.\nFAIL",
        "No object this time, so FAIL",
    ),
)
