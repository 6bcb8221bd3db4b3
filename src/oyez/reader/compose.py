"""Object verdicts: the items of an array or the lines of a score sheet, each settled by itself."""

from __future__ import annotations

import msgspec

from oyez.core.candidate import MISSING, Broken, Note
from oyez.core.form import Form
from oyez.core.problem import Problem
from oyez.core.status import Status
from oyez.reader.judge import Judged
from oyez.reader.settle import (
    BLOCKING,
    Settled,
    Terms,
    listed_at,
    of_picked_object,
    problem_of,
    rivals,
    settle,
    split_gaps,
)
from oyez.recoveries import in_order


def settle_parts(
    judged: list[Judged], broken: tuple[Broken, ...], form: Form, terms: Terms, notes: tuple[Note, ...] = ()
) -> Settled:
    """Settle each part, then all of them; parts of different objects never make one verdict."""
    settled = _settle_parts(judged, broken, form, terms)
    listed = tuple(map(listed_at, notes))
    return msgspec.structs.replace(settled, problems=(*settled.problems, *listed)) if listed else settled


def _settle_parts(judged: list[Judged], broken: tuple[Broken, ...], form: Form, terms: Terms) -> Settled:
    if any(one.code in BLOCKING for one in broken):
        return settle([], broken, terms)
    judged, broken = of_one_object(judged, broken, form)
    settled = _settle_together(judged, broken, form, terms)
    objects = dict.fromkeys((one.candidate.outer_start, one.candidate.outer_end) for one in judged)
    if settled.status is not Status.READ or len(objects) == 1 or form.site != "object":
        return settled
    return _settle_objects(judged, broken, list(objects), form, terms) or settled


def _settle_objects(
    judged: list[Judged],
    broken: tuple[Broken, ...],
    objects: list[tuple[int, int]],
    form: Form,
    terms: Terms,
) -> Settled | None:
    """What several objects come to when each is settled by itself; `None` where they say the same."""
    ends = []
    for start, end in objects:
        own = [one for one in judged if one.candidate.outer_start == start]
        gaps = tuple(one for one in broken if start <= one.start < end)
        ends.append(_settle_together(own, gaps, form, terms))
    read = [one for one in ends if one.status is Status.READ]
    if not read:
        return ends[0]
    against = rivals(read)
    if not against:
        return None
    return Settled(Status.CONFLICT, problems=(*read[0].problems, *against))


def _settle_together(judged: list[Judged], broken: tuple[Broken, ...], form: Form, terms: Terms) -> Settled:
    """All parts at once: off scale first, then conflicts, then what is missing."""
    gaps, broken = split_gaps(broken)
    gone = {one.part: one for one in gaps}
    groups = _groups(judged, broken)
    parts = {part: settle(own, tuple(off), terms) for part, (own, off) in groups.items()}
    faults = tuple(problem_of(one) for one in judged if one.candidate.part is None)
    problems = (*faults, *(problem for settled in parts.values() for problem in settled.problems))
    conflict = any(one.candidate.part is None and one.candidate.fault == "duplicate_key" for one in judged)
    if (faults and not conflict) or any(one.status is Status.OFF_SCALE for one in parts.values()):
        return Settled(Status.OFF_SCALE, problems=problems, marked=True)
    if conflict or any(one.status is Status.CONFLICT for one in parts.values()):
        return Settled(Status.CONFLICT, problems=problems)
    if terms.length and any(one.status is Status.TRUNCATED for one in parts.values()):
        # What was cut may be another value, or the only one.
        return Settled(Status.TRUNCATED, problems=problems)
    read = {part: one for part, one in parts.items() if one.status is Status.READ}
    named = dict.fromkeys([*_expected(form, terms), *(part for part in gone if part is not None)])
    missing = [name for name in named if name not in read]
    problems = (*problems, *map(listed_at, gone.values()))
    if not read or (missing and not _enough(len(read), terms)):
        return _missing(parts, missing, broken, problems, terms)
    in_order_asked = dict.fromkeys([*named, *read])
    return _whole({part: read[part] for part in in_order_asked if part in read}, problems)


def of_one_object(
    judged: list[Judged], broken: tuple[Broken, ...], form: Form
) -> tuple[list[Judged], tuple[Broken, ...]]:
    """The candidates and gaps of the last or first object only, where the form says so."""
    if not form.picks or not judged:
        return judged, broken
    gaps, others = split_gaps(broken)
    kept = of_picked_object(judged, gaps, form.picks)
    if kept:
        start, end = kept[0].candidate.outer_start, kept[0].candidate.outer_end
        gaps = tuple(gap for gap in gaps if start <= gap.start < end)
    return kept, (*gaps, *others)


def _groups(judged: list[Judged], broken: tuple[Broken, ...]) -> dict[str, tuple[list[Judged], list[Broken]]]:
    """Candidates and broken places by the part that they are of."""
    groups: dict[str, tuple[list[Judged], list[Broken]]] = {}
    for one in judged:
        if one.candidate.part is not None:
            groups.setdefault(one.candidate.part, ([], []))[0].append(one)
    for place in broken:
        if place.part is not None:
            groups.setdefault(place.part, ([], []))[1].append(place)
    return groups


def _expected(form: Form, terms: Terms) -> tuple[str, ...]:
    return form.parts or terms.ask.ids or ()


def _enough(count: int, terms: Terms) -> bool:
    ask = terms.ask
    return ask.partial or (ask.at_least is not None and count >= ask.at_least)


def _missing(
    parts: dict[str, Settled],
    missing: list[str],
    broken: tuple[Broken, ...],
    problems: tuple[Problem, ...],
    terms: Terms,
) -> Settled:
    """Some part is not there: absent; or broken, if nothing but broken places was found."""
    if parts and all(one.status in (Status.MALFORMED, Status.TRUNCATED) for one in parts.values()):
        ends = [one.status for one in parts.values()]
        status = Status.TRUNCATED if Status.TRUNCATED in ends else Status.MALFORMED
        return Settled(status, problems=problems)
    cut = terms.length or any(one.open_at_end for one in broken)
    listed = tuple(Problem(MISSING, f"{name} has no value", 0, 0) for name in missing)
    return Settled(Status.TRUNCATED if cut else Status.ABSENT, problems=(*problems, *listed))


def _whole(read: dict[str, Settled], problems: tuple[Problem, ...]) -> Settled:
    names = tuple(rule.name for rule in in_order({name for one in read.values() for name in one.names}))
    return Settled(
        Status.READ,
        {part: one.verdict for part, one in read.items()},
        all(one.abstained for one in read.values()),
        min(one.start for one in read.values() if one.start is not None),
        max(one.end for one in read.values() if one.end is not None),
        names,
        problems,
    )
