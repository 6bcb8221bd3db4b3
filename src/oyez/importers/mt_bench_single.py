"""FastChat MT-Bench, single answers: one rating by one judge a line."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from oyez.core.reply import Reply
from oyez.importers._fastchat import TRANSPORT_FAILED, judge_of, when
from oyez.importers._head import Head
from oyez.importers._importer import Importer
from oyez.importers._row import Row, known
from oyez.importers._source import Source
from oyez.ledger.facts import Draw, Recorded


class _Single(msgspec.Struct):
    question_id: str | int
    model: str
    judgment: str | None
    score: int | float | None = None
    judge: list[str] | str | None = None
    judge_model: str | None = None
    judge_prompt: str | None = None
    user_prompt: str | None = None
    turn: int | None = None
    tstamp: float | None = None


class _Importer(Importer):
    name = "mt-bench-single"
    title = "FastChat MT-Bench, single answers (`model_judgment/*_single.jsonl`)"
    tool = "fastchat"
    verified = True
    checked = "two files of public repositories"
    where = "`judgment`, the whole reply; the prompt is `user_prompt`"
    recorded = "`score`; -1 stands for a reply that the tool could not read, and is imported as no value"
    lost = (
        "The stop reason, token counts and the judge's settings. A call that failed is stored as the "
        "judgment `$ERROR$`: it is imported as undelivered, not as a reply."
    )
    write_back = "a file of the same rows beside the original: see the exporter `mt-bench`"
    contracts = ("mt-bench-rating",)
    exporter = "mt-bench"
    example = "mt-bench-single.jsonl"

    def sniff(self, head: Head) -> float:
        return 0.9 if head.has("question_id", "model", "judgment", "score") else 0.0

    def draws(self, source: Source) -> Iterator[Draw]:
        return source.one_each(source.lines(), _draw)


def _draw(row: Row) -> Draw:
    single = row.read_as(_Single)
    failed = single.judgment == TRANSPORT_FAILED
    unread = single.score == -1
    judge = judge_of(single.judge, single.judge_model, single.judge_prompt)
    recorded = Recorded(
        value=None if unread else single.score,
        status="-1" if unread else None,
        name="score",
        tool="fastchat",
        parser="mt-bench/rating",
    )
    return Draw(
        reply=Reply(
            id=f"{single.question_id}/{single.model}/{single.turn or 1}/{judge.name}",
            text=None if failed else single.judgment,
            error=TRANSPORT_FAILED if failed else None,
            item=str(single.question_id),
            arm=single.model,
            judge=judge.name,
            meta=known(turn=single.turn, place=row.at),
        ),
        judge=judge,
        prompt=single.user_prompt,
        received=when(single.tstamp, row.place),
        raw_absent="the judgment is null" if single.judgment is None else None,
        recorded=(recorded,),
    )


IMPORTER = _Importer()
