"""Reads the object that ends the region, where it is the only one of the contract anywhere in the region."""

from __future__ import annotations

from oyez.core.recovery import NO_HITS, Hit, Hits, Place, PlaceRule
from oyez.forms._objects import ObjectForm, shaped
from oyez.text.json_objects import find_objects, inline_objects


def _find(place: Place) -> Hits:
    form, ask, region = place.form, place.ask, place.region
    assert isinstance(form, ObjectForm)
    objects = find_objects(region.text)
    if objects.fault is not None or not objects.all:
        return NO_HITS
    last = objects.all[-1]
    if region.text[last.end :].strip():
        return NO_HITS
    edges = [0, *(edge for node in objects.all for edge in (node.start, node.end))]
    others = inline_objects(region.text, list(zip(edges[::2], edges[1::2], strict=False)))
    own = shaped([*others, *objects.all], region.start, form, ask)
    if len(own) != 1 or own[0].node is not last:
        return NO_HITS
    found = form.take_all(own, ask)
    return Hits(tuple(Hit(one, ("trailing-object",)) for one in found.candidates))


RECOVERY = PlaceRule("trailing-object", 80, _find, forms=("json", "json_items"))
