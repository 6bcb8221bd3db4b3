"""Finding draws and readings by a filter, a page at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from oyez.core.reading import Reading
from oyez.ledger.escape import escaped, fits
from oyez.ledger.facts import Stored
from oyez.ledger.faults import explained
from oyez.ledger.giving import DRAWS, rows, stored_of
from oyez.ledger.readings import READING, reading_of
from oyez.ledger.where import where

if TYPE_CHECKING:
    from oyez.ledger.ledger import Ledger

_COLUMNS, _, _TABLES = DRAWS.partition("\nFROM ")
_READINGS: Final = f"""{_COLUMNS}, {READING}, c.ref AS contract_ref, n.reader AS reader_version
FROM {_TABLES} JOIN readings k ON k.draw = d.id JOIN instruments n ON n.id = k.instrument
  JOIN contracts c ON c.id = n.contract"""


_BY_NAME: Final = f"{DRAWS} WHERE d.name = ? ORDER BY d.id LIMIT ?"
_BY_REPLY: Final = f"""{DRAWS} WHERE d.reply IN (SELECT id FROM replies WHERE substr(digest, 8, 16) >= substr(?1, 8, 16)
  AND substr(digest, 8, 16) < substr(?1, 8, 16) || 'g' AND substr(digest, 1, length(?1)) = ?1) ORDER BY d.id LIMIT ?2"""


class Found(msgspec.Struct, frozen=True):
    """One draw that a filter chose, and the reading that it chose it by, if it looked at readings."""

    stored: Stored
    reading: Reading | None


class Page(msgspec.Struct, frozen=True):
    """Some of what a filter chooses."""

    found: list[Found]
    next: int | None
    """What to give as `after` for the next page; `None` where there is no more."""


def find(ledger: Ledger, text: str, after: int = 0, most: int = 50) -> Page:
    """The first `most` draws that the filter chooses, from the one after `after`.

    A filter that looks at readings gives a row a reading, in the order in which they were made; `after` then is the
    number of a reading. Raises `InputError` for a filter that cannot be understood.
    """
    if most < 1:
        raise ValueError("a page holds at least one row")
    condition = where(text)
    query, key = (_READINGS, "k.id") if condition.readings else (DRAWS, "d.id")
    query += f" WHERE {key} > ? AND {condition.sql} ORDER BY {key} LIMIT ?"
    with explained(ledger.path):
        db = ledger.reader()
        taken = [*rows(db.execute(query, (after, *condition.values, most + 1)))]
        found = [Found(stored_of(db, row), _reading(row)) for row in taken[:most]]
    beyond = len(taken) > most
    return Page(found, taken[most - 1]["reading_id" if condition.readings else "id"] if beyond else None)


def _reading(row: dict[str, Any]) -> Reading | None:
    if row.get("reading_id") is None:
        return None
    return reading_of(row, row["contract_ref"], row["reader_version"])


def readings_of(ledger: Ledger, draw: int) -> list[Reading]:
    """All stored readings of a draw, in the order in which they were made."""
    with explained(ledger.path):
        query = f"{_READINGS} WHERE d.id = ? ORDER BY k.id"
        found = []
        for row in rows(ledger.reader().execute(query, (draw,))):
            stored_of(ledger.reader(), row)
            found.append(reading_of(row, row["contract_ref"], row["reader_version"]))
        return found


def named(ledger: Ledger, name: str, most: int = 20) -> list[Stored]:
    """The draws that a person may mean by `name`: an id of an archive, `sha256:…` of a reply, or a draw's number.

    At most `most` of them, by number.
    """
    known = name if fits(name) else escaped(name)
    with explained(ledger.path):
        db = ledger.reader()
        query = _BY_REPLY if name.startswith("sha256:") else _BY_NAME
        found = [stored_of(db, row) for row in rows(db.execute(query, (known, most)))]
        if not found and name.isascii() and name.isdecimal():
            number = (min(int(name), 2**63 - 1),)
            found = [stored_of(db, row) for row in rows(db.execute(f"{DRAWS} WHERE d.id = ?", number))]
    return found
