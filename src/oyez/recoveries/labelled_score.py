"""Reads a last line that is Score, Final score, Rating, Overall or the contract's label, a colon and a number.

The value begins with a digit or a sign; emphasis and one final stop are allowed.
"""

from __future__ import annotations

import re
from functools import lru_cache

from oyez.core.candidate import Candidate
from oyez.core.recovery import NO_HITS, Example, Hit, Hits, Place, PlaceRule, numbers
from oyez.recoveries.last_line_integer import SCORE_FORMS, last_line_candidate
from oyez.text.space import SPACE, SPACES

WORDS = ("Score", "Final score", "Rating", "Overall")
_MARKS = "[*_`~]{0,6}+"


@lru_cache(maxsize=256)
def _pattern(label: str | None) -> re.Pattern[str]:
    words = "|".join(re.escape(word) for word in ((*WORDS, label) if label else WORDS))
    return re.compile(
        rf"{_MARKS}(?:{words}){_MARKS}{SPACES}:{_MARKS}{SPACES}{_MARKS}(?P<value>[-+0-9].*)",
        re.ASCII | re.IGNORECASE,
    )


def _find(place: Place) -> Hits:
    one = last_line_candidate(place)
    match = _pattern(place.ask.label).fullmatch(str(one.value)) if one is not None else None
    if one is None or match is None:
        return NO_HITS
    value = match["value"].rstrip(f"*_`~{SPACE}")
    value = value.removesuffix(".").removesuffix("。").rstrip(f"*_`~{SPACE}")
    start = one.start + match.start("value")
    candidate = Candidate(start, start + len(value), value, one.start, one.end, one.complete)
    return Hits((Hit(candidate, ("labelled-score",)),))


RECOVERY = PlaceRule(
    "labelled-score",
    130,
    _find,
    forms=SCORE_FORMS,
    serves=numbers,
    whole_line=True,
    example=Example(
        {"form": {"json": "score"}, "scale": {"integer": [0, 100]}},
        "Two of three sources exist.\n**Final score:** 64",
        "Final score: 64\nThat is all.",
    ),
)
