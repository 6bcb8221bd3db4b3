"""Reads the slot of a sentence from the contract's list of cues (opt-in)."""

from __future__ import annotations

from oyez.core.recovery import Example, Hit, Hits, Place, PlaceRule
from oyez.forms.phrase import find_phrase


def _find(place: Place) -> Hits:
    found = [find_phrase(place.region, cue) for cue in place.ask.cues]
    candidates = sorted((one for each in found for one in each.candidates), key=lambda one: one.start)
    return Hits(tuple(Hit(one, ("cue-phrase",)) for one in candidates))


RECOVERY = PlaceRule(
    "cue-phrase",
    210,
    _find,
    safe=False,
    example=Example(
        {"form": {"bracket": ["[[", "]]"]}, "scale": {"labels": ["A", "B"]}, "cues": ["My choice is {}."]},
        "Both are short. My choice is B.",
        "Both are short. My choice: B.",
    ),
)
