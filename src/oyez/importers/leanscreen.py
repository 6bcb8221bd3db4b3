"""LeanScreen check output: verdicts with reasons and evidence, one payload a line, no replies."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from oyez.core.reply import Reply
from oyez.importers._head import Head
from oyez.importers._importer import Importer
from oyez.importers._row import Row, finite, known
from oyez.importers._source import Source
from oyez.ledger.facts import Draw, Recorded

_NAMES = ("id", "item", "name", "theorem", "statement_id")


class _Importer(Importer):
    name = "leanscreen"
    title = "LeanScreen check output (`--json`, a payload a line)"
    tool = "leanscreen"
    verified = False
    checked = "a file written from a description of the output; no file of the tool was at hand"
    rereadable = False
    where = "nowhere: the output holds no replies, so the rows are *not re-readable*"
    recorded = "`verdict`, or each member of `verdicts`, under its name"
    lost = "Every reply, prompt and stop reason."
    write_back = "nothing to write back"
    example = "leanscreen.jsonl"

    def sniff(self, head: Head) -> float:
        told = head.has("verdict") or head.has("verdicts")
        return 0.7 if told and head.has("reasons", "evidence") else 0.0

    def draws(self, source: Source) -> Iterator[Draw]:
        return source.one_each(source.lines(), _draw)


def _draw(row: Row) -> Draw:
    name = next(
        (str(row.value[key]) for key in _NAMES if isinstance(row.value.get(key), (str, int))),
        str(row.number + 1),
    )
    return Draw(
        reply=Reply(
            id=name,
            text=None,
            item=name,
            meta=known(reasons=row.value.get("reasons"), evidence=row.value.get("evidence"), place=row.at),
        ),
        raw_absent="LeanScreen's output holds no reply",
        recorded=tuple(
            Recorded(name=key, value=finite(value), tool="leanscreen") for key, value in _verdicts(row.value)
        ),
    )


def _verdicts(value: dict[str, Any]) -> list[tuple[str, Any]]:
    several = value.get("verdicts")
    if isinstance(several, dict):
        return list(several.items())
    if isinstance(several, list):
        return [(f"verdicts/{number}", each) for number, each in enumerate(several)]
    return [("verdict", value.get("verdict"))]


IMPORTER = _Importer()
