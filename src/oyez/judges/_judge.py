"""What every judge offers: one question goes in, and what came back comes out, good or bad, as plain facts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from enum import StrEnum
from typing import Any

import msgspec

from oyez.ledger.facts import Judge as Facts


class Message(msgspec.Struct, frozen=True):
    """One message of a prompt."""

    role: str
    """`system` or `user`."""
    content: str


class Shape(msgspec.Struct, frozen=True, kw_only=True):
    """What the contract says of the reply's shape, for a provider that can hold the judge to it."""

    schema: dict[str, Any] | None = None
    """A JSON Schema of the object that is asked for."""
    tool: bool = False
    """Whether the object is to come as the arguments of a tool call."""
    grammar: str | None = None
    """A llama.cpp grammar (GBNF)."""


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """One question to a judge."""

    id: str
    """The id of the draw that it is asked for."""
    messages: tuple[Message, ...]
    shape: Shape | None = None
    """`None`: the reply is free text."""
    item: str | None = None
    arm: str | None = None
    order: str | None = None
    draw: int = 0

    @property
    def prompt(self) -> str:
        """The prompt as the ledger keeps it: a single user message as it is, several each under its role."""
        if len(self.messages) == 1:
            return self.messages[0].content
        return "\n\n".join(f"[{one.role}]\n{one.content}" for one in self.messages)


class Fault(StrEnum):
    """What a transport fault asks for."""

    AGAIN = "again"
    """It may pass: too many requests, a server fault, a lost connection, a time-out."""
    STOP = "stop"
    """It will meet every request: a bad key, an unpaid bill, an unknown model."""
    FINAL = "final"
    """This request will not be answered, and others may be."""


class Delivery(msgspec.Struct, frozen=True, kw_only=True):
    """What one attempt at asking brought. `None`: not known, or not given."""

    text: str | None = None
    """The reply, verbatim; `None` when none came."""
    stop: str | None = None
    """The provider's own word for why the reply ended."""
    error: str | None = None
    """What went wrong in transport."""
    fault: Fault | None = None
    """What to do about the error; `None` without one."""
    wait: float | None = None
    """Seconds after which the provider wants to be asked again."""
    model: str | None = None
    """The model that the provider says answered."""
    usage: dict[str, Any] | None = None
    """Tokens, as the provider counts them."""
    sent: dict[str, Any] | None = None
    """The request as it was sent, with the prompt left out: the ledger keeps it beside."""
    raw: str | None = None
    """The body that came back, as it came."""
    status: int | None = None
    """The HTTP status."""
    request_id: str | None = None
    logprobs: list[dict[str, Any]] | None = None
    """One entry a token: `token`, `logprob`, and `top`, a list of other tokens with theirs."""


class JudgeSpec(msgspec.Struct, frozen=True, kw_only=True):
    """A judge as a plan writes it."""

    name: str
    kind: str
    """Which file of this folder makes it."""
    model: str | None = None
    settings: dict[str, Any] = {}
    """Sampling parameters; sent as they stand, and none is sent that is not here."""
    structured: str | None = None
    """`schema`, `tool` or `grammar`: how the provider is to hold the judge to the contract; `None` for not."""
    options: dict[str, Any] = {}
    """The other keys of its table that its kind knows."""
    base: str = "."
    """The folder from which paths are reckoned."""
    timeout: float = 120.0
    """Seconds that one attempt may take from first to last byte."""
    concurrency: int = 8
    """Requests in flight at once."""
    logprobs: int | None = None
    """How many other tokens to ask for at each place."""

    def option(self, name: str, default: Any = None) -> Any:
        """One of the keys that only this kind has."""
        return self.options.get(name, default)


class Judge(ABC):
    """Asks one model, or one program. A subclass implements `ask`; the rest has defaults."""

    def __init__(self, spec: JudgeSpec) -> None:
        self.spec = spec

    @abstractmethod
    async def ask(self, request: Request) -> Delivery:
        """Ask once. Never raises for what a server or program did; a fault is a `Delivery` with an error."""

    async def reach(self) -> None:
        """Check, free of charge, that it can be asked. Raises `InputError` that says what is wrong."""
        return

    async def close(self) -> None:
        """Let go of connections and programs."""
        return

    def facts(self, template_digest: str | None) -> Facts:
        """Who judges, for the ledger; `template_digest` names everything around the judged text."""
        how: dict[str, Any] = {"kind": self.spec.kind, **self.spec.settings}
        if self.spec.structured is not None:
            how["structured"] = self.spec.structured
        how.update(self.identity())
        return Facts(
            name=self.spec.name, model=self.spec.model, template_digest=template_digest, settings=how
        )

    def identity(self) -> dict[str, Any]:
        """What else makes this judge another instrument."""
        return {}

    @property
    def cap(self) -> int | None:
        """The most tokens that a reply may have, where the settings say so."""
        for key in ("max_tokens", "max_completion_tokens", "max_output_tokens"):
            value = self.spec.settings.get(key)
            if isinstance(value, int):
                return value
        return None


class JudgeRule(msgspec.Struct, frozen=True):
    """A kind of judge, as a plan names it."""

    name: str
    keys: tuple[str, ...]
    """The keys that its table may have beside those of every judge."""
    make: Callable[[JudgeSpec], Judge]
    """Makes the judge; raises `ValueError` with a plain sentence. It may be called before anything is asked."""
    model: bool = True
    """Whether its table must name a model."""
    structured: tuple[str, ...] = ()
    """What it can be held to: `schema`, `tool`, `grammar`."""
    logprobs: bool = False
    """Whether log-probabilities may be asked for."""
    needs_key: bool = False
    """Whether a key from the environment is needed unless the plan says `key = false`."""
