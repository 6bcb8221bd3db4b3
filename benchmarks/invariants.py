"""What holds of every reading of every reply, whatever they are: each rule raises `Broken` where it does not.

The rules are those of the design page: a verdict exactly with a status that has one, true spans, no verdict
that the evidence does not spell, strict readings that no recovery changes, the same reading twice, and
readings that do not depend on the line end, a byte order mark, blank lines in front or a thought before.
"""

from __future__ import annotations

from typing import Any

import oracle

import oyez
from oyez.core.status import normalise_stop
from oyez.reader.replies import read_fully

LONGEST_LIST = 101
"""Most problems that a reading may list, the one that counts the rest among them."""


class BrokenRuleError(AssertionError):
    """A rule that a reading breaks."""


def demand(holds: bool, rule: str, reading: object) -> None:
    """Raise unless the rule holds."""
    if not holds:
        raise BrokenRuleError(f"{rule}: {reading!r}")


def coupled(reading: oyez.Reading) -> None:
    """A verdict, a place and evidence exactly with `read` and `recovered`; a rule exactly with `recovered`."""
    said = reading.status.value in ("read", "recovered")
    demand(said or reading.verdict is None, "no verdict without a status that has one", reading)
    demand((reading.start is not None) == said, "a place exactly with a verdict", reading)
    demand((reading.evidence is not None) == said, "evidence exactly with a verdict", reading)
    demand(
        (reading.rule is not None) == (reading.status == "recovered"),
        "a rule exactly when recovered",
        reading,
    )
    demand(said or not reading.abstained, "only a verdict abstains", reading)
    for field in (reading.fields or {}).values():
        has = field.status.value in ("read", "recovered")
        demand(has or (field.verdict is None and field.start is None), "fields are coupled too", field)
        demand((field.rule is not None) == (field.status == "recovered"), "fields name their rule", field)


def spans_true(reading: oyez.Reading, text: str | None) -> None:
    """Every span lies in the reply, and the evidence is what stands there."""
    size = len(text or "")
    if reading.start is not None and reading.end is not None:
        demand(0 <= reading.start < reading.end <= size, "the verdict's span lies in the reply", reading)
        demand(
            text is not None and reading.evidence == text[reading.start : reading.end],
            "evidence is true",
            reading,
        )
    places = [(one.start, one.end) for one in reading.problems]
    demand(
        all(0 <= start <= end <= size for start, end in places), "problems lie in the reply", reading.problems
    )
    demand(
        places == sorted(places) and len(places) <= LONGEST_LIST,
        "problems are ordered and few",
        reading.problems,
    )
    for field in (reading.fields or {}).values():
        if field.start is not None and field.end is not None:
            demand(0 <= field.start < field.end <= size, "field spans lie in the reply", field)


def _single(contract: dict[str, Any]) -> dict[str, Any] | None:
    """The contract, if it has one field whose verdict is one value."""
    forms = contract.get("form", [])
    forms = forms if isinstance(forms, list) else [forms]
    if "field" in contract or not forms or any("json_items" in form or "lines" in form for form in forms):
        return None
    return contract


def not_invented(reading: oyez.Reading, contract: dict[str, Any]) -> None:
    """The evidence of a strict reading means the verdict; that of a recovered one spells it."""
    single = _single(contract)
    if single is None or reading.evidence is None:
        return
    tree = single["scale"]
    if isinstance(tree, dict) and "items" in tree:
        return
    if reading.status == "recovered":
        demand(
            oracle.spells(reading.evidence, reading.verdict, tree), "a recovered verdict is spelt", reading
        )
        return
    meanings = [oracle.from_text(reading.evidence, tree), oracle.from_json(reading.evidence, tree)]
    same = [one is not oracle.NOTHING and alike(one, reading.verdict) for one in meanings]
    demand(any(same), "the evidence means the verdict", reading)


def alike(one: Any, other: Any) -> bool:
    """Whether two verdicts are one, with true never 1."""
    return repr(_plain(one)) == repr(_plain(other))


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(value[key]) for key in sorted(value)}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return value if isinstance(value, bool | str) or value is None else float(value)


