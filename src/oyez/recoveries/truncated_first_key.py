"""Reads the verdict key of an object that was cut, where it is the first key and its value is complete (opt-in).

Whole objects of the contract before it have their say: if one differs, neither wins.
"""

from __future__ import annotations

from oyez.core.candidate import Candidate
from oyez.core.recovery import NO_HITS, Example, Hit, Hits, Place, PlaceRule
from oyez.forms._objects import objects_of, shaped
from oyez.forms.json import JsonForm
from oyez.text.json_node import Node
from oyez.text.json_path import same_node


def _find(place: Place) -> Hits:
    form, region = place.form, place.region
    assert isinstance(form, JsonForm)
    objects = objects_of(region)
    if objects.fault is None or not objects.fault.at_end or len(form.steps) != 1:
        return NO_HITS
    members = objects.fault.open[0].members if objects.fault.open else None
    value = _complete(members or [], form.steps[0], region.text)
    if value is None:
        return NO_HITS
    start, end = region.start + value.start, region.start + value.end
    twice = any(key == form.steps[0] and not same_node(value, other) for key, other in members or ())
    outer = region.start + objects.fault_start
    fault = "duplicate_key" if twice else None
    one = Candidate(start, end, value.value, outer, region.start + len(region.text), True, None, fault)
    whole = form.take_all(shaped(objects.at_lines, region.start, form, place.ask), place.ask)
    return Hits(tuple(Hit(each, ("truncated-first-key",)) for each in (*whole.candidates, one)))


def _complete(members: list[tuple[str, Node]], key: str, text: str) -> Node | None:
    """The value of the first key, if the text after it shows that it is complete."""
    if not members or members[0][0] != key:
        return None
    value = members[0][1]
    cut_number = value.value.kind == "number" and value.end == len(text)
    return None if cut_number else value


RECOVERY = PlaceRule(
    "truncated-first-key",
    220,
    _find,
    forms=("json",),
    safe=False,
    cut=True,
    example=Example(
        {"form": {"json": "verdict"}, "scale": {"labels": ["PASS", "FAIL"]}},
        '{"verdict": "FAIL", "why": "the sum is',
        '{"why": "the sum", "verdict": "FAIL", "more": ',
    ),
)
