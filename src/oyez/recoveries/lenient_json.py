"""Reads an object that is not quite JSON: raw control characters, stray backslashes, trailing commas, comments."""

from __future__ import annotations

from oyez.core.recovery import NO_HITS, Example, Hits, Place, PlaceRule
from oyez.forms._objects import ObjectForm, fenced_objects, objects_of, only_whole, shaped


def _find(place: Place) -> Hits:
    form, ask, region = place.form, place.ask, place.region
    assert isinstance(form, ObjectForm)
    objects = objects_of(region, lenient=True)
    if objects.fault is not None:
        return NO_HITS
    nodes = objects.all if form.around == "prose" else only_whole(region, objects.all)
    placed, mended = shaped(nodes, region.start, form, ask), objects.mended
    if form.around == "prose" and not placed:
        placed, _, mended = fenced_objects(region, form, ask, lenient=True)
    if not mended:
        return NO_HITS
    return Hits.of(form.take_all(placed, ask), "lenient-json")


RECOVERY = PlaceRule(
    "lenient-json",
    90,
    _find,
    forms=("json", "json_items"),
    example=Example(
        {"form": {"json": "score"}, "scale": {"integer": [0, 100]}},
        '{"why": "thin", "score": 70,}',
        '{"why": "the "new" one", "score": 70}',
    ),
)
