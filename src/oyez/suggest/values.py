"""What `suggest` gives: contracts in order of fit, and the replies that the best of them would not read."""

from __future__ import annotations

import msgspec

from oyez.contract import Contract
from oyez.core.status import Status


class Suggestion(msgspec.Struct, frozen=True, kw_only=True):
    """One contract and how the replies read under it."""

    contract: Contract
    drafted: bool
    """Whether it was made from the replies; otherwise it is one of the catalogue."""
    score: float
    """From 0 to 1: verdicts per reply that holds text, recovered ones and weak contracts counted less."""
    replies: int
    """Replies that hold text; the others say nothing about a format."""
    strict: int
    """Readings of status `read`."""
    recovered: int
    """Readings of status `recovered`."""
    abstained: int
    """Verdicts, of both kinds, that say no opinion."""
    conflicts: int
    """Readings of status `conflict`."""
    why: tuple[str, ...] = ()
    """For a draft: what in the replies speaks for it, one sentence each."""
    toml: str = ""
    """The contract as a file; what was drafted carries its reasons as comments."""

    @property
    def coverage(self) -> float:
        """Verdicts per reply that holds text, from 0 to 1."""
        return (self.strict + self.recovered) / self.replies if self.replies else 0.0


class Unread(msgspec.Struct, frozen=True, kw_only=True):
    """A reply that the best contract gives no verdict for."""

    id: str | None
    """The name of the reply; `None` where it has none."""
    at: int
    """Which reply it is, counted from 0."""
    status: Status
    message: str
    """One plain sentence; empty where the status says all."""


class Suggestions(msgspec.Struct, frozen=True, kw_only=True):
    """Contracts for a set of replies, best first."""

    replies: int
    """All replies that were given."""
    with_text: int
    """Replies among them that hold text."""
    sampled: int
    """Replies with text that were looked at to rank and to draft."""
    best: Suggestion | None
    """The contract to use; `None` when none fits."""
    listed: tuple[Suggestion, ...]
    """The best and those that come next; where none fits, those that come nearest."""
    unread: tuple[Unread, ...]
    """Some of the replies with text that the best would not read, each status in turn."""
    unread_count: int
    """How many those are in all; 0 when none fits."""
