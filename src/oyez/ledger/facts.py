"""What a ledger takes in and gives back beside the reply itself: judge, prompt, transport, recorded values."""

from __future__ import annotations

from typing import Any

import msgspec

from oyez.core.reply import Reply
from oyez.ledger.hashing import tree_digest


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

    @property
    def digest(self) -> str:
        """The part of the instrument that the judge is: model, template and settings; else its name alone."""
        known = {
            "model": self.model,
            "template_digest": self.template_digest,
            "settings": self.settings,
        }
        told = any(value is not None for value in known.values())
        return tree_digest("oyez.judge.1", known if told else {"name": self.name})


class Recorded(msgspec.Struct, frozen=True, kw_only=True):
    """A value that came with the archive, read by a parser that oyez does not know."""

    value: Any = None
    """As the archive holds it; `None` where it holds none."""
    label: str | None = None
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
    """Its digest, where the text is not at hand; a digest of `prompt` is made by the ledger."""
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


class Stored(msgspec.Struct, frozen=True, kw_only=True):
    """A draw as the ledger holds it."""

    id: int
    """The number of the draw in this ledger."""
    draw: Draw
    """The draw as it was appended; the judge's digest is filled in."""
    reply_digest: str | None
    """`sha256:…` of the reply's text; `None` without a text."""
    run: int
    """The run that added it."""
    source: str | None
    """The archive that it was imported from."""

    @property
    def reply(self) -> Reply:
        """The reply, verbatim."""
        return self.draw.reply

    @property
    def rereadable(self) -> bool:
        """Whether the draw can be read again: false where the raw text was not kept."""
        return self.draw.raw_absent is None
