"""Reading a ledger under a contract: what is stored is used, what is missing is made and, on request, kept."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from oyez.core.reading import Reading
from oyez.core.reply import Reply
from oyez.ledger.addition import Run
from oyez.ledger.asked import Asked
from oyez.ledger.faults import explained
from oyez.ledger.giving import reply_of, rows
from oyez.ledger.hashing import Ref
from oyez.ledger.readings import READING, Instruments, add_reading, instruments_of, reading_of
from oyez.ledger.where import draws_only
from oyez.reader import read

if TYPE_CHECKING:
    from oyez.ledger.ledger import Ledger

PAGE = 1000
"""Draws of one query, and readings of one commit."""
_PAGE_TEXT = 16_000_000
"""Code points of replies held at once, beyond which a page is closed early."""

_DRAWS = f"""
SELECT d.*, r.text AS reply_text, r.escaped AS reply_escaped, j.name AS judge_name, j.digest AS judge_digest,
  j.escaped AS judge_escaped, NULL AS prompt_escaped, NULL AS import_escaped, {READING}
FROM draws d LEFT JOIN replies r ON r.id = d.reply LEFT JOIN judges j ON j.id = d.judge
  LEFT JOIN imports i ON i.id = d.import
  LEFT JOIN readings k ON k.draw = d.id AND k.instrument IN (SELECT value FROM json_each(?))
WHERE d.id > ? AND (? IS NULL OR j.digest = ?) AND """


class ReadDraw(msgspec.Struct, frozen=True):
    """One draw of a ledger and its reading under the contract that was asked for."""

    draw: int
    reply: Reply
    reading: Reading | None
    """`None` where there is none: the raw text was not kept, or nothing is stored and nothing could be made."""
    stored: bool
    """Whether the reading stood in the ledger before."""
    raw_absent: str | None
    """Why the draw cannot be read again; `None` where it can."""


class _Made(msgspec.Struct, frozen=True):
    """A reading that was made now."""

    draw: Ref
    judge_digest: str | None
    reading: Reading


def read_ledger(ledger: Ledger, by: Asked, where: str = "", *, keep: bool) -> Iterator[ReadDraw]:
    """Every draw that the filter chooses, with its reading by the instrument that was asked for.

    Readings that the ledger holds are used. Missing ones are made where the installed reader can, and if `keep`,
    added to the ledger, a page at a time, before they are given. Memory is bounded by a page.
    """
    condition = draws_only(where)
    query = f"{_DRAWS} {condition.sql} ORDER BY d.id LIMIT {PAGE}"
    run = Run("read", by.ref)
    after = 0
    while True:
        with explained(ledger.path):
            known = instruments_of(ledger.reader(), by.digest, by.reader)
            bound = (json.dumps([*known]), after, by.judge, by.judge, *condition.values)
            found = _some(rows(ledger.reader().execute(query, bound)))
        if not found:
            break
        made: list[_Made] = []
        given = [_read(row, by, known, made) for row in found]
        if keep and made:
            _keep(ledger, run, by, made)
        yield from given
        after = found[-1]["id"]
    if run.ref is not None:
        with ledger.writer.addition(run, last=True):
            pass


def _some(found: Iterator[dict[str, Any]]) -> list[dict[str, Any]]:
    """The next rows of a page, as far as their texts together stay small; at least one."""
    taken, held = [], 0
    for row in found:
        taken.append(row)
        held += len(row["reply_text"] or "")
        if held > _PAGE_TEXT:
            break
    return taken


def _read(row: dict[str, Any], by: Asked, known: dict[int, str], made: list[_Made]) -> ReadDraw:
    reply = reply_of(row)
    if row["reading_id"] is not None:
        reading = reading_of(row, known[row["reading_instrument"]], by.reader)
        return ReadDraw(row["id"], reply, reading, True, row["raw_absent"])
    if row["raw_absent"] is not None or by.contract is None or not by.can_read:
        return ReadDraw(row["id"], reply, None, False, row["raw_absent"])
    reading = read(reply, by.contract)
    made.append(_Made(Ref(row["id"], row["hash"]), row["judge_digest"], reading))
    return ReadDraw(row["id"], reply, reading, False, None)


def _keep(ledger: Ledger, run: Run, by: Asked, made: list[_Made]) -> None:
    """Add the readings that were made, but for those that another process has added meanwhile."""
    assert by.contract is not None
    with ledger.writer.addition(run) as addition:
        query = """SELECT draw FROM readings WHERE draw BETWEEN ? AND ?
          AND instrument IN (SELECT value FROM json_each(?))"""
        known = instruments_of(addition.db, by.digest, by.reader)
        span = (made[0].draw.id, made[-1].draw.id, json.dumps([*known]))
        there = {draw for (draw,) in addition.db.execute(query, span)}
        instruments = Instruments(addition, by.contract, by.reader)
        for one in made:
            if one.draw.id not in there:
                add_reading(addition, one.draw, instruments.of(one.judge_digest), one.reading)
