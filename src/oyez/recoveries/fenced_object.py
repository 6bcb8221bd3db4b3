"""Reads the one distinct object in closed fences that is the contract's, where none stands in the region."""

from __future__ import annotations

from oyez.core.candidate import Found
from oyez.core.recovery import NO_HITS, Example, Hits, Place, PlaceRule
from oyez.forms._objects import ObjectForm, fenced_objects, objects_of, shaped


def _find(place: Place) -> Hits:
    form, ask, region = place.form, place.ask, place.region
    assert isinstance(form, ObjectForm)
    if form.around == "prose":
        return NO_HITS  # the strict form takes it
    objects = objects_of(region)
    if objects.fault is not None or shaped(objects.all, region.start, form, ask):
        return NO_HITS
    placed, broken, mended = fenced_objects(region, form, ask, lenient="lenient-json" in place.also)
    names = ("fenced-object", "lenient-json") if mended else ("fenced-object",)
    return Hits.of(Found.all([Found(broken=broken), form.take_all(placed, ask)]), *names)


RECOVERY = PlaceRule(
    "fenced-object",
    60,
    _find,
    forms=("json", "json_items"),
    example=Example(
        {"form": {"json": "score"}, "scale": {"integer": [0, 100]}},
        'Here it is:\n```json\n{"score": 70}\n```',
        '```json\n{"score": 70}\n```\nor\n```json\n{"score": 60}\n```',
    ),
)
