"""One case: a reply, the contract to read it under, and what the reading should be."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Any, Final, TypeAlias

import msgspec

from oyez.core.reply import Reply
from oyez.core.status import Status
from oyez.rows.jsonl_in import kind

_KEYS: Final = ("id", "contract", "reply", "stop", "error", "ids", "want", "sure", "why")
_WANTED: Final = ("status", "verdict", "rule", "abstained", "fields", "problems")
_FIELD: Final = ("status", "verdict", "rule", "abstained", "start", "end")

Kind: TypeAlias = type | tuple[type, ...]


class CaseError(ValueError):
    """A row of a case file that is no case; the message says what to change."""


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """A row of a case file, or an example of a contract."""

    reply: Reply
    place: str
    """The file and line, or the contract and the number of the example."""
    contract: str | dict[str, Any]
    """The name of a contract, or the contract itself."""
    want: dict[str, Any]
    """What the reading should be; only what is given is compared."""
    sure: bool = True
    """False marks a row that is shown, and not counted."""
    why: str = ""
    """Why the reading should be so."""


def case_of(row: dict[str, Any], place: str, number: int) -> Case:
    """The case in one row of a case file. Raises `CaseError`."""
    _only(row, _KEYS, "")
    for key in ("contract", "reply", "want"):
        if key not in row:
            raise CaseError(f"the key {key!r} is missing")
    _typed(row, "contract", (str, dict), "the name of a contract, or an object")
    _typed(row, "want", dict, "an object")
    _typed(row, "sure", bool, "true or false")
    check_want(row["want"])
    return Case(
        reply=case_reply(row, str(row.get("id") or number)),
        place=place,
        contract=row["contract"],
        want=row["want"],
        sure=row.get("sure", True),
        why=str(row.get("why") or ""),
    )


def case_reply(row: dict[str, Any], name: str) -> Reply:
    """The reply of a case, with what is said of its end and its ids. Raises `CaseError`."""
    for key in ("reply", "stop", "error"):
        _typed(row, key, (str, type(None)), "a string or null")
    ids = row.get("ids")
    if ids is not None and not (isinstance(ids, list) and all(isinstance(name, (str, int)) for name in ids)):
        raise CaseError("'ids' must be a list of strings")
    return Reply(
        id=name,
        text=row.get("reply"),
        stop=row.get("stop"),
        error=row.get("error"),
        ids=None if ids is None else tuple(map(str, ids)),
    )


def check_want(want: dict[str, Any]) -> None:
    """Raise `CaseError` unless `want` says something that a reading can be compared with."""
    _only(want, _WANTED, "want.")
    if "status" not in want:
        raise CaseError("the key 'want.status' is missing")
    _check_status(want["status"], "want.status")
    _typed(want, "rule", (str, type(None)), "the name of a recovery, or null")
    _typed(want, "abstained", bool, "true or false")
    _typed(want, "problems", list, "a list of codes")
    _typed(want, "fields", dict, "an object")
    for name, field in want.get("fields", {}).items():
        if not isinstance(field, dict):
            raise CaseError(f"'want.fields.{name}' is {kind(field)}; it must be an object")
        _only(field, _FIELD, f"want.fields.{name}.")
        if "status" in field:
            _check_status(field["status"], f"want.fields.{name}.status")


def _check_status(value: Any, where: str) -> None:
    statuses = [str(status) for status in Status]
    if value not in statuses:
        raise CaseError(
            f"{where!r} is {value!r}; the statuses are {', '.join(statuses)}{_near(value, statuses)}"
        )


def _only(row: dict[str, Any], known: Iterable[str], prefix: str) -> None:
    for key in row:
        if key not in known:
            raise CaseError(f"unknown key {prefix + key!r}{_near(key, known)}")


def _near(word: Any, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(str(word), list(known), n=1)
    return f"; did you mean {near[0]!r}?" if near else ""


def _typed(row: dict[str, Any], key: str, wanted: Kind, said: str) -> None:
    if key in row and not isinstance(row[key], wanted):
        raise CaseError(f"{key!r} is {kind(row[key])}; it must be {said}")
