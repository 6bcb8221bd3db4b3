"""The draws in one sample of an Inspect log: what graders wrote, in scores and in the transcript."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from oyez.core.reply import Reply
from oyez.importers._inspect_recorded import recorded_values
from oyez.importers._inspect_shapes import (
    Message,
    ModelEvent,
    Output,
    Sample,
    Score,
    Span,
    Spec,
    prompt_of,
    text_of,
)
from oyez.importers._row import Row, finite, known
from oyez.ledger.facts import Draw, Judge, Recorded

_TRANSPORT: Final = frozenset(
    ["max_retries", "timeout", "attempt_timeout", "max_connections", "adaptive_connections", "batch", "cache"]
)


class _Call(NamedTuple):
    """A model call inside a scorer."""

    span: str
    """The id of the scorer's span."""
    scorer: str | None
    event: ModelEvent

    @property
    def message(self) -> Message | None:
        choices = self.event.output.choices
        return choices[0].message if choices else None


class _Context(NamedTuple):
    sample: Sample
    spec: Spec
    row: Row


def sample_draws(row: Row, spec: Spec) -> Iterator[Draw]:
    """The draws of a sample: one for each reply of a grader that a scorer asked."""
    sample = row.read_as(Sample)
    here = _Context(sample, spec, row)
    calls = _scorer_calls(here)
    for name, score in (sample.scores or {}).items():
        graded = _messages(score, name, here)
        taken = _calls_of(name, graded, calls)
        calls = [call for call in calls if call not in taken]
        if graded or taken:
            yield from _score_draws(name, score, graded, taken, here)
    for number, call in enumerate(calls):  # a scorer that failed after asking has no score
        yield _draw(call.scorer or "scorer", f"{number}", call, None, (), here)


def _scorer_calls(here: _Context) -> list[_Call]:
    """The model calls made inside a scorer, or, in logs without spans, in the role of grader."""
    spans: dict[str, Span] = {}
    calls = []
    for number, raw in enumerate(here.sample.events):
        part = here.row.part(f"event {number}", raw)
        if raw.get("event") == "span_begin":
            span = part.read_as(Span)
            spans[span.id] = span
        elif raw.get("event") == "model":
            event = part.read_as(ModelEvent)
            scorer = _scorer(event, spans)
            if scorer is not None:
                calls.append(_Call(scorer.id, scorer.name, event))
            elif not spans and event.role == "grader":
                calls.append(_Call("", None, event))
    return calls


def _scorer(event: ModelEvent, spans: dict[str, Span]) -> Span | None:
    """The scorer's span around an event, however deep inside it the event stands."""
    at, seen = event.span_id, set[str]()
    while at is not None and at in spans and at not in seen:
        seen.add(at)
        if spans[at].type == "scorer":
            return spans[at]
        at = spans[at].parent_id
    return None


def _messages(score: Score, name: str, here: _Context) -> list[Message]:
    """The grader's conversation that the score carries in its metadata; empty if there is none."""
    grading = (score.metadata or {}).get("grading")
    if not isinstance(grading, list):
        return []
    found = here.row.part(f"score {name!r}, grading", grading).read_as(list[Message])
    return found if found and found[-1].role == "assistant" else []


def _calls_of(name: str, graded: list[Message], calls: list[_Call]) -> list[_Call]:
    """The calls behind a score: those of the span in which its graded message came, else of its first span."""
    wanted = graded[-1].id if graded else None
    spans = [call.span for call in calls if wanted and call.message and call.message.id == wanted]
    spans += [call.span for call in calls if call.scorer in (name, name.rstrip("0123456789"))]
    if not spans and wanted is None:
        return []
    return [call for call in calls if spans and call.span == spans[0]]


def _score_draws(
    name: str, score: Score, graded: list[Message], calls: list[_Call], here: _Context
) -> Iterator[Draw]:
    values = recorded_values(name, score, max(len(calls), 1), here.spec.packages.get("inspect_ai"))
    if not calls:
        yield _draw(name, "", None, graded, values[0], here)
    for number, (call, recorded) in enumerate(zip(calls, values, strict=False)):
        alone = len(calls) == 1
        yield _draw(name, "" if alone else str(number), call, graded if alone else None, recorded, here)


def _draw(
    name: str,
    number: str,
    call: _Call | None,
    graded: list[Message] | None,
    recorded: tuple[Recorded, ...],
    here: _Context,
) -> Draw:
    sample, files = here.sample, here.sample.attachments
    event = call.event if call else ModelEvent()
    output = event.output
    stop = output.choices[0].stop_reason if output.choices else None
    text = _text(call, graded, files)
    model = event.model or (graded[-1].model if graded else None)
    ident = [str(sample.id), str(sample.epoch), name, number]
    return Draw(
        reply=Reply(
            id="/".join(part for part in ident if part),
            text=text,
            stop=stop,
            error=event.error or output.error,
            item=str(sample.id),
            arm=here.spec.model,
            judge=model,
            draw=sample.epoch - 1 if sample.epoch > 0 else None,
            meta=known(task=here.spec.task, scorer=name, stop_details=_details(output), place=here.row.at),
        ),
        judge=Judge(name=model, model=model, settings=_settings(event.config)),
        prompt=_prompt(event, graded, here),
        model_returned=output.model,
        usage=output.usage,
        latency=finite(output.time),
        received=event.completed or event.timestamp,
        raw_absent="the log holds no text of the grader" if text is None and not event.error else None,
        recorded=recorded,
    )


def _settings(config: dict[str, Any] | None) -> dict[str, Any] | None:
    """What was sent to the model; how the calls were carried out is no part of the judge."""
    return {name: finite(value) for name, value in (config or {}).items() if name not in _TRANSPORT} or None


def _details(output: Output) -> Any:
    return output.choices[0].stop_details if output.choices else None


def _text(call: _Call | None, graded: list[Message] | None, files: dict[str, str]) -> str | None:
    message = (call.message if call else None) or (graded[-1] if graded else None)
    return None if message is None else text_of(message.content, files)


def _prompt(event: ModelEvent, graded: list[Message] | None, here: _Context) -> str | None:
    """What the grader was sent: as the score carries it, else as the event holds it or points to it."""
    if graded:
        return prompt_of(graded[:-1], here.sample.attachments)
    pool = here.sample.events_data.messages if here.sample.events_data else []
    sent = event.input or [each for start, end in event.input_refs or [] for each in pool[start:end]]
    messages = here.row.part("the input of a model call", sent).read_as(list[Message])
    return prompt_of(messages, here.sample.attachments)
