"""Reads a region that is one line and, as it stands, a value on the scale."""

from __future__ import annotations

from oyez.core.candidate import Candidate
from oyez.core.recovery import NO_HITS, Example, Hit, Hits, Place, PlaceRule


def _find(place: Place) -> Hits:
    region = place.region
    start, end = region.strip(0, len(region.text))
    if start == end or "\n" in region.raw[start:end]:
        return NO_HITS
    ended = "\n" in region.text[end - region.start :]
    one = Candidate(start, end, region.raw[start:end], start, end, ended)
    return Hits((Hit(one, ("bare-value",), must_fit=True),))


RECOVERY = PlaceRule(
    "bare-value",
    100,
    _find,
    forms=("line", "bracket", "phrase", "after", "tag", "json"),
    whole_line=True,
    example=Example({"form": {"bracket": ["[[", "]]"]}, "scale": {"labels": ["A", "B"]}}, "B", "B, I think"),
)
