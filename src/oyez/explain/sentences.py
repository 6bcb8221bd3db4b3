"""The sentences of an explanation: what a recovery, a field and a reply came to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from oyez.contract.model import EVERY_FIELD, Contract, Field
from oyez.core.candidate import MISSING
from oyez.core.reading import Reading
from oyez.core.reply import Reply
from oyez.core.status import Status
from oyez.core.value import Admitted
from oyez.explain.values import Considered, Fate, FieldExplanation
from oyez.explain.words import SCREENED, shown
from oyez.reader.judge import Judged
from oyez.reader.recover import Tried
from oyez.reader.settle import Settled

_TELLING: Final = {
    Status.MALFORMED: (Fate.BROKEN,),
    Status.OFF_SCALE: (Fate.BLOCKS, Fate.REFUSED, Fate.PLACEHOLDER),
    Status.TRUNCATED: (Fate.CUT, Fate.BROKEN),
}
"""The fates that tell why, by status."""


def attempt_said(tried: Tried) -> str:
    """What one place recovery found."""
    if tried.settled is None:
        if not tried.broken:
            return "found nothing"
        return f"found nothing whole: {tried.broken[0].message}"
    if tried.settled.status is Status.READ:
        return f"found {shown(tried.settled.verdict)}"
    if tried.settled.status is Status.OFF_SCALE:
        return "found a value that is not on the scale, so no recovery counts"
    if tried.settled.status is Status.CONFLICT:
        return "found values that say different things"
    return f"found candidates, and came to {tried.settled.status}"


def value_attempt_said(helped: list[Judged], decided: bool) -> str:
    """What the value recoveries came to on the candidates of a form."""
    if not helped:
        return "none brings a candidate onto the scale"
    first = helped[0]
    said = shown(first.outcome.verdict) if isinstance(first.outcome, Admitted) else "a value"
    end = "" if decided else ", which does not settle the matter"
    more = f", and {len(helped) - 1} more" if len(helped) > 1 else ""
    return f"{'+'.join(first.names)} makes {said}{more}{end}"


def field_said(
    field: Field, strict: Settled, middle: Settled, end: Settled, found: Iterable[Considered], *, hidden: bool
) -> str:
    """What settling came to, in one sentence."""
    places = list(found)
    if end.status is Status.READ:
        return _read(end, places)
    if end.status is Status.RECOVERED:
        gave = f"{'+'.join(end.names)} gives {shown(end.verdict)}"
        return f"The form itself came to {strict.status}; {gave}{_abstained(end)}."
    if end.status is Status.REFUSED:
        return (
            f"The provider reports a refusal, and there is no readable verdict ({middle.status} otherwise)."
        )
    if end is not middle and hidden:
        return "The thinking never ended, and no verdict stands before it."
    return _none(field, end, places)


def _read(end: Settled, places: list[Considered]) -> str:
    count = sum(one.fate is Fate.TAKEN for one in places)
    agree = sum(one.fate is Fate.AGREES for one in places)
    if any(one.part is not None for one in places if one.fate is Fate.TAKEN):
        return (
            f"Each of the {count} parts has one verdict, and nothing competes."
            if count > 1
            else ("The one part has one verdict, and nothing competes.")
        )
    if agree:
        return f"{agree + 1} places agree on {shown(end.verdict)}, and nothing competes{_abstained(end)}."
    return (
        f"One value in the form is on the scale, and nothing competes: {shown(end.verdict)}{_abstained(end)}."
    )


def _abstained(end: Settled) -> str:
    return ", which the contract counts as abstaining" if end.abstained else ""


def _none(field: Field, end: Settled, places: list[Considered]) -> str:
    missing = [one.message for one in end.problems if one.code == MISSING]
    if end.status is Status.CONFLICT:
        return _conflict(field, end, places)
    telling = [one for fate in _TELLING.get(end.status, ()) for one in places if one.fate is fate]
    why = f": {telling[0].why}" if telling else ""
    if end.status is Status.MALFORMED:
        return f"Something began in the form and is broken{why}."
    if end.status is Status.OFF_SCALE:
        return f"A value was found that is not on the scale{why}."
    if end.status is Status.TRUNCATED:
        return f"The reply was cut before a verdict was complete{why}."
    if missing:
        more = f", and {len(missing) - 3} more" if len(missing) > 3 else ""
        return f"Parts are missing: {'; '.join(missing[:3])}{more}."
    forms = " or ".join(dict.fromkeys(form.kind for form in field.forms))
    return f"The reply is whole, and nothing in it stands in the form {forms}{_aside(places)}."


def _aside(places: list[Considered]) -> str:
    """What there would have been, had it been said."""
    aside = {one.fate for one in places} & {Fate.QUOTED, Fate.IN_THINKING}
    names = {Fate.QUOTED: "quoted text", Fate.IN_THINKING: "thinking"}
    where = " and ".join(names[fate] for fate in sorted(aside))
    return f", but for {where}" if where else ""


def _conflict(field: Field, end: Settled, places: list[Considered]) -> str:
    if any(one.code == "duplicate_key" for one in end.problems):
        return "A key of the contract is given twice with different values, and neither wins."
    competing = [one for one in places if one.fate is Fate.COMPETES]
    if field.repeats == "forbid" and len({one.why for one in competing}) == 1:
        return "The verdict stands more than once, and the contract forbids repeats."
    return f"{len(competing) if len(competing) > 1 else 'Two'} places compete, and none wins."


def screened_said(reading: Reading, reply: Reply) -> str:
    """Why a reply ended before any form looked at it."""
    why = reply.error or (reading.problems[0].message if reading.problems else "")
    return f"{SCREENED[reading.status]}{f': {why}' if why else ''}."


def reply_said(contract: Contract, fields: tuple[FieldExplanation, ...]) -> str:
    """Why the reply has the status it has: which field gives it."""
    if len(fields) == 1 and contract.verdict != EVERY_FIELD:
        return fields[0].said
    if contract.all_fields:
        for one in fields:
            if not contract.fields[one.name].optional and not one.status.has_verdict:
                return f"The contract wants every field, and `{one.name}` has no verdict. {one.said}"
    if contract.verdict != EVERY_FIELD:
        own = next(one for one in fields if one.name == contract.verdict)
        return f"The field `{own.name}` gives the reply its status. {own.said}"
    if any(one.status.has_verdict for one in fields):
        return "The verdict is the object of all fields that have one."
    return f"No field has a verdict. {fields[0].said}"
