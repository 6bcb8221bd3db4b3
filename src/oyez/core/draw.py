"""One draw of a judge as an archive holds it: the reply, how it came, and what the archive's own tool recorded."""

from __future__ import annotations

from typing import Any

import msgspec

from oyez.core.reply import Reply


class Judge(msgspec.Struct, frozen=True, kw_only=True):
    """Who judged. `None` means that the fact is not known."""

    name: str | None = None
    """How the archive calls the judge."""
    model: str | None = None
    """The model that was asked for."""
    template_digest: str | None = None
    """Digest of the prompt template."""
    settings: dict[str, Any] | None = None
    """Temperature and the like, as they were sent."""


class Recorded(msgspec.Struct, frozen=True, kw_only=True):
    """A value that came with the archive, read by a parser that oyez does not know."""

    value: Any = None
    """As the archive holds it; `None` where it holds none."""
    label: str | None = None
    """The same in the words that the judge was asked for, where they differ."""
    status: str | None = None
    """The tool's own word for how reading went."""
    name: str | None = None
    """Which of several recorded values this is."""
    tool: str | None = None
    """The tool that recorded the value."""
    tool_version: str | None = None
    parser: str | None = None
    """The tool's name for the rule that gave the value."""


class Draw(msgspec.Struct, frozen=True, kw_only=True):
    """One draw of a judge: the reply, and what is known about how it came. `None`: not known."""

    reply: Reply
    judge: Judge | None = None
    """More about the judge than `reply.judge` and `reply.judge_digest` say."""
    prompt: str | None = None
    """The prompt as it was sent."""
    prompt_digest: str | None = None
    """Its digest, where the text is not at hand."""
    model_returned: str | None = None
    """The model that the provider says answered."""
    usage: dict[str, Any] | None = None
    """Tokens, as the provider counts them."""
    latency: float | None = None
    """Seconds from request to reply."""
    received: str | None = None
    """When the reply came, ISO 8601."""
    raw_absent: str | None = None
    """Why there is no raw text although a reply came; such a draw is *not re-readable*."""
    recorded: tuple[Recorded, ...] = ()
    """Values that came with the archive."""
