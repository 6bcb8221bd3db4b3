"""Evaluators as plain callables, for openevals, LangSmith and Braintrust; an unread reply has no score."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from oyez.core.errors import InputError
from oyez.core.reply import Reply
from oyez.plugs._worth import Ask, Graded, Grader, Terms


def evaluator(
    contract: Terms,
    *,
    key: str | None = None,
    ask: Ask | None = None,
    prompt: str | None = None,
    values: Mapping[str, float] | None = None,
    unit: bool = False,
) -> Callable[..., dict[str, Any]]:
    """An evaluator for openevals and LangSmith, which gives `{key, score, comment, metadata}`.

    It is called with `inputs`, `outputs` and `reference_outputs`, by name.
    With `ask` and `prompt` a judge is asked; `prompt` may name `{inputs}`, `{outputs}`, `{reference_outputs}` and
    `{instructions}`, the contract's own. Without them `outputs` is the judge's reply itself. `score` is the
    verdict's value, and `None` for an unread reply, with the status in `metadata.oyez`.
    """
    judge = _Judge(contract, ask, prompt, values, unit=unit)
    name = key or judge.grader.contract.name

    def evaluate(
        *, inputs: Any = None, outputs: Any, reference_outputs: Any = None, **more: Any
    ) -> dict[str, Any]:
        graded = judge.graded(outputs, inputs=inputs, outputs=outputs, reference_outputs=reference_outputs)
        return {
            "key": name,
            "score": graded.value,
            "comment": graded.said,
            "metadata": {"oyez": graded.account},
        }

    evaluate.__name__ = _identifier(name)
    return evaluate


def scorer(
    contract: Terms,
    *,
    name: str | None = None,
    ask: Ask | None = None,
    prompt: str | None = None,
    values: Mapping[str, float] | None = None,
) -> Callable[..., dict[str, Any]]:
    """A scorer for Braintrust: `(input, output, expected)` → `{name, score, metadata}`, with a score from 0 to 1.

    As `evaluator`; `prompt` may name `{input}`, `{output}`, `{expected}` and `{instructions}`. Braintrust takes a
    score of `None` as skipped: an unread reply enters no mean, and its status is in `metadata.oyez`.
    """
    judge = _Judge(contract, ask, prompt, values, unit=True)
    named = name or judge.grader.contract.name

    def score(input: Any = None, output: Any = None, expected: Any = None, **more: Any) -> dict[str, Any]:  # noqa: A002 - Braintrust passes it by this name
        graded = judge.graded(output, input=input, output=output, expected=expected)
        metadata = {"oyez": graded.account, "comment": graded.said}
        return {
            "name": named,
            "score": None if graded.value is None else float(graded.value),
            "metadata": metadata,
        }

    score.__name__ = _identifier(named)
    return score


class _Judge:
    """Asks a judge about something, or takes it for the judge's reply."""

    def __init__(
        self,
        contract: Terms,
        ask: Ask | None,
        prompt: str | None,
        values: Mapping[str, float] | None,
        *,
        unit: bool,
    ) -> None:
        if (ask is None) != (prompt is None):
            raise InputError(
                "ask and prompt go together: give both to ask a judge, or neither to read the output"
            )
        self.grader = Grader(contract, values, unit=unit)
        self._ask = ask
        self._prompt = prompt

    def graded(self, said: Any, **about: Any) -> Graded:
        if self._ask is None or self._prompt is None:
            return self.grader.grade(_reply(said))
        instructions = self.grader.contract.prompt()
        return self.grader.grade(self._ask(self._prompt.format(instructions=instructions, **about)))


def _reply(said: Any) -> str | Reply:
    """An output as a judge's reply: text, a `Reply`, or an object that holds the text as its only member."""
    if isinstance(said, dict) and len(said) == 1:
        (said,) = said.values()
    if isinstance(said, (str, Reply)):
        return said
    if said is None:
        return Reply(text=None, error="the run gave no output")
    raise InputError(f"the output is no reply: text is expected, and it is of the type {type(said).__name__}")


def _identifier(name: str) -> str:
    return "".join(char if char.isalnum() else "_" for char in name)
