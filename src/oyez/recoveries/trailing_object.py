"""Reads the object that ends the region, where it is the only one of the contract anywhere in the region."""

from __future__ import annotations

from oyez.core.recovery import NO_HITS, Example, Hits, Place, PlaceRule
from oyez.forms._objects import ObjectForm, alone, objects_of


def _find(place: Place) -> Hits:
    form, ask, region = place.form, place.ask, place.region
    assert isinstance(form, ObjectForm)
    objects = objects_of(region)
    if objects.fault is not None or form.around == "prose":
        return NO_HITS  # under prose the strict form takes it
    own = alone(region, objects, form, ask)
    return Hits.of(form.take_all(own, ask), "trailing-object")


RECOVERY = PlaceRule(
    "trailing-object",
    80,
    _find,
    forms=("json", "json_items"),
    example=Example(
        {"form": {"json": "score"}, "scale": {"integer": [0, 100]}},
        'All points are met, hence {"score": 95}',
        'First {"score": 40}, but in the end {"score": 95}',
    ),
)
