"""WildBench results: a rating or a choice an item, parsed by the tool, the reply itself not kept."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from oyez.core.reply import Reply
from oyez.importers._head import Head
from oyez.importers._importer import Importer
from oyez.importers._row import Row, known
from oyez.importers._source import Source
from oyez.ledger.facts import Draw, Judge, Recorded


class _Batch(msgspec.Struct):
    batch_req_id: str | None = None
    usage: dict[str, Any] | None = None
    error: Any = None


class _Result(msgspec.Struct):
    session_id: str
    parsed_result: dict[str, Any] | None = None
    meta_data: _Batch | None = None
    model_test: str | None = None
    score: str | int | float | None = None


class _Importer(Importer):
    name = "wildbench"
    title = "WildBench (`eval_results/*.json`)"
    tool = "wildbench"
    verified = True
    checked = "the first rows of one published score file; pairwise files from their field paths only"
    rereadable = False
    where = "nowhere: only `parsed_result` is kept, so the rows are *not re-readable*"
    recorded = "`parsed_result.score`, a number written as text, or `parsed_result.choice`, such as `A+`"
    lost = "The reply, the stop reason, the prompt and the judge's name (it stands in the file's path)."
    write_back = "nothing to write back: without the reply there is nothing to read again"
    example = "wildbench.json"

    def sniff(self, head: Head) -> float:
        return 0.9 if head.has("session_id", "parsed_result") else 0.0

    def draws(self, source: Source) -> Iterator[Draw]:
        return source.one_each(source.rows(), _draw)


def _draw(row: Row) -> Draw:
    found = row.read_as(_Result)
    batch = found.meta_data or _Batch()
    parsed = found.parsed_result or {}
    name = "choice" if "choice" in parsed else "score"
    value = parsed.get(name, found.score)
    return Draw(
        reply=Reply(
            id=f"{found.session_id}/{found.model_test}",
            text=None,
            error=None if batch.error is None else str(batch.error),
            item=found.session_id,
            arm=found.model_test,
            meta=known(batch_req_id=batch.batch_req_id, parsed_result=found.parsed_result, place=row.at),
        ),
        judge=Judge(),
        usage=batch.usage,
        raw_absent="WildBench keeps what it parsed, not the reply",
        recorded=(Recorded(value=value, name=name, tool="wildbench", parser="wildbench/json"),),
    )


IMPORTER = _Importer()
