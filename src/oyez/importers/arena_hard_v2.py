"""Arena-Hard-Auto 2.0: two games a line, with category, baseline and the judge's message as an object."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec

from oyez.importers._arena import game_draw
from oyez.importers._head import Head
from oyez.importers._importer import Importer
from oyez.importers._row import Row
from oyez.importers._source import Source
from oyez.ledger.facts import Draw, Judge


class _Game(msgspec.Struct):
    judgment: dict[str, Any] | str | None = None
    score: str | None = None
    prompt: list[Any] | str | None = None


class _Line(msgspec.Struct):
    uid: str | int
    model: str
    judge: str
    games: list[_Game | None]
    baseline: str | None = None
    category: str | None = None


class _Importer(Importer):
    name = "arena-hard-v2"
    title = "Arena-Hard-Auto 2.0 (`model_judgment/JUDGE/MODEL.jsonl`)"
    tool = "arena-hard-auto"
    verified = False
    checked = "a file written from the field paths of the tool's source"
    where = (
        "`games[].judgment.answer`: each game is a draw. Game 1 shows the baseline as A (order `AB`), "
        "game 2 swaps them"
    )
    recorded = (
        "`games[].score`; null where the tool could not read the reply. A game that is null was not delivered"
    )
    lost = "The stop reason and the judge's settings."
    write_back = "a file of the same rows beside the original: see the exporter `arena-hard`"
    contracts = ("arena-hard-v2",)
    exporter = "arena-hard"
    example = "arena-hard-v2.jsonl"

    def sniff(self, head: Head) -> float:
        return 0.9 if head.has("uid", "model", "judge", "games") else 0.0

    def draws(self, source: Source) -> Iterator[Draw]:
        return source.each(source.lines(), _draws)


def _draws(row: Row) -> Iterator[Draw]:
    line = row.read_as(_Line)
    for number, game in enumerate(line.games):
        found = game or _Game()
        yield game_draw(
            row=row,
            number=number,
            item=str(line.uid),
            arms=(line.baseline or "baseline", line.model),
            judge=Judge(name=line.judge, model=line.judge),
            text=_answer(found.judgment),
            score=found.score,
            prompt=_prompt(found.prompt),
            generation="2.0",
            absent="the game holds no judgment",
            category=line.category,
        )


def _answer(judgment: dict[str, Any] | str | None) -> str | None:
    answer = judgment.get("answer") if isinstance(judgment, dict) else judgment
    return answer if isinstance(answer, str) else None


def _prompt(prompt: list[Any] | str | None) -> str | None:
    return prompt if isinstance(prompt, str) or prompt is None else json.dumps(prompt, ensure_ascii=False)


IMPORTER = _Importer()