def essence(reading: oyez.Reading, shift: int = 0) -> tuple[Any, ...]:
    """What must agree between two readings of the same answer, places moved by `shift`."""
    place = (
        None if reading.start is None or reading.end is None else (reading.start - shift, reading.end - shift)
    )
    return reading.status, repr(_plain(reading.verdict)), reading.rule, reading.abstained, place


def strict_first(reply: oyez.Reply, bare: oyez.Contract, reading: oyez.Reading) -> oyez.Reading:
    """A strict verdict, a conflict and a reply that ends early are the same with and without recoveries.

    Where all fields are asked for, this holds field by field: a recovery in one field may complete a reply
    whose verdict, in another, is strict, or add an optional field that the strict reading left out.
    """
    strict = oyez.read(reply, bare)
    demand(strict.status != "recovered", "without recoveries nothing is recovered", strict)
    for name, field in (strict.fields or {}).items():
        other = (reading.fields or {})[name]
        demand(
            field.status not in FIRM or field == other, "recoveries change no strict field", (field, other)
        )
    if open_object(bare) or bare.all_fields:
        return strict
    if strict.status in FIRM:
        demand(essence(strict) == essence(reading), "recoveries change no strict reading", (strict, reading))
    elif not bare.all_fields:
        # Under `all_fields` another field may be recovered, and then the verdict field gives the status.
        demand(reading.status != "read", "recoveries make no strict reading", (strict, reading))
    return strict


FIRM = ("read", "conflict", "undelivered", "empty", "unsupported")
"""The statuses after which no recovery runs."""


def open_object(contract: oyez.Contract) -> bool:
    """Whether the verdict is the object of all fields, some of which may be missing."""
    return contract.verdict == "*" and any(field.optional for field in contract.fields.values())


def pure(reply: oyez.Reply, contract: oyez.Contract, reading: oyez.Reading) -> None:
    """The same reading twice, and by the full rules."""
    demand(oyez.read(reply, contract) == reading, "the same reading twice", reading)
    full = read_fully(reply, contract, normalise_stop(reply.stop))
    demand(full == reading, "the short way and the full rules agree", (reading, full))


def moved(reply: oyez.Reply, contract: oyez.Contract, reading: oyez.Reading, front: str) -> None:
    """Something that says nothing in front of a reply moves the places and changes nothing else."""
    text = front + (reply.text or "")
    again = oyez.read(oyez.Reply(text=text, stop=reply.stop, error=reply.error, ids=reply.ids), contract)
    demand(
        essence(again, len(front)) == essence(reading),
        f"{front!r} in front changes nothing",
        (reading, again),
    )


def line_ends(reply: oyez.Reply, contract: oyez.Contract, reading: oyez.Reading) -> None:
    """LF and CR LF are one."""
    text = (reply.text or "").replace("\n", "\r\n")
    again = oyez.read(oyez.Reply(text=text, stop=reply.stop, error=reply.error, ids=reply.ids), contract)
    parts = [(one.status, one.rule, one.abstained, repr(_plain(one.verdict))) for one in (again, reading)]
    same = parts[0][:3] == parts[1][:3] and parts[0][3].replace("\\r\\n", "\\n") == parts[1][3]
    demand(same, "LF and CR LF are one", (reading, again))


def cut_is_no_gift(reply: oyez.Reply, contract: oyez.Contract, reading: oyez.Reading) -> None:
    """A reply cut by its length never says more than the same reply that ended. Contracts that take
    partial objects or recover from cut replies are left out: they ask for what is there."""
    partial = contract.partial or contract.at_least is not None or open_object(contract)
    partial = partial or contract.recover_truncated
    if reading.stop != "length" or not reading.ok or partial:
        return
    whole = oyez.read(oyez.Reply(text=reply.text, ids=reply.ids), contract)
    demand(
        essence(whole)[:2] == essence(reading)[:2],
        "a cut reply says what the whole one says",
        (whole, reading),
    )
