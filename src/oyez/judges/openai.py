"""OpenAI's chat completions and responses, at OpenAI or at any server that speaks them (vLLM, llama.cpp, Ollama)."""

from __future__ import annotations

from typing import Any

from oyez.judges._http import Got, Http, base_url, delivered, key_of, reach
from oyez.judges._judge import Delivery, Judge, JudgeRule, JudgeSpec, Request, Shape

TOOL = "give_verdict"
"""The tool by which a judge gives its object, where the plan asks for a tool call."""
PROMPT = "(prompt)"
"""Stands for the prompt in a request that is kept: the ledger keeps the prompt itself."""


class OpenAIJudge(Judge):
    """Asks `POST /chat/completions`, or `POST /responses` with `api = "responses"`."""

    def __init__(self, spec: JudgeSpec) -> None:
        super().__init__(spec)
        self.api = spec.option("api", "chat")
        if self.api not in PATHS:
            raise ValueError(f"api must be one of {', '.join(PATHS)}")
        base = base_url(spec, "https://api.openai.com/v1")
        key = key_of(spec, "OPENAI_API_KEY")
        headers = {"authorization": f"Bearer {key}"} if key else {}
        self._http = Http(base, headers, key, spec)

    def identity(self) -> dict[str, Any]:
        """Which of the two interfaces is asked."""
        return {"api": self.api}

    async def reach(self) -> None:
        """List the models, which is free."""
        await reach(self._http, "/models", self.spec.name)

    async def close(self) -> None:
        """Close the connections."""
        await self._http.close()

    def body(self, request: Request) -> dict[str, Any]:
        """The request as it is sent."""
        if self.api == "responses":
            return _responses_body(self.spec, request)
        return _chat_body(self.spec, request)

    async def ask(self, request: Request) -> Delivery:
        """Ask once."""
        body = self.body(request)
        got = await self._http.post(PATHS[self.api], body)
        return delivery(got, self.api, kept(body))


PATHS = {"chat": "/chat/completions", "responses": "/responses"}


def kept(body: dict[str, Any]) -> dict[str, Any]:
    """The request without its prompt."""
    return {key: PROMPT if key in ("messages", "input", "system") else value for key, value in body.items()}


def delivery(got: Got, api: str, sent: dict[str, Any]) -> Delivery:
    """What a call brought, by either interface."""
    return delivered(got, sent, _responses_parts if api == "responses" else _chat_parts)


def _chat_body(spec: JudgeSpec, request: Request) -> dict[str, Any]:
    body: dict[str, Any] = {
        "model": spec.model,
        "messages": [{"role": one.role, "content": one.content} for one in request.messages],
        **spec.settings,
    }
    if spec.logprobs is not None:
        body |= {"logprobs": True, "top_logprobs": spec.logprobs}
    shape = request.shape
    return body if shape is None else body | _chat_shape(shape)


def _chat_shape(shape: Shape) -> dict[str, Any]:
    if shape.grammar is not None:
        return {"grammar": shape.grammar}
    if shape.tool:
        function = {"name": TOOL, "parameters": shape.schema, "strict": True}
        choice = {"type": "function", "function": {"name": TOOL}}
        return {"tools": [{"type": "function", "function": function}], "tool_choice": choice}
    named = {"name": TOOL, "schema": shape.schema, "strict": True}
    return {"response_format": {"type": "json_schema", "json_schema": named}}


def _responses_body(spec: JudgeSpec, request: Request) -> dict[str, Any]:
    body: dict[str, Any] = {
        "model": spec.model,
        "input": [{"role": one.role, "content": one.content} for one in request.messages],
        **spec.settings,
    }
    if spec.logprobs is not None:
        body |= {"include": ["message.output_text.logprobs"], "top_logprobs": spec.logprobs}
    shape = request.shape
    if shape is None:
        return body
    if shape.tool:
        tool = {"type": "function", "name": TOOL, "parameters": shape.schema, "strict": True}
        return body | {"tools": [tool], "tool_choice": {"type": "function", "name": TOOL}}
    format_ = {"type": "json_schema", "name": TOOL, "schema": shape.schema, "strict": True}
    return body | {"text": {"format": format_}}


def _chat_parts(found: dict[str, Any]) -> dict[str, Any]:
    """Text, stop reason and log-probabilities of a chat completion. Raises for a body that holds no choice."""
    choice = found["choices"][0]
    message = choice["message"]
    text, stop = message.get("content"), choice.get("finish_reason")
    calls = message.get("tool_calls")
    if not text and calls:
        text = calls[0]["function"]["arguments"]
    if message.get("refusal"):
        stop, text = "refusal", text or message["refusal"]
    return {
        "text": _text(text),
        "stop": stop,
        "logprobs": _logprobs((choice.get("logprobs") or {}).get("content")),
    }


def _responses_parts(found: dict[str, Any]) -> dict[str, Any]:
    """The same of a response: the text parts of its messages, or the arguments of its call."""
    texts: list[str] = []
    refused, logprobs = False, None
    for output in found["output"]:
        if output.get("type") == "function_call":
            texts.append(output["arguments"])
        for part in output.get("content") or () if output.get("type") == "message" else ():
            refused = refused or bool(part.get("refusal"))
            texts.append(part.get("text") or part.get("refusal") or "")
            logprobs = logprobs or part.get("logprobs")
    detail = (found.get("incomplete_details") or {}).get("reason")
    stop = "refusal" if refused else detail or found.get("status")
    return {"text": _text("".join(texts)), "stop": stop, "logprobs": _logprobs(logprobs)}


def _text(value: Any) -> str:
    """The text of a reply that came; null is a reply with no text."""
    if value is None:
        return ""
    if not isinstance(value, str):
        raise TypeError("the content is not text")
    return value


def _logprobs(tokens: Any) -> list[dict[str, Any]] | None:
    if not tokens:
        return None
    return [
        {
            "token": one["token"],
            "logprob": one["logprob"],
            "top": [{"token": other["token"], "logprob": other["logprob"]} for other in one["top_logprobs"]],
        }
        for one in tokens
    ]


JUDGE = JudgeRule(
    "openai",
    ("url", "key", "api"),
    OpenAIJudge,
    structured=("schema", "tool", "grammar"),
    logprobs=True,
    needs_key=True,
)
