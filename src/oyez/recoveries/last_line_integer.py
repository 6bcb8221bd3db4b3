"""Reads the last non-blank line where it is exactly an integer on the scale, in ASCII digits."""

from __future__ import annotations

from oyez.core.candidate import Candidate
from oyez.core.recovery import NO_HITS, Example, Hit, Hits, Place, PlaceRule, numbers
from oyez.core.value import Admitted
from oyez.text.lines import last_line
from oyez.text.numbers import INTEGER

SCORE_FORMS = ("json", "tag", "bracket", "whole", "line", "last_line")
"""The forms for which a number alone on the last line is what judges fall back to."""


def _find(place: Place) -> Hits:
    one = last_line_candidate(place)
    return integer_hit(place, one, "last-line-integer") if one is not None else NO_HITS


def last_line_candidate(place: Place) -> Candidate | None:
    """The last non-blank line, whole, as a candidate."""
    region = place.region
    line = last_line(region.text)
    if line is None:
        return None
    start, end = region.strip(line.start, line.end)
    return Candidate(start, end, region.raw[start:end], start, end, line.ended)


def integer_hit(place: Place, one: Candidate, name: str) -> Hits:
    """The candidate, if it is an integer on the scale as it stands."""
    fits = INTEGER.fullmatch(str(one.value)) and isinstance(place.ask.scale.admit_own(one.value), Admitted)
    return Hits((Hit(one, (name,), must_fit=True),)) if fits else NO_HITS


RECOVERY = PlaceRule(
    "last-line-integer",
    110,
    _find,
    forms=SCORE_FORMS,
    serves=numbers,
    whole_line=True,
    lifts=False,
    example=Example(
        {"form": {"json": "score"}, "scale": {"integer": [0, 100]}},
        "14 TB disk 5, 8 TB disk 4, so far so good.\n70",
        "The score is 70 overall.",
    ),
)
