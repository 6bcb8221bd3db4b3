"""Reading a reply: screen, find, admit, settle. It is total, pure and linear, and it never guesses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from oyez.contract import Contract, contract
from oyez.contract.model import EVERY_FIELD
from oyez.core.ask import Ask
from oyez.core.problem import Problem
from oyez.core.reading import Reading
from oyez.core.reply import Reply
from oyez.core.status import Status, Stop, normalise_stop
from oyez.reader.combine import combine, field_reading, rule_of
from oyez.reader.fast import Plan, plan_for
from oyez.reader.field import Question, strict
from oyez.reader.recover import recover
from oyez.reader.region import Cut, cut_region, set_aside
from oyez.reader.screen import screen
from oyez.reader.settle import Settled
from oyez.reader.version import VERSION

MOST_LISTED = 100
"""How many problems a reading lists; a hostile reply could hold millions."""


def read(reply: str | Reply | None, under: Contract | str | dict[str, Any]) -> Reading:
    """Read one reply under a contract.

    `reply` is the text, a `Reply` with what is known beside it, or `None` for one that never came.
    Never raises for any text; raises `ContractError` for a contract that cannot be used.
    """
    agreed = under if isinstance(under, Contract) else contract(under)
    if not isinstance(reply, Reply):
        quick = _quickly(reply, agreed, Stop.UNKNOWN) if reply else None
        return read_fully(Reply(text=reply), agreed, Stop.UNKNOWN) if quick is None else quick
    stop = normalise_stop(reply.stop)
    plain = reply.text and reply.error is None and stop in _PLAIN_STOPS
    quick = _quickly(reply.text, agreed, stop) if plain and reply.text else None
    return read_fully(reply, agreed, stop) if quick is None else quick


def read_fully(given: Reply, agreed: Contract, stop: Stop) -> Reading:
    """Read one reply by the full rules, never the short way."""
    early = screen(given)
    if early is not None:
        end = Settled(early.status, problems=early.problems)
        return _reading(agreed, given.text, stop, end, dict.fromkeys(agreed.fields, end))
    assert given.text is not None
    cut = cut_region(given.text, agreed)
    ends = {name: read_field(agreed, name, cut, given, stop) for name in agreed.fields}
    end = combine(agreed, ends)
    return _reading(agreed, given.text, stop, _with_aside(end, agreed, cut, given), ends)


_PLAIN_STOPS = (Stop.UNKNOWN, Stop.END)


def _quickly(text: str, agreed: Contract, stop: Stop) -> Reading | None:
    """The reading by the contract's short way, where it proves the reply simple."""
    plan = _plan(agreed)
    ends = plan(text) if plan is not None else None
    return None if ends is None else _reading(agreed, text, stop, combine(agreed, ends), ends)


def _plan(agreed: Contract) -> Plan | None:
    """The contract's short way, made once and kept with it."""
    kept = agreed.__dict__
    if "_plan" not in kept:
        kept["_plan"] = plan_for(agreed)
    plan: Plan | None = kept["_plan"]
    return plan


def read_many(
    replies: Iterable[str | Reply | None], under: Contract | str | dict[str, Any]
) -> Iterator[Reading]:
    """Read replies one by one, in order, without holding them; raises `TypeError` for one string."""
    if isinstance(replies, str):
        raise TypeError("read_many takes many replies, and a string is one: use read, or put it in a list")
    agreed = under if isinstance(under, Contract) else contract(under)
    return (read(reply, agreed) for reply in replies)


def read_field(agreed: Contract, name: str, cut: Cut, reply: Reply, stop: Stop) -> Settled:
    """One field of a reply that has passed the screen."""
    question = question_of(agreed, name, cut, reply, stop)
    settled, pools = strict(question)
    settled, _ = recover(question, settled, pools)
    return last_words(settled, stop, hidden=all(pool.region.open_thinking for pool in pools))


def question_of(agreed: Contract, name: str, cut: Cut, reply: Reply, stop: Stop) -> Question:
    """Everything that the reading of one field depends on."""
    ask = agreed.asks[name]
    if reply.ids is not None and agreed.ids is None:
        ask = msgspec.structs.replace(ask, ids=tuple(map(str, reply.ids)))
    return Question(agreed, agreed.fields[name], ask, cut, stop is Stop.LENGTH)


def last_words(settled: Settled, stop: Stop, *, hidden: bool) -> Settled:
    """Without a verdict, thinking that never ended makes the reply truncated, and a refusal stop refused."""
    if settled.status.has_verdict:
        return settled
    if stop is Stop.REFUSAL:
        return Settled(Status.REFUSED, problems=settled.problems)
    if hidden and settled.status is not Status.CONFLICT:
        return Settled(Status.TRUNCATED, problems=settled.problems)
    return settled


def _with_aside(end: Settled, agreed: Contract, cut: Cut, reply: Reply) -> Settled:
    """The same, with candidates listed that stand in thinking or quoted text and were set aside."""
    names = tuple(agreed.fields) if agreed.verdict == EVERY_FIELD else (agreed.verdict,)
    listed: list[Problem] = []
    for code, region in set_aside(cut):
        for name in names:
            listed += _candidates_in(region, code, agreed, agreed.asks[name], name)
    listed = [one for one in listed if not _overlaps(one, end)]
    return msgspec.structs.replace(end, problems=(*end.problems, *listed)) if listed else end


def _candidates_in(region: Any, code: str, agreed: Contract, ask: Ask, name: str) -> list[Problem]:
    message = f"{'thought' if code == 'in_thinking' else 'quoted'}, not said"
    found = [form.find(region, ask) for form in agreed.fields[name].forms if form.marked]
    return [Problem(code, message, one.start, one.end) for each in found for one in each.candidates]


def _overlaps(problem: Problem, end: Settled) -> bool:
    if end.start is None or end.end is None:
        return False
    return problem.start < end.end and end.start < problem.end


def _reading(
    agreed: Contract, text: str | None, stop: Stop, end: Settled, ends: dict[str, Settled]
) -> Reading:
    several = len(ends) > 1 or agreed.verdict == EVERY_FIELD
    return Reading(
        contract=agreed.ref,
        reader=VERSION,
        status=end.status,
        verdict=end.verdict,
        abstained=end.abstained,
        rule=rule_of(end),
        start=end.start,
        end=end.end,
        evidence=None if text is None or end.start is None else text[end.start : end.end],
        stop=stop,
        problems=_bounded(end.problems) if end.problems else (),
        fields={name: field_reading(one) for name, one in ends.items()} if several else None,
        text=text,
    )


def _bounded(problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
    """The problems in the order of the text, each once, and a last one that counts the rest."""
    ordered = sorted(dict.fromkeys(problems), key=lambda one: (one.start, one.end))
    if len(ordered) <= MOST_LISTED:
        return tuple(ordered)
    rest = ordered[MOST_LISTED:]
    more = Problem("more", f"{len(rest)} more problems", rest[0].start, max(one.end for one in rest))
    return (*ordered[:MOST_LISTED], more)
