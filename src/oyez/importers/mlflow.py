"""MLflow assessments: feedback on a trace by a judge, a person or code, each with its value or its error."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from oyez.core.reply import Reply
from oyez.importers._head import Head
from oyez.importers._importer import Importer
from oyez.importers._row import Row, finite, known
from oyez.importers._source import Source
from oyez.ledger.facts import Draw, Judge, Recorded


class _Origin(msgspec.Struct):
    source_type: str | None = None
    source_id: str | None = None


class _Error(msgspec.Struct):
    error_code: str | None = None
    error_message: str | None = None


class _Value(msgspec.Struct):
    value: Any = None
    error: _Error | None = None


class _Assessment(msgspec.Struct):
    assessment_name: str
    assessment_id: str | None = None
    trace_id: str | None = None
    span_id: str | None = None
    source: _Origin | None = None
    feedback: _Value | None = None
    create_time: str | None = None
    rationale: str | None = None
    metadata: dict[str, Any] | None = None
    overrides: str | None = None
    valid: bool | None = None


class _Info(msgspec.Struct):
    assessments: list[Any] | None = None


class _Trace(msgspec.Struct):
    info: _Info


class _Importer(Importer):
    name = "mlflow"
    title = "MLflow assessments (a JSON list of them, or traces with `info.assessments`, as a list or a line each)"
    tool = "mlflow"
    verified = True
    checked = "files written by MLflow 3.17.2"
    where = (
        "`metadata.raw` of an assessment, where the judge's author put it there: MLflow itself keeps no reply. "
        "Others are *not re-readable*. Expectations are passed over"
    )
    recorded = (
        "`feedback.value`; the status is `feedback.error.error_code`, or `replaced` for an assessment that another "
        "one overrides (`valid: false`)"
    )
    lost = "The reply, unless it was put into the metadata; the prompt, the stop reason."
    write_back = "`override_feedback`, which keeps the old assessment: see the exporter `mlflow`"
    exporter = "mlflow"
    example = "mlflow.json"

    def sniff(self, head: Head) -> float:
        if head.has("assessment_name") and (head.has("feedback") or head.has("source")):
            return 0.9
        info = head.get("info")
        return 0.9 if isinstance(info, dict) and "assessments" in info and "trace_id" in info else 0.0

    def draws(self, source: Source) -> Iterator[Draw]:
        return source.each(source.rows(), _draws)


def _draws(row: Row) -> Iterator[Draw]:
    for each in _assessments(row):
        found = each.read_as(_Assessment)
        if found.feedback is not None:
            yield _draw(each, found, found.feedback)


def _assessments(row: Row) -> Iterator[Row]:
    if "info" not in row.value:
        yield row
        return
    for number, each in enumerate(row.read_as(_Trace).info.assessments or []):
        yield row.part(f"assessment {number}", each)


def _draw(row: Row, found: _Assessment, feedback: _Value) -> Draw:
    origin = found.source or _Origin()
    raw = (found.metadata or {}).get("raw")
    text = raw if isinstance(raw, str) else None
    return Draw(
        reply=Reply(
            id=found.assessment_id,
            text=text,
            item=found.trace_id,
            judge=origin.source_id,
            meta=known(
                source_type=origin.source_type,
                span_id=found.span_id,
                rationale=found.rationale,
                metadata=found.metadata,
                overrides=found.overrides,
                place=row.at,
            ),
        ),
        judge=Judge(name=origin.source_id),
        received=found.create_time,
        raw_absent=_absent(origin) if text is None else None,
        recorded=(
            Recorded(
                name=found.assessment_name,
                value=finite(feedback.value),
                status=_status(found, feedback),
                tool="mlflow",
                parser=origin.source_id,
            ),
        ),
    )


def _absent(origin: _Origin) -> str:
    if origin.source_type in (None, "LLM_JUDGE"):
        return "the assessment's metadata holds no reply"
    return f"given by {origin.source_type}, not by a judge's reply"


def _status(found: _Assessment, feedback: _Value) -> str | None:
    if feedback.error is not None:
        return feedback.error.error_code or "error"
    return "replaced" if found.valid is False else None


IMPORTER = _Importer()
