"""Langfuse scores: one request a reading, whose id makes a second sending harmless."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from oyez.exporters._exporter import Reread, WriteBack, account, explanation
from oyez.exporters._ids import stable_id
from oyez.exporters._lines import LinesExporter


class _Exporter(LinesExporter):
    name = "langfuse"
    title = "Langfuse scores (requests for `POST /api/public/scores`, a line each)"
    verified = False
    checked = "as exact request bodies against a loopback server; not against Langfuse"
    about = (
        "A score named `oyez/CONTRACT` on the trace that is the draw's item: NUMERIC, BOOLEAN or CATEGORICAL by the "
        "verdict. Langfuse has no score without a value, so every reply also has a CATEGORICAL score "
        "`oyez/CONTRACT/status`, and an unread reply has only that"
    )

    def lines(self, reread: Reread, job: WriteBack) -> Iterator[dict[str, Any]]:
        reading = reread.reading
        name = f"oyez/{reading.contract.partition('#')[0]}"
        shared = {
            "traceId": reread.draw.reply.item,
            "observationId": (reread.draw.reply.meta or {}).get("observation"),
            "comment": explanation(reading),
            "metadata": account(reading) | {"author": job.author},
        }
        kept = {key: value for key, value in shared.items() if value is not None}
        ident = stable_id(reread)
        if reading.ok:
            yield _request({"id": ident, "name": name, **_value(reading.verdict), **kept})
        status = {"value": str(reading.status), "dataType": "CATEGORICAL"}
        yield _request({"id": f"{ident}-status", "name": f"{name}/status", **status, **kept})


def _value(verdict: Any) -> dict[str, Any]:
    if isinstance(verdict, bool):
        return {"value": int(verdict), "dataType": "BOOLEAN"}
    if isinstance(verdict, (int, float)):
        return {"value": verdict, "dataType": "NUMERIC"}
    return {"value": verdict if isinstance(verdict, str) else str(verdict), "dataType": "CATEGORICAL"}


def _request(body: dict[str, Any]) -> dict[str, Any]:
    return {"method": "POST", "path": "/api/public/scores", "body": body}


EXPORTER = _Exporter()
