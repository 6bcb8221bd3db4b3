"""Which value of a draw enters a comparison of arms, and which instrument gave it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import groupby
from typing import Any

import msgspec

from oyez.core.errors import InputError
from oyez.core.nearest import listed
from oyez.core.observation import Observation, not_read, observed
from oyez.core.reading import Reading
from oyez.core.status import Stop
from oyez.ledger import Ledger
from oyez.ledger.asked import Asked
from oyez.ledger.escape import unescape
from oyez.ledger.faults import explained
from oyez.ledger.giving import asked_of, rows
from oyez.ledger.readings import READING, reading_of
from oyez.ledger.where import draws_only

PAGE = 2000

_DRAWS = f"""
WITH chosen AS (
  SELECT d.id, d.name, d.item, d.arm, d.draw_index, d.shown_order, d.stop, d.raw_absent, d.meta, d.escaped,
    d.judge AS judge_id FROM draws d
    LEFT JOIN replies r ON r.id = d.reply LEFT JOIN judges j ON j.id = d.judge LEFT JOIN imports i ON i.id = d.import
  WHERE d.id > ? AND (? IS NULL OR d.arm IN (SELECT value FROM json_each(?))) AND (%s) ORDER BY d.id LIMIT {PAGE})
SELECT d.*, j.digest AS judge_digest, j.name AS judge_name, j.escaped AS judge_escaped, NULL AS reply_text,
  c.ref, c.digest AS contract_digest, n.reader, {READING},
  (SELECT json_array(v.value, CASE WHEN v.escaped IS NULL THEN v.label END, t.tool, t.tool_version)
    FROM recorded v JOIN instruments t ON t.id = v.instrument
    WHERE v.draw = d.id ORDER BY v.id LIMIT 1) AS recorded
FROM chosen d LEFT JOIN judges j ON j.id = d.judge_id LEFT JOIN readings k ON k.draw = d.id
  LEFT JOIN instruments n ON n.id = k.instrument LEFT JOIN contracts c ON c.id = n.contract
ORDER BY d.id, k.id"""


class Source(msgspec.Struct, frozen=True, order=True):
    """What gave a value: an instrument, an unknown one, or nothing."""

    what: str
    """`reading`, `recorded` (a value of an unknown instrument), `unread` (not read yet), or `nothing`."""
    contract: str = ""
    """`name@version#digest`; for recorded values the tool, where known."""
    reader: str = ""
    judge: str = ""
    """The judge's name and the first digits of its digest; empty where the archive does not say."""
    rereadable: bool = True

    def __str__(self) -> str:
        by = f", judge {self.judge}" if self.judge else ", judge not given"
        again = "" if self.rereadable else "; not re-readable"
        if self.what == "reading":
            return f"{self.contract or 'no contract named'}, reader {self.reader or 'not named'}{by}"
        if self.what == "recorded":
            tool = f" by {self.contract}" if self.contract else ""
            return f"values recorded{tool} with an unknown instrument{by}{again}"
        return f"{'not read' if self.what == 'unread' else 'no value at all'}{by}{again}"


class Selected(msgspec.Struct, frozen=True):
    """One draw, the value that stands for it, and where that came from."""

    draw: int
    source: Source
    reading: Reading | None
    seen: Observation
    """The draw with its reading, or with its recorded value where there is none."""

    @property
    def arm(self) -> str | None:
        """The arm of the draw."""
        return self.seen.arm


