"""One field explained: the reader's own steps are run again, and every place they met is kept."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from oyez.core.form import Form
from oyez.core.problem import Problem
from oyez.core.status import Status, Stop
from oyez.core.value import Admitted
from oyez.explain.places import aside_in, broken, considered, noted, once
from oyez.explain.rulings import Group, reconcile, rule
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
    places = _ordered([*_of_forms(course), *_of_recoveries(course)], course)
    attempts = (*_value_attempts(course), *(_attempt(each, question) for each in course.tried))
    hidden = all(pool.region.open_thinking for pool in course.pools)
    said = field_said(question.field, course.strict, course.middle, course.end, places, hidden=hidden)
    name, end = question.field.name, course.end
    return FieldExplanation(name, end.status, course.strict.status, places, attempts, said)


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
    field, beside = course.question.field.name, course.end.status.has_verdict
    own = course.middle if course.lifted else course.strict
    for group in _groups(course, own):
        gave = own.start is None or group.end.start == own.start
        for ruling in rule(group, course.question.terms):
            yield considered(field, reconcile(ruling, own, gave=gave))
    for pool in course.pools:
        yield from (broken(field, pool.form, one, beside=beside) for one in pool.broken)
        yield from (noted(field, pool, one) for one in pool.found.notes)


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
    field, beside = course.question.field.name, course.end.status.has_verdict
    given = False
    for each in course.tried:
        settled = each.settled
        if settled is not None:
            group = Group(each.judged, each.broken, _form(each), settled)
            gave = settled.status is Status.READ and not given
            given = given or gave
            for ruling in rule(group, course.question.terms):
                yield considered(field, reconcile(ruling, course.middle, gave=gave))
        for one in each.broken:
            yield msgspec.structs.replace(broken(field, None, one, beside=beside), by=(each.rule.name,))


def _form(tried: Tried) -> Form | None:
    return tried.judged[0].form if tried.judged and not tried.rule.whole_line else None


def _ordered(found: list[Considered], course: Course) -> tuple[Considered, ...]:
    """Everything in the order of the text, with dissent and what was set aside."""
    dissent = [one for one in course.middle.problems if one.code == "dissent"]
    places = {(one.start, one.end) for one in dissent}
    kept = [one for one in found if (one.start, one.end) not in places]
    kept += [_dissenting(one, course) for one in dissent]
    known = {(one.start, one.end) for one in kept}
    kept += [one for one in _set_aside(course) if (one.start, one.end) not in known]
    return tuple(sorted(once(kept), key=lambda one: (one.start, one.end, one.by)))


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
                yield from aside_in(region, code, form, field.name, course.question.ask)


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
