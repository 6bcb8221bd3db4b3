"""Reads brackets whose markers are written with a backslash before each character."""

from __future__ import annotations

from oyez.core.recovery import Hit, Hits, Place, PlaceRule
from oyez.forms.bracket import BracketForm, find_between


def _find(place: Place) -> Hits:
    form = place.form
    assert isinstance(form, BracketForm)
    found = find_between(place.region, _escaped(form.opening), _escaped(form.closing), form.at)
    return Hits(tuple(Hit(one, ("escaped-markers",)) for one in found.candidates), found.broken)


def _escaped(marker: str) -> str:
    return "".join("\\" + char for char in marker)


RECOVERY = PlaceRule("escaped-markers", 30, _find, forms=("bracket",))