def candidates(ledger: Ledger, arms: list[str] | None, where: str) -> list[tuple[str, str, str, int]]:
    """The contracts and readers that have read any draw of the arms: digest, ref, reader, number of draws."""
    condition = draws_only(where)
    query = f"""SELECT c.digest, c.ref, n.reader, count(DISTINCT k.draw) FROM draws d
      LEFT JOIN replies r ON r.id = d.reply LEFT JOIN judges j ON j.id = d.judge LEFT JOIN imports i ON i.id = d.import
      JOIN readings k ON k.draw = d.id JOIN instruments n ON n.id = k.instrument JOIN contracts c ON c.id = n.contract
      WHERE (? IS NULL OR d.arm IN (SELECT value FROM json_each(?))) AND ({condition.sql})
      GROUP BY c.digest, n.reader"""
    chosen = None if arms is None else json.dumps(arms)
    with explained(ledger.path):
        return ledger.reader().execute(query, (chosen, chosen, *condition.values)).fetchall()


def arms_of(ledger: Ledger, where: str) -> dict[str | None, tuple[int, int]]:
    """Arm → draws, and those of them that can be read again; `None` for draws without an arm."""
    condition = draws_only(where)
    query = f"""SELECT d.arm, count(*), sum(d.raw_absent IS NULL) FROM draws d
      LEFT JOIN replies r ON r.id = d.reply LEFT JOIN judges j ON j.id = d.judge LEFT JOIN imports i ON i.id = d.import
      WHERE ({condition.sql}) GROUP BY d.arm"""
    with explained(ledger.path):
        return {arm: (all_, again) for arm, all_, again in ledger.reader().execute(query, condition.values)}


def selected(ledger: Ledger, arms: list[str] | None, by: Asked | None, where: str) -> Iterator[Selected]:
    """Draws of the arms (`None`: all), each with its reading by `by`, else its latest, else its recorded value."""
    condition = draws_only(where)
    query = _DRAWS % condition.sql
    after = 0
    while True:
        with explained(ledger.path):
            chosen_arms = None if arms is None else json.dumps(arms)
            bound = (after, chosen_arms, chosen_arms, *condition.values)
            found = [*rows(ledger.reader().execute(query, bound))]
            chosen = [_select([*group], by) for _, group in groupby(found, key=lambda row: row["id"])]
        if not chosen:
            return
        yield from chosen
        after = chosen[-1].draw


def _select(readings: list[dict[str, Any]], by: Asked | None) -> Selected:
    wanted = [row for row in readings if by is not None and _is_by(row, by)]
    row = (wanted or readings)[-1]
    unescape(row)
    unescape(row, "judge_")
    name, digest = row["judge_name"], row["judge_digest"]
    judge = "" if digest is None else f"{name} ({digest[:8]})" if name else digest[:8]
    again = row["raw_absent"] is None
    reply = asked_of(row)  # its text is not fetched
    if row["reading_id"] is not None:
        source = Source("reading", row["ref"], row["reader"], judge, again)
        reading = reading_of(row, row["ref"], row["reader"])
        return Selected(row["id"], source, reading, observed(reading, reply))
    if row["recorded"] is not None:
        value, label, tool, version = json.loads(row["recorded"])
        told = " ".join(part for part in (tool, version) if part)
        source = Source("recorded", told, "", judge, again)
        verdict = (
            label if label is not None or value is None else json.loads(value)
        )  # the judge's own word first
        return Selected(row["id"], source, None, not_read(reply, Stop(row["stop"]), verdict))
    source = Source("unread" if again else "nothing", "", "", judge, again)
    return Selected(row["id"], source, None, not_read(reply, Stop(row["stop"])))


def _is_by(row: dict[str, Any], by: Asked) -> bool:
    same = row["contract_digest"] == by.digest and row["reader"] == by.reader
    return same and (by.judge is None or by.judge == row["judge_digest"])


def check_arms(ledger: Ledger, arms: list[str], where: str) -> dict[str, tuple[int, int]]:
    """The draws of each arm that was asked for. Raises `InputError` for an arm that the ledger does not have."""
    there = arms_of(ledger, where)
    for arm in arms:
        if arm not in there:
            known = sorted(name for name in there if name is not None)
            raise InputError(f"{ledger.path}: no draw has the arm {arm!r}; {listed(arm, known)}")
    return {arm: there[arm] for arm in arms}
