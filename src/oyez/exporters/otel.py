"""OpenTelemetry `gen_ai.evaluation.result` events, as the JSON lines that a collector reads and writes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from oyez._version import __version__
from oyez.exporters._exporter import Reread, WriteBack, account, explanation
from oyez.exporters._lines import LinesExporter

_EVALUATION: Final = "gen_ai.evaluation"


class _Exporter(LinesExporter):
    name = "otel"
    title = "OpenTelemetry `gen_ai.evaluation.result` events (OTLP JSON lines)"
    verified = False
    checked = "read back by the importer; no collector was run"
    about = (
        "One log record a reading. A number is `gen_ai.evaluation.score.value`, a label `.score.label`; an "
        "unread reply has neither, and `error.type` is `judge.unreadable.STATUS`. What oyez adds stands under "
        "`oyez.`"
    )

    def lines(self, reread: Reread, job: WriteBack) -> Iterator[dict[str, Any]]:
        record = {"eventName": "gen_ai.evaluation.result", "attributes": _listed(_attributes(reread))}
        scope = {"scope": {"name": "oyez", "version": __version__}, "logRecords": [record]}
        yield {"resourceLogs": [{"resource": {"attributes": []}, "scopeLogs": [scope]}]}


def _attributes(reread: Reread) -> dict[str, Any]:
    reading, meta = reread.reading, reread.draw.reply.meta or {}
    told = account(reading)
    found: dict[str, Any] = {
        f"{_EVALUATION}.name": reading.contract.partition("@")[0],
        f"{_EVALUATION}.explanation": explanation(reading),
        "gen_ai.response.id": meta.get("response_id"),
        **_score(reading.verdict if reading.ok else None),
        "error.type": None if reading.ok else f"judge.unreadable.{reading.status}",
        "oyez.reply": reread.id,
        "oyez.item": reread.draw.reply.item,
        **{f"oyez.{key}": told[key] for key in ("contract", "reader", "status", "rule", "start", "end")},
    }
    return {key: value for key, value in found.items() if value is not None}


def _score(verdict: Any) -> dict[str, Any]:
    if verdict is None:
        return {}
    if isinstance(verdict, (int, float)) and not isinstance(verdict, bool):
        return {f"{_EVALUATION}.score.value": float(verdict)}
    label = str(verdict).lower() if isinstance(verdict, bool) else str(verdict)
    return {f"{_EVALUATION}.score.label": label}


def _listed(attributes: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"key": key, "value": _typed(value)} for key, value in attributes.items()]


def _typed(value: Any) -> dict[str, Any]:
    """A value as the protocol writes it in JSON, where whole numbers are text."""
    if isinstance(value, float):
        return {"doubleValue": value}
    return {"intValue": str(value)} if isinstance(value, int) else {"stringValue": str(value)}


EXPORTER = _Exporter()
