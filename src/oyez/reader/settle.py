"""Settling: none, broken, off scale, conflict, or one verdict. When two answers compete, neither wins."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from oyez.core.ask import Ask
from oyez.core.candidate import MISSING, Broken, Note
from oyez.core.problem import Problem
from oyez.core.status import Status
from oyez.core.value import Admitted, JsonValue, Refused, same
from oyez.reader.judge import Judged
from oyez.reader.lift import Lifted

LONGEST = 80
"""How many characters of a verdict stand in a message."""
BLOCKING = ("invalid_json", "too_deep")
"""Broken places beside which no verdict stands."""


class Terms(msgspec.Struct, frozen=True):
    """How the contract and the stop reason let candidates be settled."""

    ask: Ask
    repeats: str
    length: bool
    """Whether the reply was cut by its length."""
    ends_whole: bool
    """Whether a value with which the reply ends is complete all the same."""
    lift: Callable[[Judged], Lifted | None]
    """Every safe value recovery at work on a refused candidate, whatever the contract names."""


class Settled(msgspec.Struct, frozen=True):
    """What the candidates of one field came to."""

    status: Status
    verdict: Any = None
    abstained: bool = False
    start: int | None = None
    end: int | None = None
    names: tuple[str, ...] = ()
    """The recoveries that the verdict took."""
    problems: tuple[Problem, ...] = ()
    marked: bool = False
    """Whether a refused value stood in a marked form."""


def settle(
    judged: list[Judged], broken: tuple[Broken, ...], terms: Terms, notes: tuple[Note, ...] = ()
) -> Settled:
    """Settle the candidates and broken places of one value by READING §6, dissent left out."""
    gaps, broken = split_gaps(broken)
    listed = (*map(listed_at, broken), *map(listed_at, notes))
    blocking = [one for one in broken if one.code in BLOCKING]
    if blocking:
        return Settled(_broken_status(blocking, terms), problems=listed)
    aside = [one for one in judged if one.placeholder]
    listed = (*listed, *map(problem_of, aside))
    real, passed = picked([one for one in judged if not one.placeholder], terms.repeats, gaps)
    listed = (*listed, *map(_passed, passed))
    if not real:
        return _nothing_real(aside, broken, terms, (*listed, *map(listed_at, gaps)))
    return _settle_real(real, broken, terms, listed)


def _nothing_real(
    aside: list[Judged], broken: tuple[Broken, ...], terms: Terms, listed: tuple[Problem, ...]
) -> Settled:
    if aside:
        whole = any(complete(one, terms) for one in aside)
        return Settled(
            Status.OFF_SCALE if whole else Status.TRUNCATED,
            problems=listed,
            marked=any(one.form.marked for one in aside),
        )
    if broken:
        return Settled(_broken_status(list(broken), terms), problems=listed)
    return Settled(Status.TRUNCATED if terms.length else Status.ABSENT, problems=listed)


def _settle_real(
    real: list[Judged], broken: tuple[Broken, ...], terms: Terms, listed: tuple[Problem, ...]
) -> Settled:
    refused = [one for one in real if isinstance(one.outcome, Refused)]
    admitted = [one for one in real if isinstance(one.outcome, Admitted)]
    listed = (*listed, *map(problem_of, refused))
    marked = any(one.form.marked for one in refused)
    if terms.length and _cut_short(real, terms):
        return Settled(Status.TRUNCATED, problems=listed, marked=marked)
    if any(one.candidate.fault == "duplicate_key" for one in refused):
        return Settled(Status.CONFLICT, problems=listed)
    if not admitted or any(blocks(one, admitted[0], terms) for one in refused):
        return Settled(Status.OFF_SCALE, problems=listed, marked=marked)
    first = admitted[0]
    repeated = terms.repeats == "forbid" and len(admitted) + sum(_liftable(one, terms) for one in refused) > 1
    if _disagree(admitted) or repeated:
        return Settled(Status.CONFLICT, problems=(*listed, *map(_competing, admitted)))
    if terms.length and any(one.open_at_end for one in broken):
        return Settled(Status.TRUNCATED, problems=listed)
    return read_one(first, listed)


def read_one(one: Judged, problems: tuple[Problem, ...]) -> Settled:
    """The verdict of one admitted candidate."""
    assert isinstance(one.outcome, Admitted)
    return Settled(
        Status.READ,
        one.outcome.verdict,
        one.outcome.abstained,
        one.candidate.start,
        one.candidate.end,
        one.names,
        problems,
    )


def simple(outcome: Admitted, start: int, end: int) -> Settled:
    """The strict reading of one admitted value that has no rival."""
    return Settled(Status.READ, outcome.verdict, outcome.abstained, start, end)


def complete(one: Judged, terms: Terms) -> bool:
    """Whether nothing that was cut off could change the value."""
    return not terms.length or terms.ends_whole or one.candidate.complete


def _cut_short(real: list[Judged], terms: Terms) -> bool:
    """Whether a value that may have gone on after the cut is needed, or says something else."""
    whole = [one for one in real if complete(one, terms)]
    cut = [one for one in real if not complete(one, terms) and (one.form.marked or not whole)]
    if not whole:
        return True
    return bool(cut) and (any(isinstance(one.outcome, Refused) for one in cut) or _disagree([*whole, *cut]))


def _disagree(judged: list[Judged]) -> bool:
    verdicts = [one.outcome.verdict for one in judged if isinstance(one.outcome, Admitted)]
    return any(not same(verdicts[0], other) for other in verdicts[1:])


def blocks(one: Judged, best: Judged, terms: Terms) -> bool:
    """Whether an off-scale sibling of an admitted candidate may have been meant."""
    assert isinstance(best.outcome, Admitted)
    lifted = terms.lift(one)
    if lifted is not None and same(lifted.outcome.verdict, best.outcome.verdict):
        return False
    if not one.form.marked:
        return False
    value = one.candidate.value
    return one.form.blocks or isinstance(value, JsonValue) or terms.ask.scale.could_be_meant(value)


def _liftable(one: Judged, terms: Terms) -> bool:
    """Whether a value recovery can read the candidate: it is a repeat then."""
    return terms.lift(one) is not None


def split_gaps(broken: tuple[Broken, ...]) -> tuple[tuple[Broken, ...], tuple[Broken, ...]]:
    """The gaps, where a sound object has no value, and the places that are really broken."""
    gaps = tuple(one for one in broken if one.code == MISSING)
    return gaps, tuple(one for one in broken if one.code != MISSING)


def of_picked_object(judged: list[Judged], gaps: tuple[Broken, ...], picks: str) -> list[Judged]:
    """The candidates of the last or first object; none where an object with nothing but a gap comes after or before."""
    first = picks == "first"
    chosen = (min if first else max)((one.candidate for one in judged), key=lambda one: one.outer_start)
    if any(gap.start < chosen.outer_start if first else gap.start >= chosen.outer_end for gap in gaps):
        return []
    return [one for one in judged if one.candidate.outer_start == chosen.outer_start]


def picked(real: list[Judged], repeats: str, gaps: tuple[Broken, ...]) -> tuple[list[Judged], list[Judged]]:
    """The candidates that count under the form's own policy and the one for repeats, and the others."""
    kept = real
    for form in {id(one.form): one.form for one in real if one.form.picks}.values():
        own = [one for one in real if one.form is form]
        counted = set(map(id, of_picked_object(own, gaps, form.picks or "")))
        kept = [one for one in kept if one.form is not form or id(one) in counted]
    if repeats in ("last", "first") and kept:
        chosen = (max if repeats == "last" else min)(kept, key=lambda one: one.candidate.start)
        kept = [chosen]
    if len(kept) == len(real):
        return real, []
    counted = set(map(id, kept))
    return kept, [one for one in real if id(one) not in counted]


