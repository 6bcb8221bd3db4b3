"""What the commands on a ledger say: what it holds, one draw, what a filter found, what an import added."""

from __future__ import annotations

from typing import Any

from oyez.core.mark import pictures, places
from oyez.core.reading import Reading
from oyez.core.visible import fit, visible_text
from oyez.ledger.archive import Imported
from oyez.ledger.facts import Stored
from oyez.ledger.find import Found
from oyez.ledger.status import LedgerStatus
from oyez.report.diff_text import said
from oyez.report.grid import grid
from oyez.report.shares import count, percent

_MOST = 50
_LONGEST = 20_000


def import_lines(done: list[Imported], room: int) -> list[str]:
    """One line an archive."""
    head = ["archive", "added", "there before", "bad rows", "not re-readable"]
    rows = [[one.path, *map(count, (one.added, one.there, one.bad, one.not_rereadable))] for one in done]
    same = [
        f"{one.path}: nothing added, the same bytes were imported from {one.same_as}; --as NAME takes them in again"
        for one in done
        if one.same_as
    ]
    return [*grid(head, rows, room), *(visible_text(line) for line in same)]


def import_tree(done: list[Imported]) -> list[dict[str, Any]]:
    """The same as JSON objects."""
    return [{name: getattr(one, name) for name in one.__struct_fields__} for one in done]


def status_tree(status: LedgerStatus) -> dict[str, Any]:
    """What `ledger status` says as one JSON object."""
    return {name: getattr(status, name) for name in status.__struct_fields__}


def status_lines(status: LedgerStatus, room: int) -> list[str]:
    """Everything that `ledger status` says."""
    facts = [
        ["draws", count(status.draws)],
        ["  undelivered", count(status.undelivered)],
        ["  not re-readable", count(status.not_rereadable)],
        ["  with a recorded value", count(status.recorded)],
        ["different replies", count(status.replies)],
    ]
    made = [fit(f"ledger  {status.path}, schema {status.schema}", room)]
    made += [
        f"seal    {status.seal or '-'}, {count(status.commits)} commits",
        "",
        *grid(["", ""], facts, room)[1:],
    ]
    made += _part(
        "runs", ["run", "kind", "started", "ended"], [_run(row) for row in status.runs[-_MOST:]], room
    )
    imports = [
        [row["source"], count(row["draws"]), row["source_sha256"][:16]] for row in status.imports[-_MOST:]
    ]
    made += _part("imports", ["archive", "draws", "sha256"], imports, room)
    judges = [
        [_judge(row), row["model"] or "-", count(row["draws"]), count(row["not_rereadable"])]
        for row in status.judges
    ]
    made += _part("judges", ["judge", "model", "draws", "not re-readable"], judges[:_MOST], room)
    instruments = [_instrument(row) for row in status.instruments[:_MOST]]
    head = ["contract", "reader", "judge", "readings", "coverage", "not read", "instrument"]
    return made + _part("instruments", head, instruments, room)


def _part(name: str, head: list[str], rows: list[list[str]], room: int) -> list[str]:
    return ["", name, *(f"  {line}" for line in grid(head, rows, room - 2))] if rows else []


def _run(row: dict[str, Any]) -> list[str]:
    return [str(row["id"]), row["kind"], row["started"][:19], "yes" if row["ended"] else "no"]


def _judge(row: dict[str, Any]) -> str:
    if row["digest"] is None:
        return "(not given)"
    return f"{row['name']} ({row['digest'][:8]})" if row["name"] else row["digest"][:8]


def _instrument(row: dict[str, Any]) -> list[str]:
    judge = (row["judge_digest"] or "-")[:8]
    start = row["digest"][:8]
    if row["contract"] is None:
        name = f"unknown, {row['tool']}" if row["tool"] else "unknown"
        return [name, "-", judge, count(row["readings"]), "-", "-", start]
    shown = row["contract"].partition("#")[0]
    return [
        shown,
        row["reader"],
        judge,
        count(row["readings"]),
        percent(row["coverage"]),
        count(row["unread"]),
        start,
    ]


def show_lines(stored: Stored, readings: list[Reading], room: int) -> list[str]:
    """One draw: what is known of it, its readings, and the reply."""
    draw, reply = stored.draw, stored.reply
    known = {
        "id": reply.id, "item": reply.item, "arm": reply.arm, "judge": reply.judge,
        "judge digest": reply.judge_digest, "model": draw.judge.model if draw.judge else None,
        "model returned": draw.model_returned, "draw": reply.draw, "order": reply.order, "stop": reply.stop,
        "error": reply.error, "received": draw.received, "latency": draw.latency, "usage": draw.usage,
        "meta": reply.meta, "prompt digest": draw.prompt_digest, "reply": stored.reply_digest, "archive": stored.source,
        "not re-readable": draw.raw_absent,
    }  # fmt: skip
    made = [f"draw {stored.id}, run {stored.run}"]
    made += [fit(f"  {name:<15} {value}", room) for name, value in known.items() if value is not None]
    for one in draw.recorded:
        told = " ".join(part for part in (one.tool, one.tool_version, one.parser) if part)
        made.append(
            fit(f"  recorded        {one.value!r}{f' by {told}' if told else ''}, instrument unknown", room)
        )
    for reading in readings:
        made += [
            "",
            fit(f"{reading.contract}, reader {reading.reader}: {_end(reading)}", room),
        ]
        found = places(reading)
        made += pictures(reading.text or "", found, room).splitlines() if found else []
        made += [fit(f"  {problem.code}: {problem.message}", room) for problem in reading.problems[:5]]
    if reply.text is not None:
        shown = visible_text(reply.text[:_LONGEST], keep="\n\t")
        made += ["", "reply", shown, *(["…"] if len(reply.text) > _LONGEST else [])]
    return made


def _end(reading: Reading) -> str:
    return f"{reading.status} {said(reading)}" if reading.ok else str(reading.status)


def find_lines(found: list[Found], room: int) -> list[str]:
    """A line a draw or reading."""
    with_reading = any(one.reading for one in found)
    head = ["draw", "id", "arm", "item", "judge"] + (
        ["contract", "status", "verdict"] if with_reading else ["reply"]
    )
    rows = []
    for one in found:
        reply = one.stored.reply
        row = [str(one.stored.id), *(part or "-" for part in (reply.id, reply.arm, reply.item, reply.judge))]
        if one.reading is not None:
            verdict = said(one.reading) if one.reading.ok else "-"
            row += [one.reading.contract.partition("#")[0], str(one.reading.status), fit(verdict, 20)]
        else:
            row.append(_tail(one.stored))
        rows.append(row)
    return grid(head, rows, room) if rows else []


def _tail(stored: Stored) -> str:
    """How a reply ends, or why there is none."""
    if not stored.rereadable:
        return "(not re-readable)"
    text, error = stored.reply.text, stored.reply.error
    return fit(text[-24:] if text else f"({error or 'empty'})", 24)


def draw_tree(stored: Stored, readings: list[Reading]) -> dict[str, Any]:
    """One draw and its readings as a JSON object."""
    from oyez.ledger.export import reply_row
    from oyez.rows.reading import reading_row

    return {
        "number": stored.id,
        "run": stored.run,
        "source": stored.source,
        **reply_row(stored),
        "readings": [
            {
                name: value
                for name, value in reading_row(reading, stored.reply).items()
                if name not in _OF_REPLY
            }
            for reading in readings
        ],
    }


_OF_REPLY = ("id", "item", "arm", "judge", "judge_digest", "draw", "order", "meta")
