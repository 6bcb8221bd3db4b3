"""Screenings and calibrations as rows of a ledger."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec

from oyez.ledger.addition import Run
from oyez.ledger.escape import escaped, fits, json_text, unescape
from oyez.ledger.faults import explained
from oyez.ledger.giving import rows
from oyez.ledger.ledger import Ledger


class KeptScreening(msgspec.Struct, frozen=True, kw_only=True):
    """A screening as the ledger holds it."""

    id: int
    item: str
    profile: str
    instrument: str
    outcome: str
    told: dict[str, Any]


def add_screening(
    ledger: Ledger, run: Run, *, item: str, profile: str, instrument: str, outcome: str, told: dict[str, Any]
) -> None:
    """Add one, unless the last of its item and profile says the same. Raises `LedgerError`."""
    row = {
        "item": item,
        "profile": profile,
        "instrument": instrument,
        "outcome": outcome,
        "told": json_text(told, "a screening"),
    }
    query = "SELECT instrument, told FROM screenings WHERE item = ? AND profile = ? ORDER BY id DESC LIMIT 1"
    with ledger.writer.addition(run) as addition:
        last = addition.db.execute(query, (_stored(item), _stored(profile))).fetchone()
        if last is None or last != (instrument, row["told"]):
            addition.add("screenings", {"run": addition.run, **row})


def add_calibration(ledger: Ledger, run: Run, *, profile: str, instrument: str, told: dict[str, Any]) -> None:
    """Add a calibration; the last of an instrument stands."""
    row = {"profile": profile, "instrument": instrument, "told": json_text(told, "a calibration")}
    with ledger.writer.addition(run) as addition:
        addition.add("calibrations", {"run": addition.run, **row})


def end_run(ledger: Ledger, run: Run) -> None:
    """Mark a run as ended, if it added anything."""
    if run.ref is not None:
        with ledger.writer.addition(run, last=True):
            pass


def screenings(ledger: Ledger, item: str | None = None) -> Iterator[KeptScreening]:
    """The last screening of every item and profile, in the order in which they were made."""
    where = "" if item is None else "WHERE item = ?"
    query = f"""SELECT * FROM screenings WHERE id IN (SELECT max(id) FROM screenings {where} GROUP BY item, profile)
      ORDER BY id"""
    values = () if item is None else (_stored(item),)
    with explained(ledger.path):
        for row in rows(ledger.reader().execute(query, values)):
            unescape(row, "")
            names = ("id", "item", "profile", "instrument", "outcome")
            yield KeptScreening(told=json.loads(row["told"]), **{name: row[name] for name in names})


def calibration(ledger: Ledger, instrument: str) -> dict[str, Any] | None:
    """The last calibration of an instrument; `None` for none."""
    query = "SELECT told FROM calibrations WHERE instrument = ? ORDER BY id DESC LIMIT 1"
    with explained(ledger.path):
        found = ledger.reader().execute(query, (instrument,)).fetchone()
    return None if found is None else dict(json.loads(found[0]))


def _stored(text: str) -> str:
    return text if fits(text) else escaped(text)
