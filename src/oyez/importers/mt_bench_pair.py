"""FastChat MT-Bench, pairs: two games a line, the second with the answers swapped."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from oyez.core.reply import Reply
from oyez.importers._fastchat import TRANSPORT_FAILED, judge_of, when
from oyez.importers._head import Head
from oyez.importers._importer import Importer
from oyez.importers._row import Row, known
from oyez.importers._source import Source
from oyez.ledger.facts import Draw, Judge, Recorded

_LETTERS: Final = {
    "AB": {"model_1": "A", "model_2": "B", "tie": "C"},
    "BA": {"model_1": "B", "model_2": "A", "tie": "C"},
}
"""Order → winner as the file names it → the letter that the judge wrote for it."""


class _Pair(msgspec.Struct):
    question_id: str | int
    model_1: str
    model_2: str
    g1_judgment: str | None
    g2_judgment: str | None = None
    g1_winner: str | None = None
    g2_winner: str | None = None
    g1_user_prompt: str | None = None
    g2_user_prompt: str | None = None
    judge: list[str] | str | None = None
    judge_model: str | None = None
    judge_prompt: str | None = None
    turn: int | None = None
    tstamp: float | None = None


class _Importer(Importer):
    name = "mt-bench-pair"
    title = "FastChat MT-Bench, pairs (`model_judgment/*_pair.jsonl`)"
    tool = "fastchat"
    verified = True
    checked = "two files of public repositories, one of them of a fork with `judge_model` and `judge_prompt`"
    where = "`g1_judgment` and `g2_judgment`: each line is two draws, order `AB` and `BA`"
    recorded = (
        "`g1_winner` and `g2_winner` as the file names them; the letter that the judge wrote for that winner "
        "stands beside it as the label. `error` is imported as no value"
    )
    lost = "The stop reason, token counts and the judge's settings; a fork may leave out the prompts."
    write_back = "a file of the same rows beside the original: see the exporter `mt-bench`"
    contracts = ("mt-bench-pairwise",)
    exporter = "mt-bench"
    example = "mt-bench-pair.jsonl"

    def sniff(self, head: Head) -> float:
        return 0.9 if head.has("question_id", "model_1", "model_2", "g1_judgment") else 0.0

    def draws(self, source: Source) -> Iterator[Draw]:
        return source.each(source.lines(), _draws)


def _draws(row: Row) -> Iterator[Draw]:
    pair = row.read_as(_Pair)
    judge = judge_of(pair.judge, pair.judge_model, pair.judge_prompt)
    yield _game(pair, judge, row, "AB", pair.g1_judgment, pair.g1_winner, pair.g1_user_prompt)
    if "g2_judgment" in row.value or pair.g2_winner is not None:
        yield _game(pair, judge, row, "BA", pair.g2_judgment, pair.g2_winner, pair.g2_user_prompt)


def _game(
    pair: _Pair, judge: Judge, row: Row, order: str, text: str | None, winner: str | None, prompt: str | None
) -> Draw:
    failed = text == TRANSPORT_FAILED
    return Draw(
        reply=Reply(
            id=f"{pair.question_id}/{pair.model_1}/{pair.model_2}/{pair.turn or 1}/{judge.name}/{order}",
            text=None if failed else text,
            error=TRANSPORT_FAILED if failed else None,
            item=str(pair.question_id),
            arm=f"{pair.model_1} vs {pair.model_2}",
            judge=judge.name,
            order=order,
            meta=known(turn=pair.turn, place=row.at),
        ),
        judge=judge,
        prompt=prompt,
        received=when(pair.tstamp, row.place),
        raw_absent="the judgment is null" if text is None else None,
        recorded=(_recorded(order, winner),),
    )


def _recorded(order: str, winner: str | None) -> Recorded:
    read = winner in _LETTERS[order]
    return Recorded(
        value=winner if read else None,
        label=_LETTERS[order].get(winner or ""),
        status=None if read else winner,
        name="winner",
        tool="fastchat",
        parser="mt-bench/pair",
    )


IMPORTER = _Importer()
