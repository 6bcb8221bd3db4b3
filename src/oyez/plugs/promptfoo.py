"""promptfoo: a Python grading provider, and a Python assertion, that read the judge under a contract."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from oyez.core.reply import Reply
from oyez.importers._promptfoo import UNREAD, WROTE
from oyez.plugs._worth import Ask, Graded, Grader, Terms

PASSING: Final = 0.5
"""The value from which a reply passes, unless the caller says otherwise."""


def grading_provider(
    contract: Terms, ask: Ask, *, values: Mapping[str, float] | None = None, threshold: float = PASSING
) -> Callable[[str, dict[str, Any], dict[str, Any]], dict[str, Any]]:
    """A `call_api` for promptfoo that asks a judge, and answers in the JSON that `llm-rubric` expects.

    `score` is the verdict's value, between 0 and 1; `pass` is whether it reaches `threshold`; the reading and the
    raw reply are in the result's metadata. For an unread reply the provider gives an error that names the status,
    since promptfoo has no empty score: the assertion fails as a `graderError` and not as a verdict. promptfoo keeps
    no metadata of an error, so the raw reply stands at the end of its message, from where `oyez import` reads it.
    """
    grader = Grader(contract, values)

    def call_api(prompt: str, options: dict[str, Any], context: dict[str, Any]) -> dict[str, Any]:
        graded = grader.grade(ask(prompt))
        if graded.reason is not None:
            return {"error": f"{UNREAD}{graded.reason}: {graded.said}{WROTE}{graded.reading.text or ''}"}
        told = {"pass": graded.value >= threshold, "score": float(graded.value), "reason": graded.said}
        kept = {"raw": graded.reading.text, "oyez": graded.account}
        return {"output": json.dumps(told), "metadata": kept}

    return call_api


def assertion(
    contract: Terms, *, values: Mapping[str, float] | None = None, threshold: float = PASSING
) -> Callable[[Any, dict[str, Any]], dict[str, Any]]:
    """A `get_assert` for promptfoo that reads the output of the provider under test as a judge's reply.

    An unread reply fails, with the named score `unread` 1 and without one for the verdict. The provider's
    `finishReason` is taken as the stop reason.
    """
    grader = Grader(contract, values)

    def get_assert(output: Any, context: dict[str, Any]) -> dict[str, Any]:
        text = output if isinstance(output, str) else json.dumps(output)  # promptfoo parses JSON outputs
        return _result(grader.grade(Reply(text=text, stop=_stop(context))), grader, threshold)

    return get_assert


def _result(graded: Graded, grader: Grader, threshold: float) -> dict[str, Any]:
    unread = graded.reason is not None
    named = {"unread": 1.0} if unread else {"unread": 0.0, grader.contract.name: float(graded.value)}
    return {
        "pass": not unread and graded.value >= threshold,
        "score": 0.0 if unread else float(graded.value),
        "reason": f"{graded.reason}: {graded.said}" if unread else graded.said,
        "namedScores": named,
        "metadata": {"oyez": graded.account},
    }


def _stop(context: dict[str, Any]) -> str | None:
    answer = context.get("providerResponse")
    stop = answer.get("finishReason") if isinstance(answer, dict) else None
    return stop if isinstance(stop, str) else None
