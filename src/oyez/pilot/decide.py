"""The decision on a pilot: each check of each arm, and what they come to together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from decimal import Decimal
from enum import StrEnum

import msgspec

from oyez.core.errors import InputError, RefusedError
from oyez.core.nearest import listed
from oyez.pilot.check import Check, Limits, Losses, needed
from oyez.pilot.draws import DrawSeen
from oyez.pilot.limit import upper_limit
from oyez.pilot.waiver import Waiver


class Decision(StrEnum):
    """What a check, or the pilot as a whole, came to."""

    GO = "go"
    NO_GO = "no-go"
    UNDECIDED = "cannot decide"


class Checked(msgspec.Struct, frozen=True, kw_only=True):
    """One check of one arm."""

    arm: str | None
    """`None` for draws that name none."""
    check: Check
    lost: int
    of: int
    """Draws that could have been lost in this way: all, or for `parse-loss` the replies that came back whole."""
    limit: Decimal
    """The largest share that is allowed, from 0 to 1."""
    needed: int
    """The least `of` at which one loss alone is not over the limit."""
    upper: float
    """What the share may be after all: the exact one-sided 95% limit."""
    found: Decision
    waived: str | None
    """The reason why `found` does not count; `None` where it does."""

    @property
    def share(self) -> float | None:
        """Lost / of; `None` where there was none to lose."""
        return self.lost / self.of if self.of else None

    @property
    def decision(self) -> Decision:
        """What the check adds to the decision."""
        return Decision.GO if self.waived is not None else self.found


class Pilot(msgspec.Struct, frozen=True, kw_only=True):
    """A pilot and what it came to."""

    contract: str
    """`name@version#digest` of the contract that read all draws."""
    reader: str
    draws: int
    checked: list[Checked]
    """Arm by arm, in the order of `Check`."""
    limits: Limits
    waivers: list[Waiver]
    idle: list[Waiver]
    """Waivers that set nothing aside, because the check would have passed."""

    @property
    def decision(self) -> Decision:
        """`UNDECIDED` if any check is, else `NO_GO` if any check is, else `GO`."""
        found = {one.decision for one in self.checked}
        return next((one for one in (Decision.UNDECIDED, Decision.NO_GO) if one in found), Decision.GO)


def decide(
    seen: Iterable[DrawSeen],
    limits: Limits | None = None,
    waivers: Iterable[Waiver] = (),
    arms: Iterable[str] = (),
) -> Pilot:
    """Check every arm of a pilot; `arms` are those that must be there.

    Raises `InputError` for a pilot without draws, for two waivers of one check, and for a waiver of an arm that is
    not there; `RefusedError` for draws that several instruments read.
    """
    limits = limits or Limits()
    losses: dict[str | None, Losses] = {arm: Losses() for arm in arms}
    instruments: Counter[tuple[str, str]] = Counter()
    for draw in seen:
        instruments[draw.contract, draw.reader] += 1
        losses.setdefault(draw.group, Losses()).add(draw.status, draw.stop)
    if not instruments:
        raise InputError("the pilot has no draws")
    if len(instruments) > 1:
        each = "; ".join(
            f"{number:,} by {ref}, reader {reader}" for (ref, reader), number in instruments.items()
        )
        raise RefusedError(f"a pilot is read by one instrument, and the draws were read by several: {each}")
    ((contract, reader),) = instruments
    given = [*waivers]
    _check_waivers(given, losses)
    order = sorted(losses, key=lambda arm: (arm is None, arm or ""))
    checked = [_checked(arm, losses[arm], check, limits, given) for arm in order for check in Check]
    stopped = [one for one in checked if one.found is not Decision.GO]
    idle = [one for one in given if not any(one.covers(line.check, line.arm) for line in stopped)]
    return Pilot(
        contract=contract,
        reader=reader,
        draws=instruments.total(),
        checked=checked,
        limits=limits,
        waivers=given,
        idle=idle,
    )


def _checked(arm: str | None, losses: Losses, check: Check, limits: Limits, waivers: list[Waiver]) -> Checked:
    lost, of, limit = losses.lost(check), losses.of(check), limits.of(check)
    due = needed(limit)
    fits = Decision.NO_GO if lost > limit * of else Decision.GO
    found = Decision.UNDECIDED if of < due else fits
    reason = next((one.reason for one in waivers if one.covers(check, arm)), None)
    return Checked(
        arm=arm,
        check=check,
        lost=lost,
        of=of,
        limit=limit,
        needed=due,
        upper=upper_limit(lost, of),
        found=found,
        waived=reason if found is not Decision.GO else None,
    )


def _check_waivers(waivers: list[Waiver], losses: dict[str | None, Losses]) -> None:
    for at, one in enumerate(waivers):
        if one.arm is not None and one.arm not in losses:
            there = listed(one.arm, sorted(arm for arm in losses if arm is not None))
            raise InputError(f"--waive {one.name}: the pilot has no arm {one.arm!r}; {there}")
        if any(one.check is other.check and None in (one.arm, other.arm) for other in waivers[:at]) or any(
            one.name == other.name for other in waivers[:at]
        ):
            raise InputError(f"--waive {one.name}: this check is waived twice, and each needs one reason")
