"""One field explained: the reader's own steps are run again, and every place they met is kept."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from oyez.core.candidate import Broken, Candidate, Note
from oyez.core.form import Form
from oyez.core.problem import Problem
from oyez.core.region import Region
from oyez.core.status import Status, Stop
from oyez.core.value import Admitted, JsonValue
from oyez.explain import words
from oyez.explain.rulings import Group, Ruling, reconcile, rule
from oyez.explain.sentences import attempt_said, field_said, value_attempt_said
from oyez.explain.values import Attempt, Considered, Fate, FieldExplanation
from oyez.reader.field import Pool, Question, settle_pools, strict
from oyez.reader.recover import Tried, lift_all, recover
from oyez.reader.region import set_aside
from oyez.reader.replies import last_words
from oyez.reader.settle import Settled


class Course(msgspec.Struct, frozen=True):
    """How the reading of a field went, step by step."""

    question: Question
    pools: list[Pool]
    """What the forms found; lifted by value recoveries where that decided."""
    strict: Settled
    middle: Settled
    """After recoveries, before the stop reason and open thinking have their word."""
    tried: list[Tried]
    end: Settled
    lifted: bool
    """Whether value recoveries on the same candidates decided."""


def explain_field(question: Question, stop: Stop) -> FieldExplanation:
    """How one field was read, and what it came to."""
    course = _course(question, stop)
    considered = _ordered([*_of_forms(course), *_of_recoveries(course)], course)
    attempts = (*_value_attempts(course), *(_attempt(each, question) for each in course.tried))
    hidden = all(pool.region.open_thinking for pool in course.pools)
    said = field_said(question.field, course.strict, course.middle, course.end, considered, hidden=hidden)
    name, end = question.field.name, course.end
    return FieldExplanation(name, end.status, course.strict.status, considered, attempts, said)


def _course(question: Question, stop: Stop) -> Course:
    first, pools = strict(question)
    middle, tried = recover(question, first, pools)
    lifted = middle is not first and not tried
    if lifted:
        pools = [msgspec.structs.replace(pool, judged=lift_all(pool, question)) for pool in pools]
    hidden = all(pool.region.open_thinking for pool in pools)
    end = last_words(middle, stop, hidden=hidden)
    return Course(question, pools, first, middle, tried, end, lifted)


def _of_forms(course: Course) -> Iterator[Considered]:
    """The places that the forms themselves found."""
    field = course.question.field.name
    own = course.middle if course.lifted else course.strict
    for group in _groups(course, own):
        gave = own.start is None or group.end.start == own.start
        for ruling in rule(group, course.question.terms):
            yield _considered(field, reconcile(ruling, own, gave=gave))
    for pool in course.pools:
        yield from (_broken(course, pool.form, one) for one in pool.broken)
        yield from (_noted(field, pool, one) for one in pool.found.notes)


def _groups(course: Course, own: Settled) -> list[Group]:
    """The candidates as they were settled: all forms pooled, or form by form."""
    pools = course.pools
    pooled = [one for pool in pools for one in pool.judged]
    if (
        len(pools) > 1
        and not any(pool.form.parts is not None for pool in pools)
        and any(isinstance(one.outcome, Admitted) for one in pooled)
    ):
        return [Group(pooled, tuple(one for pool in pools for one in pool.broken), None, own)]
    return [
        Group(pool.judged, pool.broken, pool.form, settle_pools([pool], course.question)) for pool in pools
    ]


def _of_recoveries(course: Course) -> Iterator[Considered]:
    """The places that only a place recovery found."""
    field = course.question.field.name
    given = False
    for each in course.tried:
        settled = each.settled
        if settled is not None:
            group = Group(each.judged, each.broken, _form(each), settled)
            gave = settled.status is Status.READ and not given
            given = given or gave
            for ruling in rule(group, course.question.terms):
                yield _considered(field, reconcile(ruling, course.middle, gave=gave))
        for one in each.broken:
            yield msgspec.structs.replace(_broken(course, None, one), by=(each.rule.name,))


def _form(tried: Tried) -> Form | None:
    return tried.judged[0].form if tried.judged and not tried.rule.whole_line else None


def _considered(field: str, ruling: Ruling) -> Considered:
    candidate = ruling.one.candidate
    return Considered(
        field=field,
        form=ruling.one.form.kind,
        start=candidate.start,
        end=candidate.end,
        value=_captured(candidate),
        fate=ruling.fate,
        why=ruling.why,
        complete=candidate.complete,
        part=candidate.part,
        by=ruling.one.names,
    )


def _captured(candidate: Candidate) -> Any:
    value = candidate.value
    return value.data if isinstance(value, JsonValue) else value


def _broken(course: Course, form: Form | None, one: Broken) -> Considered:
    return Considered(
        field=course.question.field.name,
        form=form.kind if form else "",
        start=one.start,
        end=one.end,
        value=None,
        fate=Fate.BROKEN,
        why=words.broken(one, beside=course.end.status.has_verdict),
        complete=not one.open_at_end,
        part=one.part,
    )


def _noted(field: str, pool: Pool, note: Note) -> Considered:
    fate = Fate.PROMPT_ECHO if note.code == "prompt_echo" else Fate.NOTED
    return Considered(
        field=field,
        form=pool.form.kind,
        start=note.start,
        end=note.end,
        value=pool.region.raw[note.start : note.end],
        fate=fate,
        why=note.message,
    )


def _ordered(found: list[Considered], course: Course) -> tuple[Considered, ...]:
    """Everything in the order of the text, with dissent and what was set aside."""
    dissent = [one for one in course.strict.problems if one.code == "dissent"]
    places = {(one.start, one.end) for one in dissent}
    kept = [one for one in found if (one.start, one.end) not in places]
    kept += [_dissenting(one, course) for one in dissent]
    known = {(one.start, one.end) for one in kept}
    kept += [one for one in _set_aside(course) if (one.start, one.end) not in known]
    return tuple(sorted(_once(kept), key=lambda one: (one.start, one.end, one.by)))


_RANK = {fate: rank for rank, fate in enumerate(Fate)}


def _once(found: list[Considered]) -> list[Considered]:
    """Each place once, with the fate that says most: several recoveries may find the same."""
    kept: dict[tuple[Any, ...], Considered] = {}
    for one in found:
        says = one.why if one.fate is Fate.COMPETES else one.fate is Fate.BROKEN
        key = (one.start, one.end, one.part, says)
        if key not in kept or _RANK[one.fate] < _RANK[kept[key].fate]:
            kept[key] = one
    return list(kept.values())


def _dissenting(problem: Problem, course: Course) -> Considered:
    """The place that a weaker form reads otherwise than the form itself."""
    pool = course.pools[0]
    return Considered(
        field=course.question.field.name,
        form=pool.form.kind,
        start=problem.start,
        end=problem.end,
        value=pool.region.raw[problem.start : problem.end],
        fate=Fate.COMPETES,
        why=f"{problem.message}, read through a recovery; neither wins",
    )


def _set_aside(course: Course) -> Iterator[Considered]:
    """What stands in the form inside thinking or quoted text."""
    field = course.question.field
    for code, region in set_aside(course.question.cut):
        for form in field.forms:
            if form.marked and course.question.cut.for_form(form) is course.question.cut.region:
                yield from _aside_in(region, code, form, course)


def _aside_in(region: Region, code: str, form: Form, course: Course) -> Iterator[Considered]:
    for one in form.find(region, course.question.ask).candidates:
        yield Considered(
            field=course.question.field.name,
            form=form.kind,
            start=one.start,
            end=one.end,
            value=_captured(one),
            fate=Fate(code),
            why=words.ASIDE[code],
            complete=one.complete,
            part=one.part,
        )


def _value_attempts(course: Course) -> Iterator[Attempt]:
    """The value recoveries, where they ran on the candidates of the form."""
    rules = course.question.contract.value_rules[course.question.field.name]
    if course.strict.status is not Status.OFF_SCALE or not rules:
        return
    names = tuple(each.name for each in rules)
    for pool in course.pools:
        lifted = pool.judged if course.lifted else lift_all(pool, course.question)
        helped = [one for one in lifted if one.names]
        if pool.judged:
            yield Attempt(names, pool.form.kind, len(helped), value_attempt_said(helped, course.lifted))


def _attempt(tried: Tried, question: Question) -> Attempt:
    form = tried.judged[0].form.kind if tried.judged else _served(tried, question)
    return Attempt((tried.rule.name,), form, len(tried.judged), attempt_said(tried))


def _served(tried: Tried, question: Question) -> str:
    """The forms of the field that the recovery served."""
    kinds = dict.fromkeys(form.kind for form in question.field.forms)
    return ", ".join(kind for kind in kinds if not tried.rule.forms or kind in tried.rule.forms)