def _broken_status(broken: list[Broken], terms: Terms) -> Status:
    """Truncated if text appended at the very end could still complete one of them."""
    could = terms.length or any(one.open_at_end for one in broken)
    return Status.TRUNCATED if could else Status.MALFORMED


def problem_of(one: Judged) -> Problem:
    """A refused candidate as a problem."""
    assert isinstance(one.outcome, Refused)
    return Problem(one.outcome.code, one.outcome.message, one.candidate.start, one.candidate.end)


def listed_at(one: Broken | Note) -> Problem:
    """A broken place, a gap or a note as a problem."""
    return Problem(one.code, one.message, one.start, one.end)


def _competing(one: Judged) -> Problem:
    assert isinstance(one.outcome, Admitted)
    return competing(one.outcome.verdict, one.candidate.start, one.candidate.end)


def competing(verdict: Any, start: int | None, end: int | None) -> Problem:
    """A verdict that another place contradicts."""
    message = f"says {shown(verdict)}, and another place says otherwise"
    return Problem("competing", message, start or 0, end or 0)


def rivals(ends: list[Settled]) -> tuple[Problem, ...]:
    """The verdicts of several readings as problems, where they differ."""
    if all(same(ends[0].verdict, end.verdict) for end in ends[1:]):
        return ()
    return tuple(competing(end.verdict, end.start, end.end) for end in ends)


def shown(verdict: Any) -> str:
    """A verdict in a message: a long one is cut, so that no message outgrows the reply."""
    said = repr(verdict)
    return said if len(said) <= LONGEST else said[: LONGEST - 1] + "…"


def _passed(one: Judged) -> Problem:
    return Problem("passed_over", "another repeat counts", one.candidate.start, one.candidate.end)
