"""What a ledger holds: runs, imports, judges, instruments, coverage, and what cannot be read again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from oyez.ledger.escape import unescape
from oyez.ledger.faults import explained
from oyez.ledger.giving import rows
from oyez.ledger.schema import VERSION

if TYPE_CHECKING:
    from oyez.ledger.ledger import Ledger


class LedgerStatus(msgspec.Struct, frozen=True, kw_only=True):
    """Counts over a ledger at one moment; every part is a list of plain rows."""

    path: str
    schema: int
    draws: int
    replies: int
    """Different texts; identical replies are stored once."""
    undelivered: int
    """Draws without a text because none came."""
    not_rereadable: int
    """Draws whose raw text was not kept."""
    recorded: int
    """Draws with a value that came with the archive."""
    commits: int
    seal: str | None
    """The hash of the last commit, in hex: it stands for the whole ledger. `None` for an empty one."""
    runs: list[dict[str, Any]]
    """`id`, `kind`, `started`, `oyez`, `note`, `ended` (false: it was cut short, or still goes on), `hash`."""
    imports: list[dict[str, Any]]
    """`id`, `source`, `source_sha256`, `importer`, `importer_version`, `draws`, `ended`."""
    judges: list[dict[str, Any]]
    """`digest`, `name`, `model`, `draws`, `not_rereadable`; the digest is `None` where the archive does not say."""
    instruments: list[dict[str, Any]]
    """`digest`, `contract`, `reader`, `judge_digest`, `tool`, `readings`, `verdicts`, `coverage` (verdicts /
    re-readable draws of the judge), `unread` (re-readable draws of the judge that it has not read)."""


_COUNTS = """SELECT (SELECT count(*) FROM draws) AS draws, (SELECT count(*) FROM replies) AS replies,
  (SELECT count(*) FROM draws WHERE reply IS NULL AND raw_absent IS NULL) AS undelivered,
  (SELECT count(*) FROM draws WHERE raw_absent IS NOT NULL) AS not_rereadable,
  (SELECT count(DISTINCT draw) FROM recorded WHERE value IS NOT NULL) AS recorded,
  (SELECT count(*) FROM commits) AS commits,
  (SELECT lower(hex(hash)) FROM commits ORDER BY id DESC LIMIT 1) AS seal"""
_RUNS = """SELECT r.id, r.kind, r.started, r.oyez, r.note, r.escaped,
  EXISTS (SELECT 1 FROM commits c WHERE c.run = r.id AND c.last) AS ended,
  (SELECT lower(hex(hash)) FROM commits c WHERE c.run = r.id ORDER BY c.id DESC LIMIT 1) AS hash
FROM runs r ORDER BY r.id"""
_IMPORTS = """WITH counted AS (SELECT import, count(*) AS draws FROM draws GROUP BY import)
SELECT i.id, i.source, i.source_sha256, i.importer, i.importer_version, i.escaped,
  coalesce(n.draws, 0) AS draws
FROM imports i LEFT JOIN counted n ON n.import = i.id ORDER BY i.id"""
_JUDGES = """SELECT j.digest, j.name, j.model, j.escaped, count(*) AS draws,
  count(d.raw_absent) AS not_rereadable
FROM draws d LEFT JOIN judges j ON j.id = d.judge GROUP BY d.judge ORDER BY d.judge"""
_INSTRUMENTS = """WITH judged AS (
  SELECT j.digest AS judge, count(*) AS draws FROM draws d LEFT JOIN judges j ON j.id = d.judge
  WHERE d.raw_absent IS NULL GROUP BY j.digest),
made AS (SELECT instrument, count(*) AS readings, sum(status IN ('read', 'recovered')) AS verdicts FROM readings
  GROUP BY instrument UNION ALL SELECT instrument, count(*), count(value) FROM recorded GROUP BY instrument)
SELECT n.digest, c.ref AS contract, n.reader, n.judge_digest, n.tool, n.escaped, coalesce(m.readings, 0) AS readings,
  coalesce(m.verdicts, 0) AS verdicts, coalesce(g.draws, 0) AS draws
FROM instruments n LEFT JOIN contracts c ON c.id = n.contract LEFT JOIN made m ON m.instrument = n.id
  LEFT JOIN judged g ON g.judge IS n.judge_digest ORDER BY n.id"""


def status_of(ledger: Ledger) -> LedgerStatus:
    """The counts of a ledger, from one moment."""
    with explained(ledger.path):
        db = ledger.reader()
        db.execute("BEGIN")
        try:
            counts = next(rows(db.execute(_COUNTS)))
            parts: dict[str, Any] = {
                "runs": [{**row, "ended": bool(row["ended"])} for row in _plain(db.execute(_RUNS))],
                "imports": _plain(db.execute(_IMPORTS)),
                "judges": _plain(db.execute(_JUDGES)),
                "instruments": [_instrument(row) for row in _plain(db.execute(_INSTRUMENTS))],
            }
        finally:
            db.execute("ROLLBACK")
    return LedgerStatus(path=str(ledger.path), schema=VERSION, **counts, **parts)


def _plain(cursor: Any) -> list[dict[str, Any]]:
    found = []
    for row in rows(cursor):
        unescape(row)
        row.pop("escaped")
        found.append(row)
    return found


def _instrument(row: dict[str, Any]) -> dict[str, Any]:
    draws = row.pop("draws")
    known = row["contract"] is not None and draws > 0
    row["coverage"] = row["verdicts"] / draws if known else None
    row["unread"] = draws - row["readings"] if row["contract"] is not None else None
    return row
