"""AlpacaEval annotations again, with the preference that the reply states."""

from __future__ import annotations

from typing import Any

from oyez.core.errors import InputError
from oyez.exporters._beside import BesideExporter
from oyez.exporters._exporter import Reread, account

_OUTPUT = {"output_1": 1, "output_2": 2}


class _Exporter(BesideExporter):
    name = "alpaca-eval"
    title = "AlpacaEval annotations beside the original"
    verified = False
    checked = "read back by the importer; the tool's leaderboard was not run on it"
    about = (
        "The same list; `preference` is 1 or 2 by the reply's verdict, null for an unread reply, and the "
        "original stands in `oyez.recorded`. Items without a reply keep their preference"
    )

    def changed(self, row: dict[str, Any], rereads: list[Reread]) -> dict[str, Any]:
        (reread,) = rereads
        if reread.draw.reply.text is None:
            return row
        told = account(reread.reading) | {"recorded": row.get("preference")}
        row["preference"] = preference(reread) if reread.reading.ok else None
        return row | {"oyez": told}


def preference(reread: Reread) -> int | float:
    """1 or 2 by the verdict: a name of `referenced_models`, a ranking of such names, or a number from 1 to 2."""
    verdict = reread.reading.verdict
    best = verdict[0] if isinstance(verdict, list) and verdict else verdict
    names = (reread.draw.reply.meta or {}).get("referenced_models") or {}
    if isinstance(best, str) and names.get(best) in _OUTPUT:
        return _OUTPUT[names[best]]
    if isinstance(best, (int, float)) and not isinstance(best, bool) and 1 <= best <= 2:
        return best
    raise InputError(f"{reread.id}: the verdict {verdict!r} does not say which output is better")


EXPORTER = _Exporter()
