"""Inspect: a scorer that asks a grader and reads its reply under a contract; needs `oyez[inspect]`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from oyez.contract import Contract
from oyez.contract import contract as load
from oyez.core.reply import Reply
from oyez.importers._extra import need
from oyez.plugs._worth import Graded, Grader, Terms

_models: Any = need("inspect_ai.model", "inspect", "the Inspect scorer")
_scoring: Any = need("inspect_ai.scorer", "inspect", "the Inspect scorer")

TEMPLATE: Final = """\
You are judging an answer to a question.

[Question]
{question}

[Answer]
{answer}

[Criterion]
{criterion}

Does the answer meet the criterion? Give your reasons first, and your verdict at the end.

{instructions}
"""
"""What the grader is asked, unless the caller says otherwise."""

_GRADES: Final = {"C": "C", "P": "P", "I": "I", "N": "N"}
"""Labels that Inspect's own metrics know the value of."""


@_scoring.scorer(metrics=[_scoring.accuracy(), _scoring.stderr()])  # type: ignore[untyped-decorator]
def contract_scorer(
    contract: Terms,
    *,
    values: Mapping[str, Any] | None = None,
    template: str = TEMPLATE,
    model: Any = None,
    model_role: str | None = "grader",
) -> Any:
    """A scorer whose grader is read under a contract; an unread reply is unscored, never incorrect.

    `template` may name `{question}`, `{answer}`, `{criterion}`, `{instructions}` (the contract's own) and the sample's
    metadata. `values` gives each label a number or one of C, P, I, N; a contract whose labels are among those four,
    or whose scale is numeric or boolean, needs none. `accuracy` is then the mean of the values that are there.

    The score has the grader's raw reply in `metadata.oyez.raw` (and as `explanation` where it was read), its status,
    span, rule and contract in `metadata.oyez`, and the conversation in `metadata.grading`. An unread reply has the
    status as `reason`; a verdict that stands for no value has the reason `abstained`.
    """
    terms = load(contract)
    grader = Grader(terms, _grades(terms, values), unit=False)
    instructions = terms.prompt()

    async def score(state: Any, target: Any) -> Any:
        judge = _models.get_model(model) if model is not None else _models.get_model(role=model_role)
        known = {"answer": state.output.completion, "criterion": target.text, "instructions": instructions}
        prompt = template.format(**{**(state.metadata or {}), "question": state.input_text, **known})
        asked = _models.ChatMessageUser(content=prompt)
        output = await judge.generate([asked])
        graded = grader.grade(_reply(output))
        return _score(graded, [asked, *(choice.message for choice in output.choices[:1])], state)

    return score


def _grades(contract: Contract, values: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    """The values asked for; for labels that Inspect knows, themselves."""
    field = contract.fields.get(contract.verdict)
    labels = field.scale.labels if field is not None else ()
    if values is not None or not labels or not set(labels) <= set(_GRADES):
        return values
    return {label: _GRADES[label] for label in labels}


def _reply(output: Any) -> Reply:
    text = output.completion if output.choices else None
    error = output.error or (None if output.choices else "the grader gave no choice")
    return Reply(text=text, stop=str(output.stop_reason) if output.choices else None, error=error)


def _score(graded: Graded, messages: list[Any], state: Any) -> Any:
    metadata = {"grading": messages, "oyez": graded.account}
    answer = state.output.completion
    if graded.reason is not None:
        return _scoring.Score.unscored(
            reason=graded.reason, answer=answer, explanation=graded.said, metadata=metadata
        )
    raw = graded.reading.text
    return _scoring.Score(value=graded.value, answer=answer, explanation=raw, metadata=metadata)
