"""Any model that Inspect can ask, under the name that it has there (`anthropic/claude-sonnet-4-5`, `vllm/...`)."""

from __future__ import annotations

import asyncio
from typing import Any

from oyez.core.errors import InputError
from oyez.judges._judge import Delivery, Fault, Judge, JudgeRule, JudgeSpec, Request
from oyez.judges._raised import raised


class InspectJudge(Judge):
    """Asks by `inspect_ai.model.get_model(...).generate(...)`, with Inspect's cache and its retries switched off."""

    def __init__(self, spec: JudgeSpec) -> None:
        super().__init__(spec)
        self._model: Any = None

    async def reach(self) -> None:
        """Make the model. Raises `InputError` where the package or a key is missing, or the model is unknown."""
        self._load()

    def _load(self) -> Any:
        if self._model is None:
            try:
                from inspect_ai.model import get_model
            except ImportError as fault:
                raise InputError("a judge of kind inspect needs: pip install 'oyez[inspect]'") from fault
            try:
                self._model = get_model(self.spec.model, **self.spec.option("args", {}))
            except (
                Exception
            ) as fault:  # Inspect raises errors of its own for keys and packages that are missing
                raise InputError(f"the judge {self.spec.name}: {fault}") from fault
        return self._model

    async def ask(self, request: Request) -> Delivery:
        """Ask once."""
        model = self._load()
        from inspect_ai.model import ChatMessageSystem, ChatMessageUser, GenerateConfig

        messages = [
            ChatMessageSystem(content=one.content)
            if one.role == "system"
            else ChatMessageUser(content=one.content)
            for one in request.messages
        ]
        try:
            config = GenerateConfig(max_retries=0, **self.spec.settings)
            async with asyncio.timeout(self.spec.timeout):
                answer = await model.generate(messages, config=config, cache=False)
        except TimeoutError:
            return Delivery(error=f"timed out after {self.spec.timeout:g} s", fault=Fault.AGAIN)
        except Exception as fault:  # whatever the provider's own client raises
            return raised(fault)
        return _delivery(answer)


def _delivery(answer: Any) -> Delivery:
    """Inspect normalises stop reasons; its words are kept as they come."""
    usage = answer.usage.model_dump(exclude_none=True) if answer.usage is not None else None
    if answer.error is not None:
        return Delivery(error=answer.error, fault=Fault.FINAL, model=answer.model, usage=usage)
    stop: str | None = answer.stop_reason if answer.choices else None
    return Delivery(
        text=answer.completion, stop=None if stop in _SILENT else stop, model=answer.model, usage=usage
    )


_SILENT = ("unknown",)
"""Inspect's words that say nothing."""

JUDGE = JudgeRule("inspect", ("args",), InspectJudge)
