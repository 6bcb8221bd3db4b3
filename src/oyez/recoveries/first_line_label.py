"""Reads the first non-blank line where it is exactly a label and other lines follow."""

from __future__ import annotations

from oyez.core.candidate import Candidate
from oyez.core.recovery import NO_HITS, Example, Hit, Hits, Place, PlaceRule, labels
from oyez.text.lines import first_line


def _find(place: Place) -> Hits:
    region = place.region
    line = first_line(region.text)
    if line is None or not region.text[line.next :].strip():
        return NO_HITS
    start, end = region.strip(line.start, line.end)
    one = Candidate(start, end, region.raw[start:end], start, end, line.ended)
    return Hits((Hit(one, ("first-line-label",), must_fit=True),))


RECOVERY = PlaceRule(
    "first-line-label",
    150,
    _find,
    forms=("whole",),
    serves=labels,
    whole_line=True,
    example=Example(
        {"form": {"whole": True}, "scale": {"labels": ["PASS", "FAIL"]}},
        "FAIL\nThe import breaks on a clean box.",
        "FAIL, since\nthe import breaks.",
    ),
)
