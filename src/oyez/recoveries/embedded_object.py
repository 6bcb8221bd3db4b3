"""Reads the one distinct object of the contract that starts a line, with other text around it."""

from __future__ import annotations

from oyez.core.recovery import NO_HITS, Example, Hits, Place, PlaceRule
from oyez.forms._objects import ObjectForm, objects_of, only_whole, shaped


def _find(place: Place) -> Hits:
    form, ask, region = place.form, place.ask, place.region
    assert isinstance(form, ObjectForm)
    if form.around == "prose":
        return NO_HITS  # the strict form takes it
    objects = objects_of(region, lenient="lenient-json" in place.also)
    if objects.fault is not None or not shaped(objects.at_lines, region.start, form, ask):
        return NO_HITS
    if only_whole(region, objects.all):
        return NO_HITS  # no other text around: strict JSON, or `lenient-json` alone
    names = ("embedded-object", "lenient-json") if objects.mended else ("embedded-object",)
    return Hits.of(form.take_all(shaped(objects.all, region.start, form, ask), ask), *names)


RECOVERY = PlaceRule(
    "embedded-object",
    70,
    _find,
    forms=("json", "json_items"),
    example=Example(
        {"form": {"json": "score"}, "scale": {"integer": [0, 100]}},
        'Here it is:\n{"score": 70}\nThat is all.',
        'It printed {"score": 70} and stopped.',
    ),
)
