"""What the two output files of promptfoo have in common: a result and its graded assertions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from oyez.core.reply import Reply
from oyez.importers._row import Row, finite, known
from oyez.ledger.facts import Draw, Judge, Recorded

GRADED: Final = frozenset(
    [
        "agent-rubric",
        "answer-relevance",
        "context-faithfulness",
        "context-recall",
        "context-relevance",
        "factuality",
        "g-eval",
        "llm-rubric",
        "model-graded-closedqa",
        "model-graded-factuality",
        "search-rubric",
        "select-best",
        "trajectory:goal-success",
    ]
)
"""Assertions that ask a judge; the others compute."""

_KEPT: Final = (
    "The submission meets the criterion:\n",
    "The submission does not meet the criterion:\n",
    "Model grader produced a malformed response:\n",
    "Factuality checker output did not match expected format: ",
)
"""Sentences before which promptfoo's reason is its own, and after which it is the whole reply."""

UNREAD: Final = "oyez, unread, "
WROTE: Final = "\nThe judge wrote:\n"
"""The errors of oyez's own grading provider begin so, and hold the whole reply behind this line."""

LOST: Final = "promptfoo keeps what it parsed from this reply, not the reply"


class _Assertion(msgspec.Struct):
    type: str
    value: Any = None
    metric: str | None = None


class _Graded(msgspec.Struct):
    """One graded assertion."""

    assertion: _Assertion | None = None
    passed: bool | None = msgspec.field(default=None, name="pass")
    score: int | float | None = None
    reason: str | None = None
    tokensUsed: dict[str, Any] | None = None  # noqa: N815 - the file's own name
    metadata: dict[str, Any] | None = None


class _Grading(msgspec.Struct):
    componentResults: list[_Graded] | None = None  # noqa: N815 - the file's own name


class _Provider(msgspec.Struct):
    id: str | None = None
    label: str | None = None


class _Result(msgspec.Struct):
    testIdx: int  # noqa: N815 - the file's own names
    promptIdx: int  # noqa: N815
    gradingResult: _Grading | None = None  # noqa: N815
    provider: _Provider | None = None
    vars: dict[str, Any] | None = None
    testCase: dict[str, Any] | None = None  # noqa: N815


def draws(row: Row, version: str | None) -> Iterator[Draw]:
    """A draw for every assertion of a result that asked a judge."""
    result = row.read_as(_Result)
    graded = (result.gradingResult or _Grading()).componentResults or []
    for number, each in enumerate(graded):
        if each.assertion is not None and _asks(each.assertion.type):
            yield _draw(result, each, each.assertion, number, row, version)


def _asks(kind: str) -> bool:
    return kind.removeprefix("not-") in GRADED


def _draw(
    result: _Result, graded: _Graded, assertion: _Assertion, number: int, row: Row, version: str | None
) -> Draw:
    metadata = graded.metadata or {}
    text = _text(graded.reason, metadata)
    provider = result.provider or _Provider()
    judge = _judge(result, metadata)
    prompt = metadata.get("renderedGradingPrompt")
    return Draw(
        reply=Reply(
            id=f"{result.testIdx}/{result.promptIdx}/{number}",
            text=text,
            stop=_string(metadata.get("finish_reason")),
            item=str(result.testIdx),
            arm=f"{provider.label or provider.id or 'provider'}/{result.promptIdx}",
            judge=judge.name,
            meta=known(
                assertion=assertion.type,
                criterion=assertion.value,
                metric=assertion.metric,
                reason=graded.reason,
                vars=result.vars,
                place=f"{row.at}, assertion {number}",
            ),
        ),
        judge=judge,
        prompt=_string(prompt),
        usage=graded.tokensUsed,
        raw_absent=None if text is not None else LOST,
        recorded=(
            _recorded("pass", graded.passed, metadata, assertion.type, version),
            _recorded("score", finite(graded.score), metadata, assertion.type, version),
        ),
    )


def _text(reason: str | None, metadata: dict[str, Any]) -> str | None:
    """The reply: as a grading provider kept it in `metadata.raw`, or where the reason is the whole of it."""
    raw = metadata.get("raw")
    if isinstance(raw, str):
        return raw
    if reason is not None and reason.startswith(UNREAD):
        return reason.partition(WROTE)[2] or None
    for sentence in _KEPT:
        if reason is not None and reason.startswith(sentence):
            return reason.removeprefix(sentence)
    return None


def _judge(result: _Result, metadata: dict[str, Any]) -> Judge:
    options = (result.testCase or {}).get("options")
    provider = options.get("provider") if isinstance(options, dict) else None
    if isinstance(provider, dict):
        provider = provider.get("id")
    return Judge(name=_string(metadata.get("judge")) or _string(provider))


def _string(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _recorded(name: str, value: Any, metadata: dict[str, Any], parser: str, version: str | None) -> Recorded:
    """A value; where the grader failed promptfoo records false and 0 all the same, and says so beside them."""
    return Recorded(
        name=name,
        value=value,
        status="graderError" if metadata.get("graderError") is True else None,
        tool="promptfoo",
        tool_version=version,
        parser=f"promptfoo/{parser}",
    )
