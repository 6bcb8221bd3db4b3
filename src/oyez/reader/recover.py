"""Recovering: value recoveries on what the form found, then place recoveries where it found nothing."""

from __future__ import annotations

import msgspec

from oyez.core.candidate import Broken, Candidate, Found
from oyez.core.form import Form
from oyez.core.recovery import Hits, Place, PlaceRule, ValueRule
from oyez.core.status import Status
from oyez.core.value import Admitted, Refused
from oyez.forms.bracket import BracketForm
from oyez.reader.compose import settle_parts
from oyez.reader.echo import without_echoes
from oyez.reader.field import Pool, Question, judge_all, names_of, settle_pools, with_dissent
from oyez.reader.judge import Judged, judge, without_menu_lines
from oyez.reader.settle import Settled, listed_at, rivals, settle
from oyez.recoveries.labelled_bracket import relabelled

LABELLED = "labelled-bracket"
OPEN = (Status.ABSENT, Status.MALFORMED, Status.OFF_SCALE, Status.TRUNCATED)
"""The strict ends after which a recovery may run."""


class Tried(msgspec.Struct, frozen=True):
    """What one place recovery came to; `settled` is `None` where it found no candidate."""

    rule: PlaceRule
    settled: Settled | None
    judged: list[Judged]
    broken: tuple[Broken, ...] = ()


def recover(question: Question, settled: Settled, pools: list[Pool]) -> tuple[Settled, list[Tried]]:
    """The reading after recoveries: the strict one where none of them has anything to say."""
    if settled.status not in OPEN or not question.field.recover:
        return settled, []
    if settled.status is Status.OFF_SCALE:
        lifted = _lift_pools(question, pools)
        if lifted is not None:
            return _undisputed(lifted, pools, question), []
        if settled.marked:
            return settled, []
    found, tried = _places(question, settled, pools)
    return _undisputed(found, pools, question), tried


def _undisputed(settled: Settled, pools: list[Pool], question: Question) -> Settled:
    """A recovered verdict, unless a place that the contract does not recover says otherwise."""
    return with_dissent(settled, pools, question) if settled.status is Status.RECOVERED else settled


def _lift_pools(question: Question, pools: list[Pool]) -> Settled | None:
    """The same candidates with value recoveries and `labelled-bracket`; `None` if they stay off the scale."""
    if not question.contract.value_rules[question.field.name] and LABELLED not in question.field.recover:
        return None
    if not any(_may_be_lifted(one) for pool in pools for one in pool.judged):
        return None
    lifted = [
        Pool(pool.form, pool.region, lift_all(pool, question), pool.broken, pool.found) for pool in pools
    ]
    settled = settle_pools(lifted, question)
    if settled.status is Status.READ:
        return _recovered(settled, settled.names)
    return settled if settled.status is Status.CONFLICT else None


def _may_be_lifted(one: Judged) -> bool:
    """A refused value in a sound place; no recovery mends a fault that the form itself saw."""
    return isinstance(one.outcome, Refused) and one.candidate.fault is None


def lift_all(pool: Pool, question: Question) -> list[Judged]:
    """The candidates of a pool as the contract's value recoveries and `labelled-bracket` leave them."""
    rules = question.contract.value_rules[question.field.name]
    lifted = judge_all(
        Found(tuple(one.candidate for one in pool.judged)), pool.form, pool.region, question.ask, rules
    )
    if not isinstance(pool.form, BracketForm) or LABELLED not in question.field.recover:
        return lifted
    if question.length and not question.contract.recover_truncated:
        return lifted
    return [_relabel(one, pool.form, pool, question) for one in lifted]


def _relabel(one: Judged, form: BracketForm, pool: Pool, question: Question) -> Judged:
    """The value that a label or placeholder in the brackets points to, where the brackets hold no value."""
    if isinstance(one.outcome, Admitted):
        return one
    candidate = relabelled(one.candidate, form, pool.region, question.ask)
    if candidate is None:
        return one
    again = judge(candidate, pool.form, question.ask, question.contract.value_rules[question.field.name])
    return Judged(again.candidate, again.form, again.outcome, (LABELLED, *again.names))


