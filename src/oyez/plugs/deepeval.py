"""DeepEval: a metric that reads a judge under a contract; an unread reply is an error of the metric, not a score."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from oyez.core.errors import OyezError
from oyez.importers._extra import need
from oyez.plugs._worth import Ask, Graded, Grader, Terms


class UnreadError(OyezError):
    """A judge's reply that could not be read, told to DeepEval as the metric's error."""


def contract_metric(
    contract: Terms,
    ask: Ask,
    prompt: str,
    *,
    name: str | None = None,
    values: Mapping[str, float] | None = None,
    threshold: float = 0.5,
) -> Any:
    """A DeepEval metric (`BaseMetric`): asks a judge about a test case, and reads its reply.

    `prompt` may name `{input}`, `{actual_output}`, `{expected_output}` and `{instructions}`. The score is the
    verdict's value, between 0 and 1. For an unread reply `measure` raises `UnreadError`: with
    `ErrorConfig(ignore_errors=True)` DeepEval goes on, and keeps no score, no success, and the status as error. What
    was read is in the metric's `reading` and, as text, in `verbose_logs`. Raises `InputError` without DeepEval.
    """
    base = need("deepeval.metrics", "deepeval", "a DeepEval metric").BaseMetric
    grader = Grader(contract, values)
    label = name or grader.contract.name

    class ContractMetric(base):  # type: ignore[misc, valid-type]  # a class known only when DeepEval is there
        """A DeepEval metric read under a contract."""

        def __init__(self) -> None:
            self.threshold = threshold
            self.evaluation_model = "oyez"
            self.async_mode = False
            self.include_reason = True
            self.reading: Any = None

        @property
        def __name__(self) -> str:
            return label

        def measure(self, test_case: Any, *args: Any, **more: Any) -> Any:
            self.score, self.success, self.reason, self.error = None, None, None, None
            graded = grader.grade(ask(_filled(prompt, test_case, grader)))
            self.reading, self.verbose_logs = graded.reading, _log(graded)
            if graded.reason is not None:
                raise UnreadError(f"{graded.reason}: {graded.said}")
            self.score, self.reason = float(graded.value), graded.said
            self.success = self.score >= threshold
            return self.score

        async def a_measure(self, test_case: Any, *args: Any, **more: Any) -> Any:
            return self.measure(test_case)

        def is_successful(self) -> bool:
            return bool(self.success)

    return ContractMetric()


def _filled(prompt: str, test_case: Any, grader: Grader) -> str:
    return prompt.format(
        input=test_case.input,
        actual_output=test_case.actual_output,
        expected_output=test_case.expected_output,
        instructions=grader.contract.prompt(),
    )


def _log(graded: Graded) -> str:
    return f"{graded.said}\n\n{graded.reading.text or ''}"
