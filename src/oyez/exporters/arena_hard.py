"""Arena-Hard judgments again, with the score that each game's reply states."""

from __future__ import annotations

from typing import Any

from oyez.exporters._beside import BesideExporter
from oyez.exporters._exporter import Reread, account


class _Exporter(BesideExporter):
    name = "arena-hard"
    title = "Arena-Hard judgments beside the original (0.1 and 2.0)"
    verified = False
    checked = "read back by the importer; the tool's own tables were not made from it"
    about = (
        "The same lines; a game's `score` is the reply's verdict, null for an unread reply, and the original "
        "stands in the game's `oyez.recorded`"
    )

    def changed(self, row: dict[str, Any], rereads: list[Reread]) -> dict[str, Any]:
        for reread in rereads:
            if reread.draw.reply.text is None:
                continue
            number = int(str((reread.draw.reply.meta or {})["place"]).rpartition(" ")[2]) - 1
            game = row["games"][number]
            told = account(reread.reading) | {"recorded": game.get("score")}
            row["games"][number] = game | {"score": reread.reading.verdict, "oyez": told}
        return row


EXPORTER = _Exporter()
