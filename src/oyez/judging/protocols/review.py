"""Fielded review: each arm's answer is reviewed alone under a contract of several fields, all of them kept."""

from __future__ import annotations

from typing import Any

from oyez.contract import Contract
from oyez.judging.protocols._protocol import ProtocolRule
from oyez.judging.protocols.single import Single


class Review(Single, frozen=True, kw_only=True):
    """As single; the contract must have fields."""

    @property
    def name(self) -> str:
        """As a plan calls it."""
        return "review"

    def suits(self, contract: Contract) -> str | None:
        """A contract with two fields or more."""
        if len(contract.fields) > 1:
            return None
        return f"a review has several fields, and {contract.name} has one; use the protocol single"


def _make(table: dict[str, Any]) -> Review:
    return Review()


PROTOCOL = ProtocolRule("review", (), _make)
