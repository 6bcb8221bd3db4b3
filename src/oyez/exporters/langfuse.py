"""Langfuse scores: one request a reading, whose id makes a second sending harmless."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from oyez.exporters._exporter import Reread, WriteBack, account, explanation
from oyez.exporters._ids import stable_id
from oyez.exporters._lines import LinesExporter


class _Exporter(LinesExporter):
    name = "langfuse"
    title = "Langfuse scores (requests for `POST /api/public/scores`, a line each)"
    verified = False
    checked = (
        "as exact request bodies against a loopback server, which are those of the langfuse 5.0.4 client; not "
        "against Langfuse"
    )
    about = (
        "A score named `oyez/CONTRACT` on the trace that is the draw's item: NUMERIC, BOOLEAN or CATEGORICAL by the "
        "verdict. Langfuse has no score without a value, so every reply also has a CATEGORICAL score "
        "`oyez/CONTRACT/status`, and an unread reply has only that. Langfuse replaces a score that comes again with "
        "its id and time: the time is that of the reply where the archive knows it, else that of the writing. For "
        "servers that take a list of scores, as version 5 does"
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
        kept["timestamp"] = _time(reread, job)
        status = {"value": str(reading.status), "dataType": "CATEGORICAL"}
        scores = [{"id": f"{ident}-status", "name": f"{name}/status", **status, **kept}]
        if reading.ok:
            scores.insert(0, {"id": ident, "name": name, **_value(reading.verdict), **kept})
        yield {"method": "POST", "path": "/api/public/scores", "body": scores}


def _time(reread: Reread, job: WriteBack) -> str:
    """When the reply came, if that is known with its time zone, so that a second writing names the same score."""
    try:
        came = datetime.fromisoformat(reread.draw.received or "")
    except ValueError:
        return job.at
    return job.at if came.tzinfo is None else came.astimezone(UTC).isoformat(timespec="milliseconds")


def _value(verdict: Any) -> dict[str, Any]:
    if isinstance(verdict, bool):
        return {"value": int(verdict), "dataType": "BOOLEAN"}
    if isinstance(verdict, (int, float)):
        return {"value": verdict, "dataType": "NUMERIC"}
    return {"value": verdict if isinstance(verdict, str) else str(verdict), "dataType": "CATEGORICAL"}


EXPORTER = _Exporter()
