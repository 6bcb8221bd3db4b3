"""MT-Bench judgments again, single or pair, with the scores and winners that the replies state."""

from __future__ import annotations

from typing import Any, Final

from oyez.core.errors import InputError
from oyez.exporters._beside import BesideExporter
from oyez.exporters._exporter import Reread, account

_WINNER: Final = {
    "AB": {"A": "model_1", "B": "model_2", "C": "tie"},
    "BA": {"A": "model_2", "B": "model_1", "C": "tie"},
}


class _Exporter(BesideExporter):
    name = "mt-bench"
    title = "MT-Bench judgments beside the original (single and pair)"
    verified = False
    checked = "read back by the importer; the tool's own tables were not made from it"
    about = (
        "The same lines; `score`, or `g1_winner` and `g2_winner`, by the verdict. An unread reply has what the "
        "tool has for one: -1, or `error`. The originals stand in `oyez`, or `oyez_g1` and `oyez_g2`, under "
        "`recorded`. The verdict of a pair must be A, B or C for a tie"
    )

    def changed(self, row: dict[str, Any], rereads: list[Reread]) -> dict[str, Any]:
        for reread in rereads:
            if reread.draw.reply.text is None:
                continue
            order = reread.draw.reply.order
            game = {"AB": "g1", "BA": "g2"}.get(order or "")
            field = f"{game}_winner" if game else "score"
            told = account(reread.reading) | {"recorded": row.get(field)}
            row[field] = _value(reread, order)
            row[f"oyez_{game}" if game else "oyez"] = told
        return row


def _value(reread: Reread, order: str | None) -> Any:
    verdict = reread.reading.verdict
    if order is None:
        return verdict if reread.reading.ok else -1
    if not reread.reading.ok:
        return "error"
    if verdict not in _WINNER[order]:
        raise InputError(f"{reread.id}: the verdict {verdict!r} is not A, B or C")
    return _WINNER[order][verdict]


EXPORTER = _Exporter()
