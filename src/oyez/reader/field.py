"""Reading one field: find, judge, settle; then dissent; then, where the strict reading found nothing, recover."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from oyez.contract.model import Contract, Field
from oyez.core.ask import Ask
from oyez.core.candidate import Broken, Candidate, Found
from oyez.core.form import Form
from oyez.core.problem import Problem
from oyez.core.recovery import ValueRule
from oyez.core.region import Region
from oyez.core.scale import Scale
from oyez.core.status import Status
from oyez.core.value import Admitted, same
from oyez.forms._objects import ObjectForm
from oyez.forms.bracket import BracketForm
from oyez.forms.line import LineForm
from oyez.forms.lines import LinesForm
from oyez.reader.compose import settle_parts
from oyez.reader.echo import without_echoes
from oyez.reader.judge import Judged, judge, without_menu_lines
from oyez.reader.lift import Lifted, lift
from oyez.reader.region import Cut
from oyez.reader.settle import Settled, Terms, rivals, settle, shown
from oyez.recoveries import RECOVERIES, in_order, safe_names
from oyez.recoveries.decorated_label import decorated
from oyez.recoveries.escaped_markers import escaped
from oyez.recoveries.labelled_bracket import relabelled


class Question(msgspec.Struct, frozen=True):
    """One field asked of one reply: everything that its reading depends on."""

    contract: Contract
    field: Field
    ask: Ask
    cut: Cut
    length: bool
    """Whether the reply was cut by its length."""

    @property
    def terms(self) -> Terms:
        """How candidates are settled."""
        rules = safe_value_rules(self.field.scale)
        scale = self.field.scale

        def lifted(one: Judged) -> Lifted | None:
            return lift(one.candidate.value, one.candidate.marks, scale, rules)

        return Terms(self.ask, self.field.repeats, self.length, self.contract.cut == "value", lifted)


class Pool(msgspec.Struct, frozen=True):
    """What one form found, judged."""

    form: Form
    region: Region
    judged: list[Judged]
    broken: tuple[Broken, ...]
    found: Found


@lru_cache(maxsize=64)
def _safe_rules() -> tuple[ValueRule, ...]:
    return tuple(rule for rule in in_order(safe_names()) if isinstance(rule, ValueRule))


def safe_value_rules(scale: Scale) -> tuple[ValueRule, ...]:
    """Every safe value recovery that serves the scale, whatever the contract names."""
    return tuple(rule for rule in _safe_rules() if rule.serves(scale))


def strict(question: Question) -> tuple[Settled, list[Pool]]:
    """The strict reading of a field, and what each of its forms found."""
    pools = [_pool(form, question.cut.for_form(form), question) for form in question.field.forms]
    settled = settle_pools(pools, question)
    if settled.status is Status.READ:
        settled = with_dissent(settled, pools, question)
    return settled, pools


def _pool(form: Form, region: Region, question: Question) -> Pool:
    found = form.find(region, question.ask)
    if form.echoes:
        found = without_echoes(found, region, question.contract.echo_lines)
    return Pool(form, region, judge_all(found, form, region, question.ask), found.broken, found)


def judge_all(
    found: Found, form: Form, region: Region, ask: Ask, rules: tuple[ValueRule, ...] = ()
) -> list[Judged]:
    """Every candidate judged, menu lines of brackets included."""
    judged = [judge(candidate, form, ask, rules) for candidate in found.candidates]
    return without_menu_lines(judged, region, ask) if isinstance(form, BracketForm) else judged


def settle_pools(pools: list[Pool], question: Question) -> Settled:
    """Settle what all forms found: pooled, or form by form where verdicts are objects or none is admitted."""
    terms = question.terms
    if len(pools) == 1:
        return _settle_pool(pools[0], terms)
    if any(pool.form.parts is not None for pool in pools):
        return _settle_apart(pools, terms)
    judged = [one for pool in pools for one in pool.judged]
    if any(isinstance(one.outcome, Admitted) for one in judged):
        broken = tuple(one for pool in pools for one in pool.broken)
        notes = tuple(note for pool in pools for note in pool.found.notes)
        return settle(judged, broken, terms, notes)
    return _first_found(pools, [_settle_pool(pool, terms) for pool in pools])


def _settle_pool(pool: Pool, terms: Terms) -> Settled:
    if pool.form.parts is not None:
        return settle_parts(pool.judged, pool.broken, pool.form, terms, pool.found.notes)
    return settle(pool.judged, pool.broken, terms, pool.found.notes)


def _settle_apart(pools: list[Pool], terms: Terms) -> Settled:
    """Alternatives of which some give objects: those with a verdict must agree."""
    ends = [_settle_pool(pool, terms) for pool in pools]
    verdicts = [one for one in ends if one.status is Status.READ]
    if not verdicts:
        return _first_found(pools, ends)
    against = rivals(verdicts)
    if against:
        return Settled(Status.CONFLICT, problems=(*verdicts[0].problems, *against))
    return verdicts[0]


def _first_found(pools: list[Pool], ends: list[Settled]) -> Settled:
    """The end of the first marked form that found something, else of the first positional one, else the first."""
    order = sorted(range(len(pools)), key=lambda index: not pools[index].form.marked)
    for index in order:
        if pools[index].judged or pools[index].broken:
            return ends[index]
    return ends[0]


def with_dissent(settled: Settled, pools: list[Pool], question: Question, *, looser: bool = True) -> Settled:
    """A conflict instead, where a weaker form of the same answer says a different valid verdict."""
    if question.contract.dissent == "ignore" or question.field.scale.free:
        return settled
    rules = safe_value_rules(question.field.scale)
    for pool in pools:
        for one in weaker(pool, question, rules, looser=looser):
            part = one.candidate.part
            verdict = settled.verdict if part is None else _part(settled.verdict, part)
            if (
                isinstance(one.outcome, Admitted)
                and verdict is not None
                and not same(one.outcome.verdict, verdict)
            ):
                message = f"the reply says {shown(verdict)}, and this says {shown(one.outcome.verdict)}"
                here = Problem("dissent", message, one.candidate.start, one.candidate.end)
                return Settled(Status.CONFLICT, problems=(*settled.problems, here))
    return settled


def _part(verdict: Any, part: str) -> Any:
    """One part of an object verdict; `None` where the verdict came from a form that gives no object."""
    return verdict.get(part) if isinstance(verdict, dict) else None


def weaker(
    pool: Pool, question: Question, rules: tuple[ValueRule, ...], *, looser: bool = True
) -> list[Judged]:
    """The candidates of a form that only a value recovery or, if asked for, a looser mark can read."""
    if isinstance(pool.form, ObjectForm):
        return []
    refused = [one.candidate for one in pool.judged if not isinstance(one.outcome, Admitted)]
    counted = [] if question.field.repeats in ("last", "first") else refused
    made = []
    for own in (counted, _looser(pool, question) if looser else []):  # apart: a menu is written in one form
        real = without_echoes(Found(tuple(own)), pool.region, question.contract.echo_lines, elsewhere=True)
        made += judge_all(real, pool.form, pool.region, question.ask, rules)
    return made


def _looser(pool: Pool, question: Question) -> list[Candidate]:
    form, ask, region = pool.form, question.ask, pool.region
    if isinstance(form, LineForm):
        made = decorated(region, (form.label,), None, ask, ask.labels if form.until else ())
        return [one for one in made if isinstance(one, Candidate)]
    if isinstance(form, LinesForm):
        sheets = [decorated(region, (name,), name, ask) for name in form.names]
        return [one for made in sheets for one in made if isinstance(one, Candidate)]
    if isinstance(form, BracketForm):
        inside = [relabelled(one.candidate, form, region, ask) for one in pool.judged]
        other = escaped(region, form).candidates
        return [*(one for one in inside if one is not None), *other]
    return []


def names_of(field: Field) -> frozenset[str]:
    """The recoveries that a field names, known or joined."""
    return frozenset(name for name in field.recover if RECOVERIES.get(name) is not None)
