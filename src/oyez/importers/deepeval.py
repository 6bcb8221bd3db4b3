"""DeepEval test runs: a score and a reason a metric, the replies behind them not kept."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from oyez.core.reply import Reply
from oyez.importers._head import Head
from oyez.importers._importer import Importer
from oyez.importers._row import Row, finite, known
from oyez.importers._source import Source
from oyez.ledger.facts import Draw, Judge, Recorded


class _Metric(msgspec.Struct):
    name: str
    score: int | float | None = None
    success: bool | None = None
    threshold: int | float | None = None
    reason: str | None = None
    error: str | None = None
    evaluationModel: str | None = None  # noqa: N815 - the file's own name


class _Case(msgspec.Struct):
    name: str | None = None
    input: str | None = None
    metricsData: list[_Metric] | None = None  # noqa: N815 - the file's own name


class _Importer(Importer):
    name = "deepeval"
    title = "DeepEval test runs (`.deepeval/.latest_run_full.json`, `test_run_*.json`)"
    tool = "deepeval"
    verified = True
    checked = "files written by deepeval 4.3.1 with a scripted judge"
    rereadable = False
    where = "nowhere: only the metric's `reason` is kept, so the rows are *not re-readable*"
    recorded = "`testCases[].metricsData[].score`; null with `error` where the metric failed"
    lost = "Every reply, prompt and stop reason; one metric may have asked its judge several times."
    write_back = "nothing to write back: without the reply there is nothing to read again"
    example = "deepeval.json"

    def sniff(self, head: Head) -> float:
        return 0.9 if head.container == "object" and head.has("testCases") else 0.0

    def draws(self, source: Source) -> Iterator[Draw]:
        return source.each(source.items("testCases"), _draws)


def _draws(row: Row) -> Iterator[Draw]:
    case = row.read_as(_Case)
    for number, metric in enumerate(case.metricsData or []):
        yield _draw(row, case, metric, number)


def _draw(row: Row, case: _Case, metric: _Metric, number: int) -> Draw:
    return Draw(
        reply=Reply(
            id=f"{case.name}/{metric.name}",
            text=None,
            item=case.name,
            judge=metric.evaluationModel,
            meta=known(
                metric=metric.name,
                reason=metric.reason,
                error=metric.error,
                threshold=metric.threshold,
                success=metric.success,
                input=case.input,
                place=f"{row.at}, metric {number}",
            ),
        ),
        judge=Judge(name=metric.evaluationModel, model=metric.evaluationModel),
        raw_absent="DeepEval keeps a score and a reason, not the reply",
        recorded=(
            Recorded(
                name=metric.name,
                value=finite(metric.score),
                status="error" if metric.error is not None else None,
                tool="deepeval",
                parser=f"deepeval/{metric.name}",
            ),
        ),
    )


IMPORTER = _Importer()
