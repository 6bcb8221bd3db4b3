"""What became of each candidate of a settled group, found with the same parts that settling is made of."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from oyez.core.candidate import MISSING, Broken
from oyez.core.form import Form
from oyez.core.status import Status
from oyez.core.value import Admitted, Refused, same
from oyez.explain import words
from oyez.explain.values import Fate
from oyez.reader.compose import of_one_object
from oyez.reader.judge import Judged
from oyez.reader.settle import BLOCKING, Settled, Terms, blocks, complete, picked, settle, split_gaps

Said: TypeAlias = tuple[Fate, str]
"""A fate and its reason."""


class Ruling(msgspec.Struct, frozen=True):
    """A candidate, and what became of it."""

    one: Judged
    fate: Fate
    why: str


class Group(msgspec.Struct, frozen=True):
    """Candidates and broken places that were settled together, and what that came to."""

    judged: list[Judged]
    broken: tuple[Broken, ...]
    form: Form | None
    """The one form that they are of; `None` where several forms were pooled."""
    end: Settled


def rule(group: Group, terms: Terms) -> list[Ruling]:
    """What became of each candidate of the group, as far as the group itself decides."""
    if group.form is not None and group.form.parts is not None:
        return _rule_parts(group, group.form, terms)
    return _rule_values(group.judged, group.broken, group.end, terms)


def _rule_values(
    judged: list[Judged], broken: tuple[Broken, ...], end: Settled, terms: Terms
) -> list[Ruling]:
    """The candidates of one value."""
    real = [one for one in judged if not one.placeholder]
    gaps, broken = split_gaps(broken)
    kept, passed = picked(real, terms.repeats, gaps)
    over = set(map(id, passed))
    admitted = [one for one in kept if isinstance(one.outcome, Admitted)]
    spoiled = any(one.code in BLOCKING for one in broken)
    ruled = []
    for one in judged:
        if isinstance(one.outcome, Refused) and one.placeholder:
            fate, why = Fate.PLACEHOLDER, one.outcome.message
        elif id(one) in over and not spoiled:
            fate, why = Fate.PASSED_OVER, words.PASSED
        elif isinstance(one.outcome, Refused):
            fate, why = _refused(one, one.outcome, admitted, end, terms)
        else:
            fate, why = _admitted(one, one.outcome, admitted, end, terms, spoiled)
        ruled.append(Ruling(one, fate, why))
    return ruled


def _refused(one: Judged, outcome: Refused, admitted: list[Judged], end: Settled, terms: Terms) -> Said:
    """A value that is off the scale: it blocks, says the same once repaired, or is set aside."""
    if one.candidate.fault == "duplicate_key":
        return Fate.COMPETES, outcome.message
    if end.status is Status.TRUNCATED and not complete(one, terms):
        return Fate.CUT, f"{outcome.message}; {words.CUT}"
    if not admitted:
        return Fate.REFUSED, outcome.message
    best = admitted[0].outcome
    lifted = terms.lift(one)
    if lifted is not None and isinstance(best, Admitted) and same(lifted.outcome.verdict, best.verdict):
        fate = Fate.AGREES if end.status.has_verdict else Fate.BLOCKED
        return fate, words.agrees_once_repaired(outcome, lifted)
    if blocks(one, admitted[0], terms):
        return Fate.BLOCKS, f"{outcome.message}; {words.BLOCKS}"
    return Fate.REFUSED, f"{outcome.message}; {words.HARMLESS}"


def _admitted(
    one: Judged, outcome: Admitted, admitted: list[Judged], end: Settled, terms: Terms, spoiled: bool
) -> Said:
    """A value that is on the scale."""
    if spoiled:
        return Fate.BLOCKED, words.on_scale(one, outcome, words.SPOILED)
    if end.status.has_verdict:
        return (
            (Fate.TAKEN, words.taken(one, outcome))
            if one is admitted[0]
            else (Fate.AGREES, words.agrees(one, outcome))
        )
    if end.status is Status.CONFLICT:
        alike = all(
            isinstance(each.outcome, Admitted) and same(each.outcome.verdict, outcome.verdict)
            for each in admitted
        )
        cause = words.REPEATED if alike and terms.repeats == "forbid" else words.OTHERWISE
        return Fate.COMPETES, words.says(one, outcome, cause)
    if end.status is Status.TRUNCATED and not complete(one, terms):
        return Fate.CUT, words.on_scale(one, outcome, words.CUT)
    cause = words.CUT_BESIDE if end.status is Status.TRUNCATED else words.SIBLING
    return Fate.BLOCKED, words.on_scale(one, outcome, cause)


def _rule_parts(group: Group, form: Form, terms: Terms) -> list[Ruling]:
    """The candidates of an object verdict, part by part."""
    if any(one.code in BLOCKING for one in group.broken):
        return _rule_values(group.judged, group.broken, group.end, terms)
    chosen, _ = of_one_object(group.judged, group.broken, form)
    counted = set(map(id, chosen))
    ruled = [
        Ruling(one, Fate.PASSED_OVER, words.OTHER_OBJECT) for one in group.judged if id(one) not in counted
    ]
    ruled += [_unplaced(one, len(chosen) > 1) for one in chosen if one.candidate.part is None]
    by_part: dict[str, list[Judged]] = {}
    for one in chosen:
        if one.candidate.part is not None:
            by_part.setdefault(one.candidate.part, []).append(one)
    places: dict[str, list[Broken]] = {}
    for place in group.broken:
        if place.part is not None and place.code != MISSING:
            places.setdefault(place.part, []).append(place)
    for part, own in by_part.items():
        off = tuple(places.get(part, ()))
        ruled += _rule_values(own, off, settle(own, off, terms), terms)
    return ruled


def _unplaced(one: Judged, beside: bool) -> Ruling:
    """A fault of the array or of an item that is no part that was asked for."""
    assert isinstance(one.outcome, Refused)
    if one.candidate.fault == "duplicate_key":
        return Ruling(one, Fate.COMPETES, one.outcome.message)
    fate, more = (Fate.BLOCKS, f"; {words.BLOCKS_PARTS}") if beside else (Fate.REFUSED, "")
    return Ruling(one, fate, one.outcome.message + more)


def reconcile(ruling: Ruling, end: Settled, *, gave: bool) -> Ruling:
    """The same in the light of the field's own end; `gave` says whether its group gave the verdict."""
    outcome = ruling.one.outcome
    if ruling.fate not in (Fate.TAKEN, Fate.AGREES) or not isinstance(outcome, Admitted):
        beside = not end.status.has_verdict and ruling.fate is Fate.AGREES
        return msgspec.structs.replace(ruling, fate=Fate.BLOCKED) if beside else ruling
    if end.status.has_verdict:
        if gave or ruling.fate is Fate.AGREES:
            return ruling
        return Ruling(ruling.one, Fate.AGREES, words.agrees(ruling.one, outcome))
    if end.status is Status.CONFLICT and (not _parted(ruling) or _competes(ruling, end)):
        return Ruling(ruling.one, Fate.COMPETES, words.says(ruling.one, outcome, words.OTHERWISE))
    cause = words.WHOLE if _parted(ruling) else words.SIBLING
    return Ruling(ruling.one, Fate.BLOCKED, words.on_scale(ruling.one, outcome, cause))


def _competes(ruling: Ruling, end: Settled) -> bool:
    """Whether the value belongs to an object verdict that another one contradicts."""
    start, stop = ruling.one.candidate.start, ruling.one.candidate.end
    return any(one.code == "competing" and one.start <= start and stop <= one.end for one in end.problems)


def _parted(ruling: Ruling) -> bool:
    return ruling.one.candidate.part is not None
