"""The parts of an Inspect log that hold judges: a sample, its scores, and the calls that scorers made."""

from __future__ import annotations

import json
from typing import Any

import msgspec

_ATTACHED = "attachment://"


class Message(msgspec.Struct):
    """A chat message; its content is text or a list of parts."""

    role: str | None = None
    id: str | None = None
    content: str | list[dict[str, Any]] = ""
    model: str | None = None


class Choice(msgspec.Struct):
    """What a model said, and why it stopped."""

    message: Message
    stop_reason: str | None = None
    stop_details: Any = None


class Output(msgspec.Struct):
    """What a model call came to."""

    model: str | None = None
    choices: list[Choice] = []
    usage: dict[str, Any] | None = None
    time: float | None = None
    error: str | None = None


class ModelEvent(msgspec.Struct):
    """A call of a model, in the transcript of a sample."""

    model: str | None = None
    role: str | None = None
    span_id: str | None = None
    input: list[Any] = []
    input_refs: list[tuple[int, int]] | None = None
    config: dict[str, Any] | None = None
    output: Output = msgspec.field(default_factory=Output)
    error: str | None = None
    timestamp: str | None = None
    completed: str | None = None


class Span(msgspec.Struct):
    """A stretch of the transcript that belongs to a solver or scorer."""

    id: str
    type: str | None = None
    name: str | None = None
    parent_id: str | None = None


class Score(msgspec.Struct):
    """A recorded score; `history` holds it before and after each edit, the original first."""

    value: Any = None
    answer: str | None = None
    explanation: str | None = None
    reason: str | None = None
    metadata: dict[str, Any] | None = None
    history: list[dict[str, Any]] = []


class Pool(msgspec.Struct):
    """Messages that events point into."""

    messages: list[Any] = []


class Sample(msgspec.Struct):
    """One sample of a log."""

    id: str | int
    epoch: int = 1
    scores: dict[str, Score] | None = None
    events: list[dict[str, Any]] = []
    attachments: dict[str, str] = {}
    events_data: Pool | None = None


class Spec(msgspec.Struct):
    """What was run."""

    model: str | None = None
    task: str | None = None
    packages: dict[str, str] = {}
    model_roles: dict[str, Any] | None = None


class Header(msgspec.Struct):
    """The beginning of a log."""

    eval: Spec
    status: str | None = None


def text_of(content: str | list[dict[str, Any]], attachments: dict[str, str]) -> str:
    """The text of a message as Inspect's scorers see it: text parts joined by a line end, attachments put back."""
    if isinstance(content, str):
        return resolved(content, attachments)
    parts = [part.get("text") for part in content if part.get("type") == "text"]
    return "\n".join(resolved(part, attachments) for part in parts if isinstance(part, str))


def resolved(text: str, attachments: dict[str, str]) -> str:
    """The text that `attachment://HASH` stands for; any other text as it is, and so is a hash that is not there."""
    if text.startswith(_ATTACHED):
        return attachments.get(text.removeprefix(_ATTACHED), text)
    return text


def prompt_of(messages: list[Message], attachments: dict[str, str]) -> str | None:
    """One message as its text; several as JSON of roles and texts."""
    told = [(message.role, text_of(message.content, attachments)) for message in messages]
    if len(told) == 1:
        return told[0][1]
    return json.dumps([{"role": role, "content": text} for role, text in told]) if told else None
