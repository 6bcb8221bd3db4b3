"""openai/evals logs: events a line; a model-graded choice refers to the sampling event before it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec

from oyez.core.errors import InputError
from oyez.core.reply import Reply
from oyez.importers._head import Head
from oyez.importers._importer import Importer
from oyez.importers._limits import MIB
from oyez.importers._row import Row, finite, known
from oyez.importers._source import Source
from oyez.ledger.facts import Draw, Judge, Recorded


class _Event(msgspec.Struct):
    sample_id: str | None = None
    run_id: str | None = None
    event_id: int | None = None
    type: str | None = None
    data: dict[str, Any] | None = None
    created_at: str | None = None


class _Sampling(msgspec.Struct):
    prompt: Any = None
    sampled: str | list[str] | None = None
    model: str | None = None
    usage: dict[str, Any] | None = None


class _Importer(Importer):
    name = "openai-evals"
    title = "openai/evals logs (event JSONL)"
    tool = "openai-evals"
    verified = True
    checked = "a log written by evals 3.0.1 with scripted completion functions"
    where = (
        "`data.sampled` of the last event of the type `sampling` before the `metrics` event with a `choice` of the "
        "same `sample_id`: earlier ones are the model under test. Samples without a choice ask no judge and are "
        "passed over"
    )
    recorded = "`data.choice` and `data.score`; the choice `__invalid__` is imported as no value"
    lost = "The stop reason. For an invalid choice the tool scores the lowest of its scores, which is imported as such."
    write_back = "JSONL beside the file"
    example = "openai-evals.jsonl"

    def sniff(self, head: Head) -> float:
        if head.has("run_id", "event_id", "sample_id", "type", "data"):
            return 0.9
        return 0.9 if isinstance(head.get("spec", "completion_fns"), list) else 0.0

    def draws(self, source: Source) -> Iterator[Draw]:
        return source.each(source.lines(), _Pairing(source.limits.value_bytes).draws)


class _Pairing:
    """Brings each choice together with the sampling before it; holds samplings of at most `limit` bytes."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._waiting: dict[str, tuple[Row, int]] = {}
        self._held = 0

    def draws(self, row: Row) -> Iterator[Draw]:
        event = row.read_as(_Event)
        if event.sample_id is None:
            return
        if event.type == "sampling":
            self._wait(event.sample_id, row._replace(value=event.data))
        elif event.type == "metrics" and "choice" in (event.data or {}):
            yield _draw(row, event, self._taken(event.sample_id))

    def _wait(self, sample: str, row: Row) -> None:
        self._taken(sample)
        size = len(json.dumps(row.value))
        if self._held + size > self._limit:
            raise InputError(f"{row.place}: more than {self._limit // MIB} MiB of samplings without a choice")
        self._held += size
        self._waiting[sample] = (row, size)

    def _taken(self, sample: str) -> Row | None:
        row, size = self._waiting.pop(sample, (None, 0))
        self._held -= size
        return row


def _draw(row: Row, event: _Event, sampling: Row | None) -> Draw:
    found = sampling.read_as(_Sampling) if sampling else _Sampling()
    text = found.sampled[0] if isinstance(found.sampled, list) and found.sampled else found.sampled
    data = event.data or {}
    invalid = data.get("choice") == "__invalid__"
    choice = None if invalid else finite(data.get("choice"))
    return Draw(
        reply=Reply(
            id=f"{event.sample_id}/{event.event_id}",
            text=text if isinstance(text, str) else None,
            item=event.sample_id,
            judge=found.model,
            meta=known(run_id=event.run_id, place=row.at),
        ),
        judge=Judge(name=found.model, model=found.model),
        prompt=found.prompt if isinstance(found.prompt, str) else _json(found.prompt),
        usage=found.usage,
        received=event.created_at,
        raw_absent=None if isinstance(text, str) else "no sampling event stands before the choice",
        recorded=(
            _recorded("choice", choice, "__invalid__" if invalid else None),
            _recorded("score", finite(data.get("score")), None),
        ),
    )


def _json(prompt: Any) -> str | None:
    return None if prompt is None else json.dumps(prompt, ensure_ascii=False)


def _recorded(name: str, value: Any, status: str | None) -> Recorded:
    return Recorded(name=name, value=value, status=status, tool="openai-evals", parser="openai-evals/choice")


IMPORTER = _Importer()
