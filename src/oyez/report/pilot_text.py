"""What `oyez pilot` says: each check of each arm, what stops the run and why, and what was waived."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from typing import Any

import msgspec

from oyez.core.visible import fit
from oyez.pilot import Check, Checked, Decision, Pilot
from oyez.report.grid import grid
from oyez.report.shares import count, percent

_WORDS = {
    Check.TRUNCATION: "were cut for length",
    Check.PARSE_LOSS: "came back whole and could not be read",
    Check.REFUSAL: "were refused by the provider",
    Check.TRANSPORT_LOSS: "did not come back",
}


class Page(msgspec.Struct, frozen=True, kw_only=True):
    """A pilot and where it stands."""

    source: str
    by: str
    """What the draws are grouped by, such as `arm`."""
    pilot: Pilot


def lines(page: Page, room: int) -> list[str]:
    """The whole page; its last part says what was decided."""
    head = [
        f"pilot     {page.source}, {_draws(page.pilot.draws)}",
        f"contract  {page.pilot.contract}, reader {page.pilot.reader}",
    ]
    columns = ["", "lost", "of", "share", "allowed", "may be", "decision"]
    made = [*(fit(line, room) for line in head), "", *grid(columns, _rows(page), room), ""]
    return [*made, *(fit(line, 4 * room) for line in _conclusion(page))]


def _rows(page: Page) -> list[list[str]]:
    """A line an arm, and one for each of its checks."""
    made = []
    arms = dict.fromkeys(one.arm for one in page.pilot.checked)
    for arm in arms:
        name = f"(no {page.by})" if arm is None else f"{page.by} {arm}"
        made.append(["all" if [*arms] == [None] else name, *[""] * 6])
        made += [_row(one) for one in page.pilot.checked if one.arm == arm]
    return made


def _row(one: Checked) -> list[str]:
    allowed = "none" if one.limit == 0 else f"{percent_of(one.limit)}"
    said = "waived" if one.waived is not None else str(one.decision)
    return [
        f"  {one.check}",
        count(one.lost),
        count(one.of),
        percent(one.share),
        allowed,
        percent(one.upper),
        said,
    ]


def percent_of(limit: Decimal) -> str:
    """A limit as it was asked for, in per cent."""
    return f"{(limit * 100).normalize():f}%"


def _conclusion(page: Page) -> list[str]:
    pilot = page.pilot
    made = [
        f"waived: {_place(page, one)}{_why(one)}; reason: {one.waived}" for one in pilot.checked if one.waived
    ]
    made += [f"waiver not needed: {one.name}; reason: {one.reason}" for one in pilot.idle]
    made += [""] if made else []
    made.append(_verdict(page))
    made += [f"  {_place(page, one)}{_why(one)}" for one in pilot.checked if one.decision is not Decision.GO]
    return made


def _verdict(page: Page) -> str:
    pilot = page.pilot
    found = Counter(one.decision for one in pilot.checked)
    if pilot.decision is Decision.GO:
        waived = sum(one.waived is not None for one in pilot.checked)
        return f"go: {count(found[Decision.GO] - waived)} checks passed" + (
            f", {waived} waived" if waived else ""
        )
    few, over = (count(found[one]) for one in (Decision.UNDECIDED, Decision.NO_GO))
    parts = [f"{few} with too few draws"] if found[Decision.UNDECIDED] else []
    parts += [f"{over} over the limit"] if found[Decision.NO_GO] else []
    return f"{pilot.decision}: of {count(len(pilot.checked))} checks {' and '.join(parts)}"


def _place(page: Page, one: Checked) -> str:
    if one.arm is None and all(other.arm is None for other in page.pilot.checked):
        return f"{one.check}: "
    return f"{f'no {page.by}' if one.arm is None else f'{page.by} {one.arm}'}, {one.check}: "


def _why(one: Checked) -> str:
    """Why a check did not pass."""
    seen = f"{count(one.lost)} of {count(one.of)} {_WORDS[one.check]}"
    if one.found is Decision.UNDECIDED:
        whole = "whole replies" if one.check is Check.PARSE_LOSS else "draws"
        if one.limit == 0:
            return f"there are no {whole}"
        return f"{seen}; to tell {percent_of(one.limit)}, {count(one.needed)} {whole} are needed"
    allowed = "none may be" if one.limit == 0 else f"{percent_of(one.limit)} are allowed"
    return f"{seen} ({percent(one.share)}); {allowed}"


def _draws(number: int) -> str:
    return "1 draw" if number == 1 else f"{count(number)} draws"


def tree(page: Page) -> dict[str, Any]:
    """The page as one JSON object."""
    pilot = page.pilot
    return {
        "pilot": page.source,
        "contract": pilot.contract,
        "reader": pilot.reader,
        "by": page.by,
        "draws": pilot.draws,
        "decision": str(pilot.decision),
        "allowed": {str(check): float(pilot.limits.of(check)) for check in Check},
        "checks": rows(page),
        "waivers": [
            {"check": str(one.check), "group": one.arm, "reason": one.reason, "needed": one not in pilot.idle}
            for one in pilot.waivers
        ],
    }


def rows(page: Page) -> list[dict[str, Any]]:
    """One JSON object a check."""
    return [
        {
            "group": one.arm,
            "check": str(one.check),
            "lost": one.lost,
            "of": one.of,
            "share": one.share,
            "allowed": float(one.limit),
            "may_be": one.upper,
            "needed": one.needed,
            "found": str(one.found),
            "waived": one.waived,
            "decision": str(one.decision),
        }
        for one in page.pilot.checked
    ]
