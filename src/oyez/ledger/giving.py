"""Rows as draws: what a ledger gives back, verbatim."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from typing import Any, Final

from oyez.core.reply import Reply
from oyez.ledger.escape import unescape
from oyez.ledger.facts import Draw, Judge, Recorded, Stored
from oyez.ledger.faults import DamagedError

DRAWS: Final = """
SELECT d.*, r.text AS reply_text, r.escaped AS reply_escaped, r.digest AS reply_digest,
  p.text AS prompt_text, p.escaped AS prompt_escaped, i.source AS import_source, i.escaped AS import_escaped,
  j.digest AS judge_digest, j.name AS judge_name, j.model AS judge_model,
  j.template_digest AS judge_template_digest, j.settings AS judge_settings, j.escaped AS judge_escaped
FROM draws d LEFT JOIN replies r ON r.id = d.reply LEFT JOIN judges j ON j.id = d.judge
  LEFT JOIN imports i ON i.id = d.import
  LEFT JOIN prompts p ON substr(p.digest, 8, 16) = substr(d.prompt_digest, 8, 16) AND p.digest = d.prompt_digest
"""
"""Every draw with the rows that it points at; conditions on `d`, `r`, `j` and `i` may follow."""

_JOINED = ("", "reply_", "prompt_", "import_", "judge_")

_RECORDED: Final = """
SELECT c.name, c.value, c.label, c.status, c.escaped, n.tool AS tool_tool, n.tool_version AS tool_tool_version,
  n.parser AS tool_parser, n.escaped AS tool_escaped
FROM recorded c JOIN instruments n ON n.id = c.instrument WHERE c.draw = ? ORDER BY c.id
"""


def rows(cursor: sqlite3.Cursor) -> Iterator[dict[str, Any]]:
    """The rows of a query, by column name."""
    names = [column[0] for column in cursor.description]
    for row in cursor:
        yield dict(zip(names, row, strict=True))


def stored_draws(db: sqlite3.Connection, query: str, values: Iterable[Any] = ()) -> Iterator[Stored]:
    """The draws of a query that begins with `DRAWS`."""
    for row in rows(db.execute(query, tuple(values))):
        yield stored_of(db, row)


def stored_of(db: sqlite3.Connection, row: dict[str, Any]) -> Stored:
    """The draw in a row of `DRAWS`, with the values that were recorded for it.

    Raises `DamagedError` for a row that no draw was written to.
    """
    try:
        return _stored(db, row)
    except (ValueError, TypeError, KeyError, AttributeError) as fault:
        raise DamagedError(f"draw {row['id']}: {fault}") from fault


def _stored(db: sqlite3.Connection, row: dict[str, Any]) -> Stored:
    reply = reply_of(row)
    recorded = tuple(map(_recorded, rows(db.execute(_RECORDED, (row["id"],)))))
    draw = Draw(
        reply=reply,
        judge=_judge(row),
        prompt=row["prompt_text"],
        prompt_digest=row["prompt_digest"],
        model_returned=row["model_returned"],
        usage=_json(row["usage"]),
        latency=row["latency"],
        received=row["received"],
        raw_absent=row["raw_absent"],
        recorded=recorded,
    )
    return Stored(
        id=row["id"], draw=draw, reply_digest=row["reply_digest"], run=row["run"], source=row["import_source"]
    )


def reply_of(row: dict[str, Any]) -> Reply:
    """The reply in a row of `DRAWS`; escaped texts of the row are replaced by what they stand for.

    Raises `DamagedError` for a row that no draw was written to.
    """
    try:
        return _reply(row)
    except (ValueError, TypeError, KeyError, AttributeError) as fault:
        raise DamagedError(f"draw {row['id']}: {fault}") from fault


def _reply(row: dict[str, Any]) -> Reply:
    for prefix in _JOINED:
        unescape(row, prefix)
    ids = row["ids"]
    return asked_of(
        row,
        text=row["reply_text"],
        stop=row["stop_native"],
        error=row["error"],
        ids=None if ids is None else tuple(json.loads(ids)),
    )


def asked_of(row: dict[str, Any], text: str | None = None, **came: Any) -> Reply:
    """The reply to what a row of draws and judges says was asked; `text` and what else `came` are put in."""
    return Reply(
        id=row["name"],
        text=text,
        item=row["item"],
        arm=row["arm"],
        judge=row["judge_name"],
        judge_digest=row["judge_digest"],
        draw=row["draw_index"],
        order=row["shown_order"],
        meta=_json(row["meta"]),
        **came,
    )


def _judge(row: dict[str, Any]) -> Judge | None:
    if row["judge"] is None:
        return None
    return Judge(
        name=row["judge_name"],
        model=row["judge_model"],
        template_digest=row["judge_template_digest"],
        settings=_json(row["judge_settings"]),
    )


def _recorded(row: dict[str, Any]) -> Recorded:
    unescape(row)
    unescape(row, "tool_")
    return Recorded(
        value=_json(row["value"]),
        label=row["label"],
        status=row["status"],
        name=row["name"],
        tool=row["tool_tool"],
        tool_version=row["tool_tool_version"],
        parser=row["tool_parser"],
    )


def _json(text: str | None) -> Any:
    return None if text is None else json.loads(text)
