"""Phoenix span annotations: one request a reading, whose identifier makes a second sending an update."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from oyez.exporters._exporter import Reread, WriteBack, account, explanation
from oyez.exporters._lines import LinesExporter


class _Exporter(LinesExporter):
    name = "phoenix"
    title = "Phoenix span annotations (requests for `POST /v1/span_annotations`, a line each)"
    verified = False
    checked = (
        "as exact request bodies against a loopback server, which are those of the phoenix client 3.5.0; not "
        "against Phoenix"
    )
    about = (
        "An annotation of the kind CODE named `oyez/CONTRACT` on the span that is the draw's item, with the "
        "contract's digest as identifier: the same contract read again replaces its own annotation and no other. "
        "An unread reply has the label `unread: STATUS` and no score"
    )

    def lines(self, reread: Reread, job: WriteBack) -> Iterator[dict[str, Any]]:
        name, _, digest = reread.reading.contract.partition("#")
        annotation = {
            "name": f"oyez/{name}",
            "annotator_kind": "CODE",
            "span_id": reread.draw.reply.item,
            "result": _result(reread),
            "metadata": account(reread.reading) | {"author": job.author, "reply": reread.id},
            "identifier": digest,
        }
        yield {"method": "POST", "path": "/v1/span_annotations?sync=true", "body": {"data": [annotation]}}


def _result(reread: Reread) -> dict[str, Any]:
    reading, verdict = reread.reading, reread.reading.verdict
    told = {"explanation": explanation(reading)}
    if not reading.ok:
        return {"label": f"unread: {reading.status}", **told}
    if isinstance(verdict, (int, float)) and not isinstance(verdict, bool):
        return {"score": verdict, **told}
    return {"label": verdict if isinstance(verdict, str) else str(verdict), **told}


EXPORTER = _Exporter()