def _places(question: Question, settled: Settled, pools: list[Pool]) -> tuple[Settled, list[Tried]]:
    """Every place recovery that may run, settled together."""
    cut = settled.status is Status.TRUNCATED or question.length
    cut = cut and not (question.contract.recover_truncated and _nothing_begun(settled, pools))
    rules = [rule for rule in question.contract.place_rules[question.field.name] if rule.cut or not cut]
    tried = [_try(rule, pool, question) for rule in rules for pool in pools if _serves(rule, pool.form)]
    ends = [one.settled for one in tried if one.settled is not None]
    off = next((end for end in ends if end.status is Status.OFF_SCALE), None)
    if off is not None:
        return Settled(Status.OFF_SCALE, problems=(*settled.problems, *off.problems), marked=True), tried
    clash = next((end for end in ends if end.status is Status.CONFLICT), None)
    read = [end for end in ends if end.status is Status.READ]
    against = rivals(read) if read else ()
    if clash is not None or against:
        told = clash.problems if clash is not None else against
        return Settled(Status.CONFLICT, problems=(*settled.problems, *told)), tried
    return (_recovered(read[0], read[0].names) if read else _with_broken(settled, tried)), tried


def _with_broken(settled: Settled, tried: list[Tried]) -> Settled:
    """The strict end, with the broken places listed that the recoveries came upon."""
    found = tuple(listed_at(one) for each in tried for one in each.broken)
    return msgspec.structs.replace(settled, problems=(*settled.problems, *found)) if found else settled


def _nothing_begun(settled: Settled, pools: list[Pool]) -> bool:
    """Whether the cut left no value of the form itself unfinished: one that did outranks any recovery."""
    if settled.status is not Status.TRUNCATED:
        return True
    return not any(pool.judged or any(one.open_at_end for one in pool.broken) for pool in pools)


def _serves(rule: PlaceRule, form: Form) -> bool:
    return not rule.forms or form.kind in rule.forms


def _try(rule: PlaceRule, pool: Pool, question: Question) -> Tried:
    place = Place(pool.region, pool.form, question.ask, names_of(question.field))
    hits = rule.find(place)
    judged = _judge_hits(rule, hits, pool, question)
    if not judged:
        return Tried(rule, None, [], hits.broken)
    broken = hits.broken
    if pool.form.parts is not None and not rule.whole_line:
        settled = settle_parts(judged, broken, pool.form, question.terms)
    else:
        settled = settle(judged, broken, question.terms)
    if settled.status is Status.READ:
        settled = _with_own_dissent(settled, hits, judged, pool, question)
    return Tried(rule, settled, judged, hits.broken)


def _judge_hits(rule: PlaceRule, hits: Hits, pool: Pool, question: Question) -> list[Judged]:
    """The hits with the scale's word on them; one that must fit and does not is no candidate."""
    names = {id(hit.candidate): hit for hit in hits.hits}
    found = Found(tuple(hit.candidate for hit in hits.hits), hits.broken)
    region = hits.within or pool.region
    if pool.form.echoes and not rule.whole_line:
        found = without_echoes(found, region, question.contract.echo_lines)
    rules = question.contract.value_rules[question.field.name] if rule.lifts else ()
    judged = [_judge_hit(one, names[id(one)].names, pool, question, rules) for one in found.candidates]
    if isinstance(pool.form, BracketForm) and (hits.within is not None or "bracket" in rule.forms):
        judged = without_menu_lines(judged, region, question.ask)
    return [
        one for one in judged if isinstance(one.outcome, Admitted) or not names[id(one.candidate)].must_fit
    ]


def _judge_hit(
    candidate: Candidate, names: tuple[str, ...], pool: Pool, question: Question, rules: tuple[ValueRule, ...]
) -> Judged:
    one = judge(candidate, pool.form, question.ask, rules)
    return Judged(one.candidate, one.form, one.outcome, (*names, *one.names))


def _with_own_dissent(
    settled: Settled, hits: Hits, judged: list[Judged], pool: Pool, question: Question
) -> Settled:
    """A conflict instead, where a weaker form says otherwise: in the region read anew, or among the hits."""
    if hits.within is None:
        return with_dissent(
            settled, [Pool(pool.form, pool.region, judged, (), Found())], question, looser=False
        )
    own = [judge(hit.candidate, pool.form, question.ask) for hit in hits.hits]
    return with_dissent(settled, [Pool(pool.form, hits.within, own, (), Found())], question)


def _recovered(settled: Settled, names: tuple[str, ...]) -> Settled:
    return Settled(
        Status.RECOVERED,
        settled.verdict,
        settled.abstained,
        settled.start,
        settled.end,
        tuple(dict.fromkeys(names)),
        settled.problems,
    )
