"""What a case or an example may say of a reading, and what is wrong with one that says something else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from oyez.contract.keys import Path
from oyez.core.nearest import nearest
from oyez.core.status import Status
from oyez.recoveries import RECOVERIES

WANTED: Final = ("status", "verdict", "rule", "abstained", "fields", "problems")
FIELD: Final = ("status", "verdict", "rule", "abstained", "start", "end")
CODES: Final = (
    "not_in_vocabulary",
    "out_of_range",
    "off_step",
    "wrong_type",
    "not_finite",
    "placeholder",
    "empty_value",
    "unclosed",
    "invalid_json",
    "too_deep",
    "duplicate_key",
    "missing_item",
    "unknown_id",
    "competing",
    "dissent",
    "passed_over",
    "in_thinking",
    "quoted",
    "prompt_echo",
    "bare_cr",
    "undecodable",
    "more",
)
"""The codes of problems, in the order of the documentation."""

Fault = tuple[Path, str]
"""The path of a key below the whole, and what is wrong with it. `{}` in it is the name of that key."""


def faults_of(want: dict[str, Any]) -> Iterator[Fault]:
    """Everything that keeps `want` from being compared with a reading, or from ever being met."""
    yield from unknown_keys(want, WANTED)
    if "status" not in want:
        yield ("status",), "the key {} is missing"
    yield from _reading(want)
    codes = want.get("problems", [])
    if not isinstance(codes, list):
        yield ("problems",), "{} must be a list of codes"
    else:
        for code in codes:
            if code not in CODES:
                yield ("problems",), "{} holds " + _unknown(code, "code", CODES)
    fields = want.get("fields", {})
    if not isinstance(fields, dict):
        yield ("fields",), "{} must be an object"
        return
    for name, field in fields.items():
        if not isinstance(field, dict):
            yield ("fields", name), "{} must be an object"
            continue
        inner = (*unknown_keys(field, FIELD), *_reading(field), *_places(field))
        yield from ((("fields", name, *path), said) for path, said in inner)


def unknown_keys(table: dict[str, Any], known: tuple[str, ...]) -> Iterator[Fault]:
    """The keys of a table that are none of those known."""
    for key in table:
        if key not in known:
            near = nearest(str(key), known)
            yield (key,), "unknown key {}" + (f"; did you mean {near[0]!r}?" if near else "")


def _reading(want: dict[str, Any]) -> Iterator[Fault]:
    """What is wrong with what is said of one verdict."""
    statuses = tuple(str(status) for status in Status)
    status = want.get("status")
    if "status" in want and status not in statuses:
        near = nearest(str(status), statuses)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        yield ("status",), f"{{}} is {_shown(status)}; the statuses are {', '.join(statuses)}{hint}"
    if "abstained" in want and not isinstance(want["abstained"], bool):
        yield ("abstained",), "{} must be true or false"
    rule = want.get("rule")
    if rule is not None:
        names = rule.split("+") if isinstance(rule, str) else [rule]
        for name in names:
            if not isinstance(name, str) or RECOVERIES.get(name) is None:
                yield ("rule",), "{} names " + _unknown(name, "recovery", tuple(RECOVERIES.built_in))
    yield from _agreement(want, status)


def _agreement(want: dict[str, Any], status: Any) -> Iterator[Fault]:
    """What can never be met, since the parts of a reading hang together."""
    if status not in tuple(Status) or status == Status.RECOVERED:
        return
    if want.get("rule") is not None:
        yield ("rule",), _without(status, "rule")
    if status != Status.READ and want.get("verdict") is not None:
        yield ("verdict",), _without(status, "verdict")
    if status != Status.READ and want.get("abstained") is True:
        yield ("abstained",), _without(status, "verdict")


def _without(status: str, what: str) -> str:
    return f"{{}} is given, and a reading that is {status} has no {what}"


def _places(field: dict[str, Any]) -> Iterator[Fault]:
    for key in ("start", "end"):
        place = field.get(key)
        if place is not None and (isinstance(place, bool) or not isinstance(place, int)):
            yield (key,), "{} must be a whole number"


def _unknown(word: Any, noun: str, known: tuple[str, ...]) -> str:
    near = nearest(str(word), known)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    return f"the unknown {noun} {_shown(word)}{hint}"


def _shown(value: Any) -> str:
    return repr(value).replace("{", "{{").replace("}", "}}")
