"""What `oyez diff` says of screenings: the items that would be decided otherwise."""

from __future__ import annotations

from collections import Counter
from typing import Any

from oyez.core.visible import fit
from oyez.report.shares import count
from oyez.screening.changed import Outcomes, changed_tree

MOST = 20
"""Items that are listed; `--json` lists all."""


def outcome_lines(found: Outcomes | None, room: int) -> list[str]:
    """The changed outcomes; nothing for a ledger without screenings that rest on either contract."""
    if found is None:
        return []
    lines = [
        "",
        f"outcomes: {count(found.screened)} screenings, {count(len(found.changed))} decided otherwise",
    ]
    directions = Counter(f"{one.old.outcome} → {one.new.outcome}" for one in found.changed)
    lines += [f"  {name}: {count(number)}" for name, number in sorted(directions.items())]
    lines += [
        fit(f"  {one.item}: {one.old.outcome} → {one.new.outcome}", room) for one in found.changed[:MOST]
    ]
    if len(found.changed) > MOST:
        lines.append(f"  and {count(len(found.changed) - MOST)} more; --json lists all")
    if found.untold:
        lines.append(f"  {count(len(found.untold))} have a verdict that their profile does not know")
    return lines


def outcomes_tree(found: Outcomes | None) -> dict[str, Any] | None:
    """The same as a JSON object; null where no screening rests on either contract."""
    if found is None:
        return None
    return {
        "screened": found.screened,
        "changed": [changed_tree(one) for one in found.changed],
        "untold": list(found.untold),
    }
