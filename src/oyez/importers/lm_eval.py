"""lm-evaluation-harness samples: the replies of a model to a task, one line an item and filter."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

import msgspec

from oyez.core.errors import InputError
from oyez.core.reply import Reply
from oyez.importers._head import Head
from oyez.importers._importer import Importer
from oyez.importers._row import Row, finite, known
from oyez.importers._source import Source
from oyez.ledger.facts import Draw, Judge, Recorded

_NOT_FOUND = "[invalid]"
"""What the harness's filters give where they found nothing."""


class _Sample(msgspec.Struct):
    doc_id: int | str
    resps: list[Any]
    filter: str | None = None
    filtered_resps: list[Any] | None = None
    arguments: dict[str, Any] | list[Any] | None = None
    metrics: list[str] = []
    doc_hash: str | None = None
    prompt_hash: str | None = None
    target: Any = None


class _Run(msgspec.Struct):
    """What the file of results beside the samples says about the run."""

    lm_eval_version: str | None = None
    model_name: str | None = None
    model_source: str | None = None
    config: dict[str, Any] = {}


class _Importer(Importer):
    name = "lm-eval"
    title = "lm-evaluation-harness (`samples_TASK_DATE.jsonl`, with `--log_samples`)"
    tool = "lm-eval"
    verified = True
    checked = "files written by lm-eval 0.4.13 with its dummy model"
    where = "`resps`: every text in it is a draw. The harness has no judges: the model that replied stands as the judge"
    recorded = (
        "`filtered_resps`, what the filter named in `filter` took from the reply, as `filtered`; and each metric of "
        "the line under its own name. The filter's `[invalid]` is imported as no value"
    )
    lost = "The stop reason and token counts. Log-likelihood tasks hold no text and are refused."
    write_back = "the same lines with a new filter name, beside the original: see the exporter `lm-eval`"
    exporter = "lm-eval"
    example = "samples_example_2026-11-30T12-00-00.000000.jsonl"

    def sniff(self, head: Head) -> float:
        return 0.9 if head.has("doc_id", "resps", "filtered_resps") else 0.0

    def draws(self, source: Source) -> Iterator[Draw]:
        run = _run(source)
        return source.each(source.lines(), lambda row: _draws(row, run))


def _run(source: Source) -> _Run:
    """The results file of the same date, if it is there."""
    date = source.path.stem.rpartition("_")[2]
    beside = source.beside(f"results_{date}.json")
    if beside is None:
        return _Run()
    return Row(beside.name, beside.members()).read_as(_Run)


def _draws(row: Row, run: _Run) -> Iterator[Draw]:
    sample = row.read_as(_Sample)
    texts = list(chain.from_iterable(each if isinstance(each, list) else [each] for each in sample.resps))
    if not all(isinstance(text, str) for text in texts):
        raise InputError(f"{row.place}: resps holds no texts; a log-likelihood task has no replies to read")
    prompt, settings = _request(sample.arguments)
    model = run.model_name or run.model_source
    for number, text in enumerate(texts):
        yield Draw(
            reply=Reply(
                id=f"{sample.doc_id}/{sample.filter}/{number}",
                text=text,
                item=str(sample.doc_id),
                judge=model,
                draw=number,
                meta=known(doc_hash=sample.doc_hash, target=sample.target, place=row.at),
            ),
            judge=Judge(name=model, model=model, settings=settings),
            prompt=prompt,
            recorded=_recorded(sample, row, run, number, len(texts)),
        )


def _request(arguments: dict[str, Any] | list[Any] | None) -> tuple[str | None, dict[str, Any] | None]:
    """The prompt and the generation settings, in both spellings of `arguments` that releases have used."""
    requests = list(arguments.values() if isinstance(arguments, dict) else arguments or ())
    first = requests[0] if requests else None
    parts = list(first.values()) if isinstance(first, dict) else first
    if not isinstance(parts, list) or not parts or not isinstance(parts[0], str):
        return None, None
    settings = parts[1] if len(parts) > 1 and isinstance(parts[1], dict) else None
    return parts[0], finite(settings)


def _recorded(sample: _Sample, row: Row, run: _Run, number: int, count: int) -> tuple[Recorded, ...]:
    """The filter's value of this text; the line's metrics stand with its first text."""
    filtered = list(sample.filtered_resps or [])
    if len(filtered) == 1 and isinstance(filtered[0], list) and len(filtered[0]) == count:
        filtered = filtered[0]
    found = [("filtered", filtered[number])] if number < len(filtered) else []
    if number == 0:
        found += [(name, row.value.get(name)) for name in sample.metrics]
    return tuple(
        Recorded(
            name=name,
            value=None if value == _NOT_FOUND else finite(value),
            status=_NOT_FOUND if value == _NOT_FOUND else None,
            tool="lm-eval",
            tool_version=run.lm_eval_version,
            parser=sample.filter,
        )
        for name, value in found
    )


IMPORTER = _Importer()
