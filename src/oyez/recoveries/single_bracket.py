"""Reads [X] where the markers are [[ and ]]: each doubled marker written once (opt-in)."""

from __future__ import annotations

from oyez.core.recovery import NO_HITS, Example, Hit, Hits, Place, PlaceRule
from oyez.forms.bracket import BracketForm, find_between


def _find(place: Place) -> Hits:
    form = place.form
    assert isinstance(form, BracketForm)
    if not (_doubled(form.opening) and _doubled(form.closing)):
        return NO_HITS
    found = find_between(place.region, form.opening[0], form.closing[0], form.at)
    return Hits(tuple(Hit(one, ("single-bracket",)) for one in found.candidates))


def _doubled(marker: str) -> bool:
    return len(marker) == 2 and marker[0] == marker[1]


RECOVERY = PlaceRule(
    "single-bracket",
    200,
    _find,
    forms=("bracket",),
    safe=False,
    example=Example(
        {"form": {"bracket": ["[[", "]]"]}, "scale": {"labels": ["A", "B"]}}, "Verdict: [B]", "Verdict: (B)"
    ),
)
