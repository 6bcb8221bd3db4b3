"""OpenTelemetry `gen_ai.evaluation.result` events as JSON lines: from a collector's file, or one event a line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from oyez.core.errors import InputError
from oyez.core.reply import Reply
from oyez.importers._head import Head
from oyez.importers._importer import Importer
from oyez.importers._row import Row, finite, known
from oyez.importers._source import Source
from oyez.ledger.facts import Draw, Recorded

_EVENT: Final = "gen_ai.evaluation.result"
_SCALARS: Final = ("stringValue", "intValue", "doubleValue", "boolValue")


class _Importer(Importer):
    name = "otel"
    title = "OpenTelemetry `gen_ai.evaluation.result` events (JSON lines)"
    tool = "opentelemetry"
    verified = False
    checked = "files written from the semantic conventions, as a collector's file exporter and as flat events"
    rereadable = False
    where = "nowhere: the event has no attribute for the judge's reply, so the rows are *not re-readable*"
    recorded = (
        "`gen_ai.evaluation.score.label` and `gen_ai.evaluation.score.value`; `error.type` is the status"
    )
    lost = "The reply, the prompt and the stop reason. `gen_ai.response.id` may lead to them elsewhere."
    write_back = "a further event of the same name: see the exporter `otel`"
    exporter = "otel"
    example = "otel.jsonl"

    def sniff(self, head: Head) -> float:
        if head.has("resourceLogs"):
            return 0.9 if _EVENT.encode() in head.start else 0.6
        return 0.9 if _EVENT in (head.get("event_name"), head.get("eventName"), head.get("name")) else 0.0

    def draws(self, source: Source) -> Iterator[Draw]:
        return source.each(source.lines(), _draws)


def _draws(row: Row) -> Iterator[Draw]:
    for record in _records(row):
        value = record.value
        if _EVENT in (value.get("eventName"), value.get("event_name"), value.get("name")):
            yield _draw(record)


def _records(row: Row) -> Iterator[Row]:
    """The log records of a line: a line of its own, or all those of a batch of resources."""
    if "resourceLogs" not in row.value:
        yield row
        return
    for resource in _list(row, row.value, "resourceLogs"):
        for scope in _list(row, resource, "scopeLogs"):
            for number, record in enumerate(_list(row, scope, "logRecords")):
                yield row.part(f"record {number}", record)


def _list(row: Row, value: dict[str, Any], key: str) -> list[dict[str, Any]]:
    found = value.get(key, [])
    if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
        raise InputError(f"{row.place}: {key} is not a list of objects")
    return found


def _draw(row: Row) -> Draw:
    found = _attributes(row)
    name = str(found.get("gen_ai.evaluation.name") or "evaluation")
    status = found.get("error.type")
    response = found.get("gen_ai.response.id")
    span = row.value.get("spanId") or row.value.get("span_id")
    return Draw(
        reply=Reply(
            id=row.at,
            text=None,
            item=next((each for each in (response, span) if isinstance(each, str)), None),
            meta=known(
                explanation=found.get("gen_ai.evaluation.explanation"),
                response_id=response,
                place=row.at,
            ),
        ),
        raw_absent="the event holds no reply",
        recorded=(
            Recorded(
                name=name,
                value=finite(found.get("gen_ai.evaluation.score.value")),
                label=_text(found.get("gen_ai.evaluation.score.label")),
                status=_text(status),
                tool="opentelemetry",
            ),
        ),
    )


def _text(value: Any) -> str | None:
    return None if value is None else str(value)


def _attributes(row: Row) -> dict[str, Any]:
    """The attributes by name: an object, or OTLP's list of keys and typed values."""
    found = row.value.get("attributes")
    if isinstance(found, dict):
        return found
    if not isinstance(found, list):
        raise InputError(f"{row.place}: the event has no attributes")
    return {
        each["key"]: _scalar(each.get("value"))
        for each in found
        if isinstance(each, dict) and isinstance(each.get("key"), str)
    }


def _scalar(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    kind = next((kind for kind in _SCALARS if kind in value), None)
    found = value[kind] if kind else None
    if kind == "intValue" and isinstance(found, str):  # 64-bit numbers are text in this encoding
        return int(found) if found.lstrip("-").isdecimal() else found
    return found


IMPORTER = _Importer()
