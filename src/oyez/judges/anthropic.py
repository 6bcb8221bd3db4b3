"""Anthropic's messages, at Anthropic or at any server that speaks them."""

from __future__ import annotations

import json
from typing import Any

from oyez.judges._http import Got, Http, base_url, delivered, key_of, reach
from oyez.judges._judge import Delivery, Judge, JudgeRule, JudgeSpec, Request
from oyez.judges.openai import TOOL, kept

VERSION = "2023-06-01"
"""The version of the interface that is asked for."""
_CAP = 1024
"""The interface asks for a cap on the reply; this one is sent where the settings have none."""


class AnthropicJudge(Judge):
    """Asks `POST /v1/messages`."""

    def __init__(self, spec: JudgeSpec) -> None:
        super().__init__(spec)
        base = base_url(spec, "https://api.anthropic.com")
        key = key_of(spec, "ANTHROPIC_API_KEY")
        headers = {"anthropic-version": VERSION} | ({"x-api-key": key} if key else {})
        self._http = Http(base, headers, key, spec)

    @property
    def cap(self) -> int | None:
        """The cap of the settings, else the one that is sent anyway."""
        return super().cap or _CAP

    async def reach(self) -> None:
        """List the models, which is free."""
        await reach(self._http, "/v1/models", self.spec.name)

    async def close(self) -> None:
        """Close the connections."""
        await self._http.close()

    def body(self, request: Request) -> dict[str, Any]:
        """The request as it is sent; a system message goes into the key `system`."""
        system = [one.content for one in request.messages if one.role == "system"]
        body: dict[str, Any] = {
            "model": self.spec.model,
            "max_tokens": _CAP,
            "messages": [
                {"role": one.role, "content": one.content} for one in request.messages if one.role != "system"
            ],
            **({"system": "\n\n".join(system)} if system else {}),
            **self.spec.settings,
        }
        shape = request.shape
        if shape is None:
            return body
        if shape.tool:
            tool = {"name": TOOL, "description": "Give the verdict.", "input_schema": shape.schema}
            return body | {"tools": [tool], "tool_choice": {"type": "tool", "name": TOOL}}
        return body | {"output_config": {"format": {"type": "json_schema", "schema": shape.schema}}}

    async def ask(self, request: Request) -> Delivery:
        """Ask once."""
        body = self.body(request)
        return delivery(await self._http.post("/v1/messages", body), kept(body))


def delivery(got: Got, sent: dict[str, Any]) -> Delivery:
    """What a call brought."""
    return delivered(got, sent, parts)


def parts(found: dict[str, Any]) -> dict[str, Any]:
    """Text and stop reason of a message: its text blocks joined, or the arguments of its tool call as JSON."""
    blocks = found["content"]
    text = "".join(block["text"] for block in blocks if block["type"] == "text")
    calls = [block["input"] for block in blocks if block["type"] == "tool_use"]
    if calls and not text:
        text = json.dumps(calls[0], ensure_ascii=False)
    stop = found.get("stop_reason")
    if not isinstance(stop, str | None):
        raise TypeError("the stop reason is not text")
    return {"text": text, "stop": stop}


JUDGE = JudgeRule("anthropic", ("url", "key"), AnthropicJudge, structured=("schema", "tool"), needs_key=True)
