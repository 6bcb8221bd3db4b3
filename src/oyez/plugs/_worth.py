"""What a verdict is worth to a tool that keeps one number a reply: declared by the caller, never guessed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from oyez.contract import Contract
from oyez.contract import contract as load
from oyez.core.errors import InputError
from oyez.core.reading import Reading
from oyez.core.reply import Reply
from oyez.core.scale import Scale
from oyez.exporters import account, explanation
from oyez.reader import read
from oyez.scales.boolean import Boolean

Terms: TypeAlias = Contract | str | Path | dict[str, Any]
"""A contract, its name, its file or its tree."""

Ask: TypeAlias = Callable[[str], str | Reply]
"""Sends a prompt to a judge and gives what came back; a `Reply` also says how it ended, or what went wrong."""


class Graded(msgspec.Struct, frozen=True, kw_only=True):
    """A reply read for a tool."""

    reading: Reading
    value: Any = None
    """What the verdict is worth; `None` for an unread reply, and for a verdict that stands for no value."""

    @property
    def reason(self) -> str | None:
        """Why there is no value: the status, or `abstained`."""
        if self.value is not None:
            return None
        return "abstained" if self.reading.ok else str(self.reading.status)

    @property
    def said(self) -> str:
        """One sentence on the reading."""
        return explanation(self.reading)

    @property
    def account(self) -> dict[str, Any]:
        """The reading and the untouched reply, to be kept beside the tool's number."""
        return account(self.reading) | {"raw": self.reading.text}


class Grader:
    """Reads replies under one contract, and says what each verdict is worth.

    `values` gives the worth of each label; a label under `abstain` that it leaves out is worth no number. Without
    it, the numbers of a numeric scale and true and false are worth themselves; with `unit`, a number is placed
    between 0 and 1 by the bounds of its scale. Raises `InputError` where a label would be left without a worth.
    """

    def __init__(
        self, contract: Terms, values: Mapping[str, Any] | None = None, *, unit: bool = True
    ) -> None:
        self.contract = load(contract)
        self._scale = _scale(self.contract)
        self._values = None if values is None else dict(values)
        self._unit = unit
        self._check()

    def grade(self, reply: str | Reply) -> Graded:
        """Read a reply."""
        reading = read(reply, self.contract)
        return Graded(reading=reading, value=self._worth(reading) if reading.ok else None)

    def _worth(self, reading: Reading) -> Any:
        verdict = reading.verdict
        if self._values is not None and isinstance(verdict, str):
            return self._values.get(verdict)
        if reading.abstained:
            return None
        bounds = self._scale.bounds if self._unit else None
        if bounds is None or isinstance(verdict, bool):
            return verdict
        low, high = bounds
        return (verdict - low) / (high - low)

    def _check(self) -> None:
        name, scale, values = self.contract.name, self._scale, self._values or {}
        words = {*scale.labels, *scale.abstain}
        unknown = [word for word in values if word not in words]
        if unknown:
            raise InputError(f"{name}: values names {_listed(unknown)}, which the contract does not have")
        if not (scale.labelled or scale.numeric or isinstance(scale, Boolean)):
            raise InputError(f"{name}: its verdict is no label, number or boolean, so it has no one value")
        missing = [word for word in scale.labels if word not in values and word not in scale.abstain]
        if missing:
            raise InputError(f"{name}: values must say what {_listed(missing)} is worth")


def _scale(contract: Contract) -> Scale:
    if contract.verdict not in contract.fields:
        raise InputError(f"{contract.name}: its verdict is an object of all fields, so it has no one value")
    return contract.fields[contract.verdict].scale


def _listed(words: list[str]) -> str:
    return ", ".join(repr(word) for word in words)
