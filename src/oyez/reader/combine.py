"""Several fields: which of them give the reply its status and its verdict."""

from __future__ import annotations

from oyez.contract.model import EVERY_FIELD, Contract
from oyez.core.reading import FieldReading
from oyez.core.status import Status
from oyez.reader.settle import Settled
from oyez.recoveries import in_order


def combine(contract: Contract, ends: dict[str, Settled]) -> Settled:
    """The reply's own end: of the verdict field, of the first field that is missing, or of all fields."""
    if contract.all_fields:
        for name, field in contract.fields.items():
            if not field.optional and not ends[name].status.has_verdict:
                return ends[name]
    if contract.verdict != EVERY_FIELD:
        return ends[contract.verdict]
    read = {name: end for name, end in ends.items() if end.status.has_verdict}
    if not read:
        return next(iter(ends.values()))
    names = {name for end in read.values() for name in end.names}
    return Settled(
        Status.RECOVERED if names else Status.READ,
        {name: end.verdict for name, end in read.items()},
        all(end.abstained for end in read.values()),
        min(end.start for end in read.values() if end.start is not None),
        max(end.end for end in read.values() if end.end is not None),
        tuple(rule.name for rule in in_order(names)),
        tuple(problem for end in read.values() for problem in end.problems),
    )


def field_reading(end: Settled) -> FieldReading:
    """One field's end as it stands in a reading."""
    return FieldReading(end.status, end.verdict, rule_of(end), end.start, end.end, end.abstained)


def rule_of(end: Settled) -> str | None:
    """The names of the recoveries, joined; `None` for a strict reading."""
    return "+".join(end.names) if end.status is Status.RECOVERED else None
