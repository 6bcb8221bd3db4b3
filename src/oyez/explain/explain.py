"""Explaining a reading: every place that was considered and what became of it; the reading is `oyez.read`'s own."""

from __future__ import annotations

from typing import Any

from oyez.contract import Contract, contract
from oyez.core.reply import Reply
from oyez.core.status import normalise_stop
from oyez.explain.fields import explain_field
from oyez.explain.sentences import reply_said, screened_said
from oyez.explain.values import Aside, Explanation
from oyez.reader.region import Cut, cut_region
from oyez.reader.replies import question_of, read
from oyez.reader.screen import screen
from oyez.text.quoted import fences_and_quotes


def explain(reply: str | Reply | None, under: Contract | str | dict[str, Any]) -> Explanation:
    """Why a reply reads as it does under a contract.

    `reply` is the text, a `Reply` with what is known beside it, or `None` for one that never came.
    `explain(...).reading` is what `oyez.read` gives; the rest says how it came about. Never raises for
    any text; raises `ContractError` for a contract that cannot be used.
    """
    agreed = under if isinstance(under, Contract) else contract(under)
    given = reply if isinstance(reply, Reply) else Reply(text=reply)
    reading = read(given, agreed)
    if given.text is None or screen(given) is not None:
        return Explanation(reading, given, (), (), screened_said(reading, given))
    cut = cut_region(given.text, agreed)
    stop = normalise_stop(given.stop)
    fields = tuple(explain_field(question_of(agreed, name, cut, given, stop), stop) for name in agreed.fields)
    return Explanation(reading, given, _aside(cut, agreed), fields, reply_said(agreed, fields))


def _aside(cut: Cut, agreed: Contract) -> tuple[Aside, ...]:
    """What was set aside before any form looked, unless every form reads the reply as one JSON object."""
    start = cut.region.start
    found = [Aside("before_answer", 0, start)] if start else []
    forms = [form for field in agreed.fields.values() for form in field.forms]
    if any(cut.for_form(form) is cut.region for form in forms):
        found += [Aside("in_thinking", start + low, start + high) for low, high in cut.thought]
        if cut.quoted:
            _, spans = fences_and_quotes(cut.region.spoken)
            found += [Aside("quoted", start + low, start + high) for low, high in spans]
    return tuple(sorted(found, key=lambda one: (one.start, one.end)))
