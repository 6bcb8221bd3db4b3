"""Readings as rows, and rows as readings."""

from __future__ import annotations

import json
import sqlite3
from typing import Any, Final

import msgspec

from oyez.contract import Contract
from oyez.core.canonical import canonical
from oyez.core.problem import Problem
from oyez.core.reading import FieldReading, Reading
from oyez.core.status import Status, Stop
from oyez.ledger.addition import Addition
from oyez.ledger.escape import json_text, unescape
from oyez.ledger.hashing import Ref
from oyez.ledger.taking import add_instrument

READING: Final = """k.id AS reading_id, k.status AS reading_status, k.verdict AS reading_verdict,
  k.abstained AS reading_abstained, k.rule AS reading_rule, k.span_start AS reading_span_start,
  k.span_end AS reading_span_end, k.problems AS reading_problems, k.fields AS reading_fields,
  k.escaped AS reading_escaped, k.instrument AS reading_instrument"""
"""The columns of a reading `k`, under names of their own."""


class Instruments:
    """The instruments of one contract, one reader version and any judge, added when they are first needed."""

    def __init__(self, addition: Addition, contract: Contract, reader: str) -> None:
        self._addition = addition
        self._contract = contract
        self._reader = reader
        self._made: dict[str | None, Ref] = {}

    def of(self, judge_digest: str | None) -> Ref:
        """The instrument with this judge; `None` where the archive does not say who judged."""
        if judge_digest not in self._made:
            held = add_contract(self._addition, self._contract), self._contract.digest
            parts = {"judge_digest": judge_digest}
            self._made[judge_digest] = add_instrument(self._addition, held, self._reader, parts)
        return self._made[judge_digest]


def add_contract(addition: Addition, contract: Contract) -> Ref:
    """The row of a contract, added if the ledger has none with its digest."""
    row = {
        "digest": contract.digest,
        "name": contract.name,
        "version": contract.version,
        "ref": contract.ref,
        "toml": contract.toml,
        "tree": canonical(contract.tree).decode(),
    }
    return addition.once("contracts", row, by=("digest",))


def add_reading(addition: Addition, draw: Ref, instrument: Ref, made: Reading) -> Ref:
    """Add a reading of a draw, made by an instrument."""
    row = {
        "run": addition.run,
        "draw": draw,
        "instrument": instrument,
        "status": str(made.status),
        "verdict": json_text(made.verdict, "the verdict") if made.ok else None,
        "abstained": int(made.abstained),
        "rule": made.rule,
        "span_start": made.start,
        "span_end": made.end,
        "problems": json_text([*map(_tree, made.problems)], "the problems") if made.problems else None,
        "fields": None if made.fields is None else json_text(_fields(made.fields), "the fields"),
    }
    return addition.add("readings", row)


def reading_of(row: dict[str, Any], contract: str, reader: str) -> Reading:
    """The reading in a row of a draw joined with `READING`, whose texts were put back."""
    unescape(row, "reading_")
    start, end, text = row["reading_span_start"], row["reading_span_end"], row["reply_text"]
    verdict, problems, fields = row["reading_verdict"], row["reading_problems"], row["reading_fields"]
    return Reading(
        contract=contract,
        reader=reader,
        status=Status(row["reading_status"]),
        verdict=None if verdict is None else json.loads(verdict),
        abstained=bool(row["reading_abstained"]),
        rule=row["reading_rule"],
        start=start,
        end=end,
        evidence=None if text is None or start is None else text[start:end],
        stop=Stop(row["stop"]),
        problems=() if problems is None else tuple(Problem(**one) for one in json.loads(problems)),
        fields=None if fields is None else _field_readings(json.loads(fields)),
        text=text,
    )


def instruments_of(db: sqlite3.Connection, digest: str, reader: str | None) -> dict[int, str]:
    """The instruments of a contract digest and a reader version (`None`: any): id → contract ref."""
    query = """SELECT n.id, c.ref FROM instruments n JOIN contracts c ON c.id = n.contract
      WHERE c.digest = ?1 AND (?2 IS NULL OR n.reader = ?2)"""
    return dict(db.execute(query, (digest, reader)).fetchall())


def _tree(value: msgspec.Struct) -> dict[str, Any]:
    return {name: getattr(value, name) for name in value.__struct_fields__}


def _fields(fields: dict[str, FieldReading]) -> dict[str, Any]:
    return {name: {**_tree(field), "status": str(field.status)} for name, field in fields.items()}


def _field_readings(tree: dict[str, Any]) -> dict[str, FieldReading]:
    return {
        name: FieldReading(**{**field, "status": Status(field["status"])}) for name, field in tree.items()
    }
