"""Reads a value after the contract's label and a colon inside the markers, or after markers that hold a placeholder."""

from __future__ import annotations

import re

from oyez.core.ask import Ask
from oyez.core.candidate import Candidate
from oyez.core.recovery import Example, Hit, Hits, Place, PlaceRule
from oyez.core.region import Region
from oyez.forms.bracket import BracketForm
from oyez.forms.line import value_at
from oyez.scales._menus import is_placeholder
from oyez.text.space import SPACES

_COLON = re.compile(rf"{SPACES}[:：]?")


def _find(place: Place) -> Hits:
    found = place.form.find(place.region, place.ask)
    assert isinstance(place.form, BracketForm)
    made = [relabelled(one, place.form, place.region, place.ask) for one in found.candidates]
    return Hits(tuple(Hit(one, ("labelled-bracket",)) for one in made if one is not None))


def relabelled(one: Candidate, form: BracketForm, region: Region, ask: Ask) -> Candidate | None:
    """The value that the label or placeholder in the brackets points to, or `None`."""
    inner = str(one.value)
    label = _label(ask.label).match(inner) if ask.label else None
    if label is not None:
        return _value(region, one.start - region.start + label.end(), one.end - region.start, one)
    if not is_placeholder(inner, ask):
        return None
    return _after(one, form, region)


def _after(one: Candidate, form: BracketForm, region: Region) -> Candidate | None:
    """The rest of the line, if no other bracket stands on it."""
    text, after = region.text, one.outer_end - region.start
    following = text.find(form.opening, after)
    newline = text.find("\n", after, len(text) if following < 0 else following)
    if following >= 0 and newline < 0:
        return None
    end = len(text) if newline < 0 else newline
    colon = _COLON.match(text, after, end)
    assert colon is not None
    return _value(region, colon.end(), end, one, ended=newline >= 0)


def _label(label: str) -> re.Pattern[str]:
    return re.compile(rf"{re.escape(label)}{SPACES}[:：]", re.ASCII | re.IGNORECASE)


def _value(region: Region, start: int, end: int, one: Candidate, *, ended: bool = True) -> Candidate | None:
    made = value_at(region, start, end, one.outer_start - region.start, ended)
    return made if isinstance(made, Candidate) else None


RECOVERY = PlaceRule(
    "labelled-bracket",
    40,
    _find,
    forms=("bracket",),
    example=Example(
        {"form": {"bracket": ["[[", "]]"]}, "scale": {"integer": [1, 10]}, "label": "Rating"},
        "[[Rating: 8]]",
        "[[Rating 8]]",
    ),
)
