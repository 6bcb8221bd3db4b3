"""Draws: each arm's answer is judged alone, k times, and the spread of the k verdicts is part of the result."""

from __future__ import annotations

from typing import Any

from oyez.judging.protocols._protocol import ProtocolRule, count_key
from oyez.judging.protocols.single import Single


class Draws(Single, frozen=True, kw_only=True):
    """As single, with `k` independent draws of every prompt."""

    k: int

    @property
    def name(self) -> str:
        """As a plan calls it."""
        return "draws"

    def draws(self, asked: int) -> int:
        """The protocol's own number."""
        return self.k


def _make(table: dict[str, Any]) -> Draws:
    return Draws(k=count_key(table, "k", 5, 2))


PROTOCOL = ProtocolRule("draws", ("k",), _make)
