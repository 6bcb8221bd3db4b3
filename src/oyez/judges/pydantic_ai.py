"""Any model that Pydantic AI can ask, under the name that it has there, such as `google-gla:gemini-3-flash`."""

from __future__ import annotations

from typing import Any

from oyez.core.errors import InputError
from oyez.judges._judge import Delivery, JudgeRule, Request
from oyez.judges._library import LibraryJudge


class PydanticAIJudge(LibraryJudge):
    """Asks by `pydantic_ai.direct.model_request`, without tools and without retries of its own."""

    def _load(self) -> Any:
        try:
            from pydantic_ai.exceptions import UserError
            from pydantic_ai.models import infer_model
        except ImportError as fault:
            raise InputError("a judge of kind pydantic-ai needs: pip install pydantic-ai-slim") from fault
        try:
            return infer_model(self.spec.model)
        except (UserError, ValueError, ImportError) as fault:
            raise InputError(f"the judge {self.spec.name}: {fault}") from fault

    async def _generate(self, model: Any, request: Request) -> Any:
        from pydantic_ai.direct import model_request

        return await model_request(model, _messages(request), model_settings=self.spec.settings or None)

    def _delivery(self, answer: Any) -> Delivery:
        details = answer.provider_details or {}
        native = details.get("finish_reason") if isinstance(details, dict) else None
        stop = native or answer.finish_reason
        usage = {"input_tokens": answer.usage.input_tokens, "output_tokens": answer.usage.output_tokens}
        text = "".join(part.content for part in answer.parts if part.part_kind == "text")
        said = None if stop is None else str(stop)
        return Delivery(text=text, stop=said, model=answer.model_name, usage=usage)


def _messages(request: Request) -> list[Any]:
    from pydantic_ai.messages import ModelRequest, SystemPromptPart, UserPromptPart

    parts = [
        SystemPromptPart(one.content) if one.role == "system" else UserPromptPart(one.content)
        for one in request.messages
    ]
    return [ModelRequest(parts=parts)]


JUDGE = JudgeRule("pydantic-ai", (), PydanticAIJudge)
