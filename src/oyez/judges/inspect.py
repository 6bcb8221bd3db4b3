"""Any model that Inspect can ask, under the name that it has there, such as `anthropic/claude-sonnet-4-5`."""

from __future__ import annotations

from typing import Any

from oyez.core.errors import InputError
from oyez.judges._judge import Delivery, Fault, JudgeRule, Request
from oyez.judges._library import LibraryJudge


class InspectJudge(LibraryJudge):
    """Asks by `inspect_ai.model.get_model(...).generate(...)`, with Inspect's cache and its retries switched off."""

    def _load(self) -> Any:
        try:
            from inspect_ai.model import get_model
        except ImportError as fault:
            raise InputError("a judge of kind inspect needs: pip install 'oyez[inspect]'") from fault
        try:
            return get_model(self.spec.model, **self.spec.option("args", {}))
        except Exception as fault:  # Inspect has errors of its own for keys and packages that are missing
            raise InputError(f"the judge {self.spec.name}: {fault}") from fault

    async def _generate(self, model: Any, request: Request) -> Any:
        from inspect_ai.model import ChatMessageSystem, ChatMessageUser, GenerateConfig

        messages = [
            ChatMessageSystem(content=one.content)
            if one.role == "system"
            else ChatMessageUser(content=one.content)
            for one in request.messages
        ]
        config = GenerateConfig(max_retries=0, **self.spec.settings)
        return await model.generate(messages, config=config, cache=False)

    def _delivery(self, answer: Any) -> Delivery:
        """Inspect normalises stop reasons; its words are kept as they come."""
        usage = answer.usage.model_dump(exclude_none=True) if answer.usage is not None else None
        if answer.error is not None:
            return Delivery(error=answer.error, fault=Fault.FINAL, model=answer.model, usage=usage)
        stop = answer.stop_reason if answer.choices else None
        said = None if stop == "unknown" else stop  # Inspect's word for none
        return Delivery(text=answer.completion, stop=said, model=answer.model, usage=usage)


JUDGE = JudgeRule("inspect", ("args",), InspectJudge)
