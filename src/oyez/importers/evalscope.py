"""evalscope reviews: a score an item, with every attempt of every judge kept whole."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from oyez.core.reply import Reply
from oyez.importers._head import Head
from oyez.importers._importer import Importer
from oyez.importers._inspect_shapes import Message, prompt_of
from oyez.importers._row import Row, finite, known
from oyez.importers._source import Source
from oyez.ledger.facts import Draw, Judge, Recorded


class _Choice(msgspec.Struct):
    stop_reason: str | None = None


class _Output(msgspec.Struct):
    model: str | None = None
    choices: list[_Choice] = []
    usage: dict[str, Any] | None = None


class _Attempt(msgspec.Struct):
    case_id: str
    judge_id: str | None = None
    status: str | None = None
    repeat_id: int = 0
    placement: str | None = None
    messages: list[Message] = []
    model_output: _Output | None = None
    raw_response: str | None = None
    parsed_value: Any = None
    error: str | None = None
    latency: float | None = None


class _Metadata(msgspec.Struct):
    judge_attempts: list[Any] | None = None


class _Score(msgspec.Struct):
    value: dict[str, Any] | None = None
    status: str | None = None
    metadata: _Metadata | None = None


class _SampleScore(msgspec.Struct):
    score: _Score


class _Review(msgspec.Struct):
    index: int
    sample_score: _SampleScore


class _Importer(Importer):
    name = "evalscope"
    title = "evalscope reviews (`outputs/*/reviews/MODEL/*.jsonl`)"
    tool = "evalscope"
    verified = True
    checked = "reviews written by evalscope 1.14.1 with its mock model and a scripted judge"
    where = (
        "`sample_score.score.metadata.judge_attempts[].raw_response`: each attempt is a draw. An attempt with the "
        "placement `original` has the order `AB`, `swapped` has `BA`"
    )
    recorded = (
        "`parsed_value.verdict` of the attempt, or the whole `parsed_value` where it holds no verdict, as `verdict`, "
        "with its `status`; the values of the whole score stand with the item's first attempt under their own names"
    )
    lost = "Reviews of rule scorers ask no judge and give no draws."
    write_back = "JSONL beside the file; evalscope has no place for a second reading"
    example = "evalscope.jsonl"

    def sniff(self, head: Head) -> float:
        return 0.9 if head.has("index", "sample_score") else 0.0

    def draws(self, source: Source) -> Iterator[Draw]:
        return source.each(source.lines(), _draws)


def _draws(row: Row) -> Iterator[Draw]:
    review = row.read_as(_Review)
    attempts = (review.sample_score.score.metadata or _Metadata()).judge_attempts or []
    for number, raw in enumerate(attempts):
        yield _draw(review, row.part(f"attempt {number}", raw), number)


def _draw(review: _Review, row: Row, number: int) -> Draw:
    attempt = row.read_as(_Attempt)
    output = attempt.model_output or _Output()
    failed = attempt.status == "transport_error"
    text = attempt.raw_response
    return Draw(
        reply=Reply(
            id=f"{review.index}/{attempt.case_id}/{number}",
            text=text,
            stop=output.choices[0].stop_reason if output.choices else None,
            error=(attempt.error or "transport error") if failed else None,
            item=str(review.index),
            arm=_model(row.file),
            judge=attempt.judge_id,
            draw=attempt.repeat_id if attempt.repeat_id >= 0 else None,
            order={"original": "AB", "swapped": "BA"}.get(attempt.placement or ""),
            meta=known(case=attempt.case_id, error=None if failed else attempt.error, place=row.at),
        ),
        judge=Judge(name=attempt.judge_id, model=attempt.judge_id),
        prompt=prompt_of(attempt.messages, {}),
        model_returned=output.model,
        usage=output.usage,
        latency=finite(attempt.latency),
        raw_absent="the attempt holds no reply" if text is None and not failed else None,
        recorded=(_verdict(attempt), *_scores(review, number)),
    )


def _model(file: str) -> str | None:
    """The model that was judged, as the folders say it: `reviews/MODEL/FILE`."""
    folder = Path(file).parent
    return folder.name if folder.parent.name == "reviews" else None


def _verdict(attempt: _Attempt) -> Recorded:
    """The verdict of the object that was asked for; what was parsed, where it is no such object."""
    parsed = attempt.parsed_value
    value = parsed["verdict"] if isinstance(parsed, dict) and "verdict" in parsed else parsed
    return _recorded("verdict", value, attempt.status)


def _scores(review: _Review, number: int) -> list[Recorded]:
    score = review.sample_score.score
    return [_recorded(key, value, score.status) for key, value in (score.value or {}).items() if number == 0]


def _recorded(name: str, value: Any, status: str | None) -> Recorded:
    return Recorded(
        name=name, value=finite(value), status=status, tool="evalscope", parser="evalscope/contract"
    )


IMPORTER = _Importer()
