"""Any model that Pydantic AI can ask, under its name there (`openai:gpt-5`, `google-gla:gemini-3-flash`)."""

from __future__ import annotations

import asyncio
from typing import Any

from oyez.core.errors import InputError
from oyez.judges._judge import Delivery, Fault, Judge, JudgeRule, JudgeSpec, Request
from oyez.judges._raised import raised


class PydanticAIJudge(Judge):
    """Asks by `pydantic_ai.direct.model_request`, without tools and without retries of its own."""

    def __init__(self, spec: JudgeSpec) -> None:
        super().__init__(spec)
        self._model: Any = None

    async def reach(self) -> None:
        """Make the model. Raises `InputError` where the package or a key is missing, or the model is unknown."""
        self._load()

    def _load(self) -> Any:
        if self._model is None:
            try:
                from pydantic_ai.exceptions import UserError
                from pydantic_ai.models import infer_model
            except ImportError as fault:
                raise InputError("a judge of kind pydantic-ai needs: pip install pydantic-ai-slim") from fault
            try:
                self._model = infer_model(self.spec.model)
            except (UserError, ValueError, ImportError) as fault:
                raise InputError(f"the judge {self.spec.name}: {fault}") from fault
        return self._model

    async def ask(self, request: Request) -> Delivery:
        """Ask once."""
        model = self._load()
        from pydantic_ai.direct import model_request

        try:
            async with asyncio.timeout(self.spec.timeout):
                answer = await model_request(
                    model, _messages(request), model_settings=self.spec.settings or None
                )
        except TimeoutError:
            return Delivery(error=f"timed out after {self.spec.timeout:g} s", fault=Fault.AGAIN)
        except Exception as fault:  # whatever the provider's own client raises
            return raised(fault)
        return _delivery(answer)


def _messages(request: Request) -> list[Any]:
    from pydantic_ai.messages import ModelRequest, SystemPromptPart, UserPromptPart

    parts = [
        SystemPromptPart(one.content) if one.role == "system" else UserPromptPart(one.content)
        for one in request.messages
    ]
    return [ModelRequest(parts=parts)]


def _delivery(answer: Any) -> Delivery:
    details = answer.provider_details or {}
    native = details.get("finish_reason") if isinstance(details, dict) else None
    stop = native or answer.finish_reason
    usage = {"input_tokens": answer.usage.input_tokens, "output_tokens": answer.usage.output_tokens}
    text = "".join(part.content for part in answer.parts if part.part_kind == "text")
    return Delivery(text=text, stop=None if stop is None else str(stop), model=answer.model_name, usage=usage)


JUDGE = JudgeRule("pydantic-ai", (), PydanticAIJudge)
