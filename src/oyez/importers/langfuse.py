"""Langfuse scores as exported: JSON lines, a JSON list, or CSV."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from oyez.core.reply import Reply
from oyez.importers._head import Head
from oyez.importers._importer import Importer
from oyez.importers._row import Row, finite, known, object_in
from oyez.importers._source import Source
from oyez.ledger.facts import Draw, Recorded


class _Score(msgspec.Struct):
    name: str
    id: str | None = None
    value: Any = None
    stringValue: str | None = None  # noqa: N815 - the file's own names
    dataType: str | None = None  # noqa: N815
    comment: str | None = None
    metadata: Any = None
    traceId: str | None = None  # noqa: N815
    observationId: str | None = None  # noqa: N815
    source: str | None = None
    timestamp: str | None = None


class _Importer(Importer):
    name = "langfuse"
    title = "Langfuse scores (an export as JSONL, JSON or CSV)"
    tool = "langfuse"
    verified = False
    checked = "files written from the field paths of the public documentation"
    where = (
        "`metadata.raw` of a score, where the judge's author put it there. Langfuse's own evaluators keep the "
        "reply in another trace, which a score export does not hold: those rows are *not re-readable*"
    )
    recorded = "`value`, or `stringValue` for the types CATEGORICAL, TEXT and CORRECTION"
    lost = "The reply, the prompt and the stop reason. A judge that could not be read leaves no score at all."
    write_back = "`POST /api/public/scores` with an id made from the instrument: see the exporter `langfuse`"
    exporter = "langfuse"
    example = "langfuse.jsonl"

    def sniff(self, head: Head) -> float:
        return 0.9 if head.has("name", "traceId", "dataType") else 0.0

    def draws(self, source: Source) -> Iterator[Draw]:
        return source.one_each(source.rows(), _draw)


def _draw(row: Row) -> Draw:
    score = row.read_as(_Score)
    metadata = object_in(score.metadata, f"{row.place}: metadata")
    raw = metadata.get("raw")
    text = raw if isinstance(raw, str) else None
    return Draw(
        reply=Reply(
            id=score.id,
            text=text,
            item=score.traceId,
            meta=known(
                comment=score.comment,
                observation=score.observationId,
                source=score.source,
                metadata=metadata or None,
                place=row.at,
            ),
        ),
        received=score.timestamp,
        raw_absent="a score export holds no reply" if text is None else None,
        recorded=(Recorded(name=score.name, value=_value(score), tool="langfuse", parser=score.name),),
    )


def _value(score: _Score) -> Any:
    """The value; a number that came as a CSV cell becomes one again."""
    if score.dataType in ("CATEGORICAL", "TEXT", "CORRECTION"):
        return score.stringValue if score.stringValue is not None else score.value
    if isinstance(score.value, str) and score.dataType in (None, "NUMERIC", "BOOLEAN"):
        try:
            return finite(float(score.value))
        except ValueError:
            return score.value
    return finite(score.value)


IMPORTER = _Importer()
