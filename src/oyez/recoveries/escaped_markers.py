"""Reads brackets whose markers are written with a backslash before each character."""

from __future__ import annotations

from oyez.core.candidate import Found
from oyez.core.recovery import Example, Hits, Place, PlaceRule
from oyez.core.region import Region
from oyez.forms.bracket import BracketForm, backslashed, find_between


def _find(place: Place) -> Hits:
    assert isinstance(place.form, BracketForm)
    return Hits.of(escaped(place.region, place.form), "escaped-markers")


def escaped(region: Region, form: BracketForm) -> Found:
    """The values between the form's markers written with backslashes."""
    return find_between(region, backslashed(form.opening), backslashed(form.closing), form.at)


RECOVERY = PlaceRule(
    "escaped-markers",
    30,
    _find,
    forms=("bracket",),
    example=Example(
        {"form": {"bracket": ["[[", "]]"]}, "scale": {"labels": ["A", "B"]}}, r"So: \[\[B\]\]", r"So: \[B\]"
    ),
)
