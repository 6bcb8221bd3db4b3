"""What reading a reply under a contract came to."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from oyez.core.problem import Problem
from oyez.core.status import Status, Stop

Verdict: TypeAlias = Any
"""A label (str), rating (int or float), boolean, ranking or list (list), or an object of these (dict)."""


class FieldReading(msgspec.Struct, frozen=True):
    """What one field of a contract came to."""

    status: Status
    verdict: Verdict
    """`None` unless the status is `read` or `recovered`; a JSON null under the scale json is also `None`."""
    rule: str | None
    """Names of the recoveries that gave the verdict, joined by `+`."""
    start: int | None
    """First code point of the verdict in the untouched reply."""
    end: int | None
    """One past its last code point."""
    abstained: bool = False
    """Whether the verdict is one that the contract lists under `abstain`."""

    def __post_init__(self) -> None:
        check_verdict(self.status, self.verdict, self.rule, self.start)


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """What reading one reply under one contract came to.

    A verdict exists exactly when `status` is `read` or `recovered`; making a Reading that breaks
    this raises `ValueError`.
    """

    contract: str
    """`name@version#digest` of the contract."""
    reader: str
    """The version of the reading rules."""
    status: Status
    verdict: Verdict = None
    """`None` unless the status is `read` or `recovered`; a JSON null under the scale json is also `None`."""
    abstained: bool = False
    """Whether the verdict is one that the contract lists under `abstain`."""
    rule: str | None = None
    """Names of the recoveries that gave the verdict, joined by `+`; `None` for a strict reading."""
    start: int | None = None
    """First code point of the verdict in the untouched reply; `None` without a verdict."""
    end: int | None = None
    """One past its last code point."""
    evidence: str | None = None
    """`raw[start:end]`; `None` without a verdict."""
    stop: Stop = Stop.UNKNOWN
    """How the provider said that the reply ended."""
    problems: tuple[Problem, ...] = ()
    """What stood in the way or beside the verdict, in the order of the text."""
    fields: dict[str, FieldReading] | None = None
    """Field by field, for contracts with several; `None` for a contract with one."""
    text: str | None = None
    """The reply that was read, untouched."""

    def __post_init__(self) -> None:
        check_verdict(self.status, self.verdict, self.rule, self.start)

    @property
    def ok(self) -> bool:
        """Whether there is a verdict."""
        return self.status.has_verdict

    def __repr__(self) -> str:
        if self.ok:
            said = f"{self.verdict!r} at {self.start}:{self.end}"
            extra = f" by {self.rule}" if self.rule else ""
            extra += ", abstained" if self.abstained else ""
        else:
            said = "no verdict"
            extra = f" ({self.problems[0].message})" if self.problems else ""
        return f"<Reading {self.status}: {said}{extra}>"

    def _repr_html_(self) -> str:
        from oyez.core.mark import html

        return html(self)


def check_verdict(status: Status, verdict: Verdict, rule: str | None, start: int | None) -> None:
    """Raise `ValueError` unless verdict, rule and place are there exactly as `status` promises."""
    if status.has_verdict:
        if start is None or (rule is None) != (status is Status.READ):
            raise ValueError(f"a reading of status {status} needs a place, and a rule exactly when recovered")
    elif verdict is not None or rule is not None or start is not None:
        raise ValueError(f"a reading of status {status} has no verdict, rule or place")
