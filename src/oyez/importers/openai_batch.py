"""OpenAI batch results: one answered or failed request a line, in any order."""

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


class _Message(msgspec.Struct):
    content: str | None = None
    refusal: str | None = None


class _Choice(msgspec.Struct):
    message: _Message
    index: int = 0
    finish_reason: str | None = None


class _Part(msgspec.Struct):
    type: str
    text: str | None = None
    refusal: str | None = None


class _Output(msgspec.Struct):
    type: str
    content: list[_Part] | None = None


class _Incomplete(msgspec.Struct):
    reason: str | None = None


class _Body(msgspec.Struct):
    """A chat completion (`choices`) or a response (`output`)."""

    id: str | None = None
    model: str | None = None
    choices: list[_Choice] | None = None
    output: list[_Output] | None = None
    status: str | None = None
    incomplete_details: _Incomplete | None = None
    usage: dict[str, Any] | None = None
    system_fingerprint: str | None = None
    error: Any = None


class _Response(msgspec.Struct):
    status_code: int | None = None
    request_id: str | None = None
    body: _Body | None = None


class _Failure(msgspec.Struct):
    code: str | None = None
    message: str | None = None


class _Line(msgspec.Struct):
    custom_id: str
    response: _Response | None = None
    error: _Failure | None = None


class _Importer(Importer):
    name = "openai-batch"
    title = "OpenAI batch results (the output file and the error file of a batch)"
    tool = "openai"
    verified = False
    checked = "files written to the shapes of the openai 3.57.0 package"
    where = (
        "`response.body.choices[].message.content`, or the text parts of `response.body.output[]`; each choice is a "
        "draw. A refusal that stands in `refusal` is imported as a reply without text and the stop reason `refusal`"
    )
    recorded = "nothing: a batch file holds no verdicts"
    lost = "The prompt and settings (they are in the request file), and which item a `custom_id` stands for."
    write_back = "nothing to write back"
    example = "openai-batch.jsonl"

    def sniff(self, head: Head) -> float:
        return 0.9 if head.has("custom_id", "response", "error") else 0.0

    def draws(self, source: Source) -> Iterator[Draw]:
        return source.each(source.lines(), _draws)


def _draws(row: Row) -> Iterator[Draw]:
    line = row.read_as(_Line)
    response = line.response or _Response()
    body = response.body or _Body()
    error = _error(line, response)
    if error is not None or body.choices is None:
        yield _draw(row, line, body, (None, None, 0) if error else _answer(body), error)
        return
    for choice in body.choices:
        stop = "refusal" if choice.message.refusal is not None else choice.finish_reason
        yield _draw(row, line, body, (choice.message.content or "", stop, choice.index), None)


def _error(line: _Line, response: _Response) -> str | None:
    """What went wrong with the request; `None` for one that was answered."""
    if line.error is not None:
        return ": ".join(part for part in (line.error.code, line.error.message) if part) or "error"
    if response.body is None:
        return "no response"
    if response.status_code is not None and response.status_code >= 400:
        return f"status {response.status_code}: {response.body.error}"
    return None


def _answer(body: _Body) -> tuple[str | None, str | None, int]:
    """Text, stop reason and index of a response with `output`."""
    parts = [part for each in body.output or [] if each.type == "message" for part in each.content or []]
    text = "".join(part.text or "" for part in parts if part.type == "output_text")
    stop = body.incomplete_details.reason if body.incomplete_details else body.status
    return text, "refusal" if any(part.refusal for part in parts) else stop, 0


def _draw(
    row: Row, line: _Line, body: _Body, answer: tuple[str | None, str | None, int], error: str | None
) -> Draw:
    text, stop, index = answer
    return Draw(
        reply=Reply(
            id=f"{line.custom_id}/{index}" if index else line.custom_id,
            text=text,
            stop=stop,
            error=error,
            item=line.custom_id,
            judge=body.model,
            draw=index,
            meta=known(
                request_id=line.response.request_id if line.response else None,
                response_id=body.id,
                system_fingerprint=body.system_fingerprint,
                place=row.at,
            ),
        ),
        judge=Judge(name=body.model) if body.model else None,
        model_returned=body.model,
        usage=body.usage,
    )


IMPORTER = _Importer()
