"""Phoenix span annotations as exported: JSON lines, a JSON list, or CSV."""

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


class _Annotation(msgspec.Struct):
    id: str | None = None
    name: str | None = None
    annotation_name: str | None = None
    annotator_kind: str | None = None
    span_id: str | None = None
    identifier: str | None = None
    result: dict[str, Any] | None = None
    metadata: Any = None
    created_at: str | None = None


class _Importer(Importer):
    name = "phoenix"
    title = "Phoenix span annotations (an export as JSONL, JSON or CSV)"
    tool = "phoenix"
    verified = False
    checked = "files written from the field paths of the client's source"
    where = (
        "`metadata.raw` of an annotation, where the judge's author put it there. Others are *not re-readable*: the "
        "judge's own span is not part of an annotation export"
    )
    recorded = "`result.label` and `result.score`; in CSV also the columns `result.label` and `label`"
    lost = "The reply, the prompt and the stop reason. An unread judge can only be told by a label."
    write_back = (
        "`POST /v1/span_annotations` with the contract's digest as identifier: see the exporter `phoenix`"
    )
    exporter = "phoenix"
    example = "phoenix.jsonl"

    def sniff(self, head: Head) -> float:
        named = head.has("name") or head.has("annotation_name")
        return 0.9 if named and head.has("span_id", "annotator_kind") else 0.0

    def draws(self, source: Source) -> Iterator[Draw]:
        return source.one_each(source.rows(), _draw)


def _draw(row: Row) -> Draw:
    found = row.read_as(_Annotation)
    metadata = object_in(found.metadata, f"{row.place}: metadata")
    raw = metadata.get("raw")
    text = raw if isinstance(raw, str) else None
    name = found.name or found.annotation_name or "annotation"
    values = [(kind, _part(found, row, kind)) for kind in ("label", "score")]
    return Draw(
        reply=Reply(
            id=found.id or f"{found.span_id}/{name}/{found.identifier or ''}",
            text=text,
            item=found.span_id,
            meta=known(
                annotator_kind=found.annotator_kind,
                explanation=_part(found, row, "explanation"),
                identifier=found.identifier,
                metadata=metadata or None,
                place=row.at,
            ),
        ),
        received=found.created_at,
        raw_absent="an annotation export holds no reply" if text is None else None,
        recorded=tuple(
            Recorded(name=f"{name}/{kind}", value=value, tool="phoenix", parser=name)
            for kind, value in values
            if value is not None
        ),
    )


def _part(found: _Annotation, row: Row, kind: str) -> Any:
    """A part of the result: nested as in JSON, or a column of CSV."""
    value = (found.result or {}).get(kind)
    for column in (f"result.{kind}", kind):
        value = row.value.get(column) if value is None else value
    if kind == "score" and isinstance(value, str):
        try:
            return finite(float(value))
        except ValueError:
            return value
    return finite(value)


IMPORTER = _Importer()
