"""Reads the next non-blank line, whole and only if on the scale, where the labelled line is empty after the colon."""

from __future__ import annotations

import re

from oyez.core.candidate import Broken, Candidate
from oyez.core.recovery import Example, Hit, Hits, Place, PlaceRule
from oyez.forms.line import label_pattern
from oyez.text.lines import line_at

_INK = re.compile(r"\S")


def _find(place: Place) -> Hits:
    found = place.form.find(place.region, place.ask)
    empty = [one for one in found.broken if one.code == "empty_value"]
    hits = [following_hit(place, one, ("next-line",)) for one in empty]
    return Hits(tuple(hit for hit in hits if hit is not None), found.broken)


def following_hit(place: Place, empty: Broken, names: tuple[str, ...]) -> Hit | None:
    """The next non-blank line after an empty labelled line; never one that begins with a label itself."""
    region = place.region
    text = region.text
    ink = _INK.search(text, line_at(text, empty.start - region.start).next)
    if ink is None:
        return None
    line = line_at(text, ink.start())
    if place.ask.labels and label_pattern(place.ask.labels).match(text, line.start, line.end):
        return None
    start, end = region.strip(line.start, line.end)
    candidate = Candidate(start, end, region.raw[start:end], empty.start, end, line.ended, empty.part)
    return Hit(candidate, names, must_fit=True)


RECOVERY = PlaceRule(
    "next-line",
    50,
    _find,
    forms=("line", "after"),
    example=Example(
        {"form": {"line": "VERDICT"}, "scale": {"labels": ["PASS", "FAIL"]}},
        "VERDICT:\n\nFAIL\n\nThe sum is off.",
        "VERDICT:\n\nIt must FAIL.",
    ),
)
