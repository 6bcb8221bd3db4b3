"""lm-evaluation-harness samples again, as the rows of a new filter."""

from __future__ import annotations

from typing import Any

from oyez.exporters._beside import BesideExporter
from oyez.exporters._exporter import Reread, account


class _Exporter(BesideExporter):
    name = "lm-eval"
    title = "lm-evaluation-harness samples with a new filter name"
    verified = False
    checked = "read back by the importer; the harness does not read samples again"
    at_least_one = True
    about = (
        "The same rows with `filter` set to `oyez:CONTRACT`, and `filtered_resps` to the verdicts, null for an "
        "unread reply. The metrics of the other filter are left out: they were not computed from these values"
    )

    def changed(self, row: dict[str, Any], rereads: list[Reread]) -> dict[str, Any]:
        for metric in row.get("metrics") or []:
            row.pop(metric, None)
        return row | {
            "filter": f"oyez:{rereads[0].reading.contract}",
            "filtered_resps": [reread.reading.verdict for reread in rereads],
            "metrics": [],
            "oyez": [account(reread.reading) for reread in rereads],
        }


EXPORTER = _Exporter()
