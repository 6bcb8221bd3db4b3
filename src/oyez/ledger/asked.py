"""Which instrument a person means: a contract's name or file, with the reader that is installed or an older one."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from oyez.contract import Contract, contract
from oyez.core.errors import ContractError, InputError
from oyez.ledger.faults import explained
from oyez.ledger.giving import rows
from oyez.reader import VERSION

if TYPE_CHECKING:
    from oyez.ledger.ledger import Ledger

READER = ":reader="
"""`trait-score:reader=1` names the readings that an older reader made."""
INSTRUMENT = "instrument:"
"""`instrument:0a1b2c3d` names one instrument by the first digits of its digest."""


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """An instrument, or all instruments of a contract and a reader version, whoever judged."""

    digest: str
    """Of the contract, 64 hex digits."""
    ref: str
    """`name@version#digest` of the contract."""
    reader: str
    """The version of the reading rules."""
    judge: str | None = None
    """The digest of the one judge that is meant; `None` for any."""
    contract: Contract | None = None
    """`None` where the contract cannot be made again: then only stored readings can be used."""

    @property
    def can_read(self) -> bool:
        """Whether readings that are not stored can be made here and now."""
        return self.contract is not None and self.reader == VERSION


def under(terms: Contract) -> Asked:
    """A contract read by the installed reader."""
    return Asked(digest=terms.digest, ref=terms.ref, reader=VERSION, contract=terms)


def asked(ledger: Ledger, text: str) -> Asked:
    """The instrument that `text` names: a contract in the catalogue or a file, or one that the ledger holds
    (`name@version#digest`, or a name), each with `:reader=VERSION` for an older reader, or `instrument:DIGEST`.

    Raises `InputError` or `ContractError` for what names none or several.
    """
    if text.startswith(INSTRUMENT):
        return _by_digest(ledger, text.removeprefix(INSTRUMENT))
    name, _, reader = text.partition(READER)
    digest = name.partition("#")[2]
    found = _stored(ledger, "substr(c.digest, 1, 16) = ?", digest) if len(digest) == 16 else []
    if found:
        return _of_row(found[0], reader or VERSION)
    try:
        terms = contract(Path(name) if Path(name).is_file() else name)
    except ContractError:
        found = _stored(ledger, "c.name = ?", name)
        if not found:
            raise
        if len(found) > 1:
            refs = ", ".join(row["ref"] for row in found)
            raise InputError(f"{ledger.path}: {name} names several contracts: {refs}") from None
        return _of_row(found[0], reader or VERSION)
    if "@" in name and not terms.ref.startswith(name):
        raise InputError(f"{ledger.path}: holds no contract {name}; the catalogue's is {terms.ref}")
    return msgspec.structs.replace(under(terms), reader=reader or VERSION)


def _stored(ledger: Ledger, condition: str, value: str) -> list[dict[str, Any]]:
    with explained(ledger.path):
        return [*rows(ledger.reader().execute(f"SELECT c.* FROM contracts c WHERE {condition}", (value,)))]


def _by_digest(ledger: Ledger, start: str) -> Asked:
    query = """SELECT c.*, n.digest AS instrument, n.reader, n.judge_digest FROM instruments n
      LEFT JOIN contracts c ON c.id = n.contract WHERE substr(n.digest, 1, length(?1)) = ?1"""
    with explained(ledger.path):
        found = [*rows(ledger.reader().execute(query, (start,)))]
    if len(found) != 1 or len(start) < 8:
        what = "none" if not found else "several" if len(found) > 1 else "too little to be sure"
        raise InputError(
            f"{ledger.path}: {INSTRUMENT}{start} names {what}; `oyez ledger status` lists the instruments"
        )
    if found[0]["digest"] is None:
        raise InputError(f"{ledger.path}: {INSTRUMENT}{start} is not known: its values came with the archive")
    return msgspec.structs.replace(_of_row(found[0], found[0]["reader"]), judge=found[0]["judge_digest"])


def _of_row(row: dict[str, Any], reader: str) -> Asked:
    return Asked(digest=row["digest"], ref=row["ref"], reader=reader, contract=_again(row))


def _again(row: dict[str, Any]) -> Contract | None:
    """The contract of a row, made from its file; `None` where that does not give the same contract any more."""
    try:
        terms = contract(tomllib.loads(row["toml"])) if row["toml"] else contract(row["name"])
    except (ContractError, tomllib.TOMLDecodeError):
        return None
    return terms if terms.digest == row["digest"] else None
