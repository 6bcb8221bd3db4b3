"""Arena-Hard-Auto 0.1: two games a line, the baseline shown first in game 1 and second in game 2."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from oyez.importers._arena import game_draw
from oyez.importers._head import Head
from oyez.importers._importer import Importer
from oyez.importers._row import Row
from oyez.importers._source import Source
from oyez.ledger.facts import Draw, Judge


class _Game(msgspec.Struct):
    judgment: str | None
    score: str | None = None
    user_prompt: str | None = None


class _Line(msgspec.Struct):
    question_id: str | int
    model: str
    judge: str
    games: list[_Game]
    baseline: str | None = None


class _Importer(Importer):
    name = "arena-hard"
    title = "Arena-Hard-Auto 0.1 (`model_judgment/JUDGE/MODEL.jsonl`)"
    tool = "arena-hard-auto"
    verified = True
    checked = "three files of public repositories"
    where = "`games[].judgment`: each game is a draw. Game 1 shows the baseline as A (order `AB`), game 2 swaps them"
    recorded = "`games[].score`, such as `A>>B`; null where the tool could not read the reply"
    lost = (
        "The stop reason, token counts, the judge's settings, and the name of the baseline. A judge that gave no "
        "verdict was asked to go on: then one judgment is two replies, joined."
    )
    write_back = "a file of the same rows beside the original: see the exporter `arena-hard`"
    contracts = ("arena-hard",)
    exporter = "arena-hard"
    example = "arena-hard.jsonl"

    def sniff(self, head: Head) -> float:
        games = head.get("games")
        old = isinstance(games, list) and not any(
            isinstance(each.get("judgment"), dict) for each in _objects(games)
        )
        return 0.9 if head.has("question_id", "model", "judge") and old else 0.0

    def draws(self, source: Source) -> Iterator[Draw]:
        return source.each(source.lines(), _draws)


def _draws(row: Row) -> Iterator[Draw]:
    line = row.read_as(_Line)
    judge = Judge(name=line.judge, model=line.judge)
    for number, game in enumerate(line.games):
        yield game_draw(
            row=row,
            number=number,
            item=str(line.question_id),
            arms=(line.baseline or "baseline", line.model),
            judge=judge,
            text=game.judgment,
            score=game.score,
            prompt=game.user_prompt,
            generation="0.1",
        )


def _objects(games: list[object]) -> list[dict[str, object]]:
    return [each for each in games if isinstance(each, dict)]


IMPORTER = _Importer()
