"""Anthropic message batch results: one succeeded, errored, canceled or expired request a line, in any order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from oyez.core.reply import Reply
from oyez.importers._head import Head
from oyez.importers._importer import Importer
from oyez.importers._row import Row, known
from oyez.importers._source import Source
from oyez.ledger.facts import Draw, Judge


class _Block(msgspec.Struct):
    type: str
    text: str | None = None
    thinking: str | None = None


class _Message(msgspec.Struct):
    content: list[_Block]
    id: str | None = None
    model: str | None = None
    stop_reason: str | None = None
    stop_details: dict[str, Any] | None = None
    usage: dict[str, Any] | None = None


class _Result(msgspec.Struct):
    type: str
    message: _Message | None = None
    error: Any = None


class _Line(msgspec.Struct):
    custom_id: str
    result: _Result


class _Importer(Importer):
    name = "anthropic-batch"
    title = "Anthropic message batch results (`.jsonl`)"
    tool = "anthropic"
    verified = False
    checked = "files written to the shapes of the anthropic 2.14.0 package"
    where = "the text blocks of `result.message.content`, joined; thinking blocks are not part of the reply"
    recorded = "nothing: a batch file holds no verdicts"
    lost = "The prompt and settings (they are in the request), and which item a `custom_id` stands for."
    write_back = "nothing to write back"
    example = "anthropic-batch.jsonl"

    def sniff(self, head: Head) -> float:
        result = head.get("result")
        return 0.9 if head.has("custom_id") and isinstance(result, dict) and "type" in result else 0.0

    def draws(self, source: Source) -> Iterator[Draw]:
        return source.one_each(source.lines(), _draw)


def _draw(row: Row) -> Draw:
    line = row.read_as(_Line)
    message = line.result.message
    if message is None:
        said = f": {line.result.error}" if line.result.error is not None else ""
        reply = Reply(
            id=line.custom_id,
            text=None,
            error=f"{line.result.type}{said}",
            item=line.custom_id,
            meta=known(place=row.at),
        )
        return Draw(reply=reply)
    reply = Reply(
        id=line.custom_id,
        text="".join(block.text or "" for block in message.content if block.type == "text"),
        stop=message.stop_reason,
        item=line.custom_id,
        judge=message.model,
        meta=known(response_id=message.id, stop_details=message.stop_details, place=row.at),
    )
    return Draw(
        reply=reply,
        judge=Judge(name=message.model),
        model_returned=message.model,
        usage=message.usage,
    )


IMPORTER = _Importer()
