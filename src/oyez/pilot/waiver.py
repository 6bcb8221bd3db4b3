"""A check that somebody sets aside, and why."""

from __future__ import annotations

import msgspec

from oyez.core.errors import InputError
from oyez.core.nearest import listed
from oyez.pilot.check import Check


class Waiver(msgspec.Struct, frozen=True):
    """Goes on in spite of one check; the reason is printed with the result."""

    check: Check
    arm: str | None
    """The one arm that it holds for; `None` for all."""
    reason: str

    def covers(self, check: Check, arm: str | None) -> bool:
        """Whether this check of this arm is set aside."""
        return check is self.check and self.arm in (None, arm)

    @property
    def name(self) -> str:
        """CHECK or CHECK:ARM."""
        return str(self.check) if self.arm is None else f"{self.check}:{self.arm}"


def waiver(what: str, reason: str) -> Waiver:
    """The waiver for CHECK or CHECK:ARM. Raises `InputError` for an unknown check and a blank reason."""
    name, colon, arm = what.partition(":")
    if name not in [*Check]:
        raise InputError(f"--waive {what}: no such check as CHECK or CHECK:ARM; {listed(name, Check)}")
    if not reason.strip():
        raise InputError(f"--waive {what}: needs a reason, which is printed with the result")
    return Waiver(Check(name), arm if colon else None, reason.strip())
