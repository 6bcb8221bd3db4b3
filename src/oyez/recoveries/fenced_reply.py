"""Reads the inside of a closed code fence as the region, where the whole reply is that one fence."""

from __future__ import annotations

from oyez.core.candidate import Found
from oyez.core.recovery import NO_HITS, Example, Hits, Place, PlaceRule
from oyez.core.region import Region
from oyez.forms._objects import ObjectForm, objects_of, only_whole, shaped
from oyez.text.quoted import fences_and_quotes
from oyez.text.regions import plain, quoting_aside


def _find(place: Place) -> Hits:
    inner = _inside(place.region)
    if inner is None:
        return NO_HITS
    found = place.form.find(inner, place.ask)
    if isinstance(place.form, ObjectForm) and found.broken and "lenient-json" in place.also:
        mended = _mended(inner, place)
        if mended is not None:
            return Hits.of(mended, "fenced-reply", "lenient-json", within=inner)
    return Hits.of(found, "fenced-reply", within=inner)


def _inside(region: Region) -> Region | None:
    """The inside of the fence as a region of its own, or `None`."""
    fences = region.fences or fences_and_quotes(region.spoken)[0]  # where quoted text stays, none are kept
    if len(fences) != 1 or region.open_thinking:
        return None
    fence = fences[0]
    if region.spoken[: fence.start].strip() or region.spoken[fence.end :].strip():
        return None
    spoken = region.spoken[fence.inner_start : fence.inner_end]
    make = quoting_aside if region.fences else plain
    return make(region.raw, region.start + fence.inner_start, spoken)


def _mended(inner: Region, place: Place) -> Found | None:
    assert isinstance(place.form, ObjectForm)
    objects = objects_of(inner, lenient=True)
    if objects.fault is not None:
        return None
    whole = only_whole(inner, objects.all)
    return place.form.take_all(shaped(whole, inner.start, place.form, place.ask), place.ask)


RECOVERY = PlaceRule(
    "fenced-reply",
    10,
    _find,
    example=Example(
        {"form": {"line": "VERDICT"}, "scale": {"labels": ["PASS", "FAIL"]}},
        "```\nThe sum is off.\nVERDICT: FAIL\n```",
        "The file reads:\n```\nVERDICT: PASS\n```",
    ),
)
