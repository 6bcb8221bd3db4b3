"""One case: a reply, the contract to read it under, and what the reading should be."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, TypeAlias

import msgspec

from oyez.contract.wanted import Fault, faults_of, unknown_keys
from oyez.core.reply import Reply
from oyez.rows.jsonl_in import kind
from oyez.rows.reply import ColumnError, name_of

_KEYS: Final = ("id", "contract", "reply", "stop", "error", "ids", "want", "sure", "why")

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
    _raise(unknown_keys(row, _KEYS), "")
    for key in ("contract", "reply", "want"):
        if key not in row:
            raise CaseError(f"the key {key!r} is missing")
    _typed(row, "contract", (str, dict), "the name of a contract, or an object")
    _typed(row, "want", dict, "an object")
    _typed(row, "sure", bool, "true or false")
    check_want(row["want"])
    return Case(
        reply=case_reply(row, _name(row.get("id")) or str(number)),
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
    if ids is not None and not (
        isinstance(ids, list) and all(isinstance(name, str) or type(name) is int for name in ids)
    ):
        raise CaseError("'ids' must be a list of strings")
    return Reply(
        id=name,
        text=row.get("reply"),
        stop=row.get("stop"),
        error=row.get("error"),
        ids=None if ids is None else tuple(map(str, ids)),
    )


def _name(value: Any) -> str | None:
    try:
        return name_of(value)
    except ColumnError as fault:
        raise CaseError(f"'id' is {fault}; it must be a string or a number") from fault


def check_want(want: dict[str, Any]) -> None:
    """Raise `CaseError` unless `want` says something that a reading can be compared with."""
    _raise(faults_of(want), "want.")


def _raise(faults: Iterable[Fault], prefix: str) -> None:
    """All faults at once, as one sentence each."""
    said = [message.format(repr(prefix + ".".join(map(str, path)))) for path, message in faults]
    if said:
        raise CaseError("; ".join(said))


def _typed(row: dict[str, Any], key: str, wanted: Kind, said: str) -> None:
    if key in row and not isinstance(row[key], wanted):
        raise CaseError(f"{key!r} is {kind(row[key])}; it must be {said}")
