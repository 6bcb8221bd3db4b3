"""The values that Inspect recorded for the replies behind one score."""

from __future__ import annotations

import math
from typing import Any

from oyez.importers._inspect_shapes import Score
from oyez.importers._row import finite
from oyez.ledger.facts import Recorded


def recorded_values(name: str, score: Score, count: int, version: str | None) -> list[tuple[Recorded, ...]]:
    """What stands recorded beside each of `count` replies.

    A panel's vote stands with its grader, and the panel's joint value with the first. Without votes the
    value stands with the last reply. An edited score gives its original value, and then the edited one.
    """
    panel = (score.metadata or {}).get("panel")
    votes = panel.get("votes") if isinstance(panel, dict) else None
    if isinstance(panel, dict) and isinstance(votes, list) and len(votes) == count:
        values = [(_recorded(name, vote, _failure(panel, i), version),) for i, vote in enumerate(votes)]
        joint = _own_values(f"{name}/panel", score, version)
        return [(*values[0], *joint), *values[1:]]
    return [()] * (count - 1) + [_own_values(name, score, version)]


def _failure(panel: dict[str, Any], index: int) -> str | None:
    """Why the panel has no vote of one grader."""
    failures = panel.get("failures")
    for failure in failures if isinstance(failures, list) else []:
        if isinstance(failure, dict) and failure.get("index") == index:
            return str(failure.get("reason") or "failed")
    return None


def _own_values(name: str, score: Score, version: str | None) -> tuple[Recorded, ...]:
    current = _recorded(name, score.value, score.reason, version)
    if not score.history:
        return (current,)
    first, last = score.history[0], score.history[-1]
    original = _recorded(name, first.get("value"), _word(first.get("reason")), version)
    provenance = last.get("provenance")
    author = provenance.get("author") if isinstance(provenance, dict) else None
    edited = Recorded(
        name=f"{name}/edited", value=current.value, status=current.status, tool="edit", parser=_word(author)
    )
    return (original, edited)


def _recorded(name: str, value: Any, reason: str | None, version: str | None) -> Recorded:
    unscored = isinstance(value, float) and math.isnan(value)
    return Recorded(
        name=name,
        value=finite(value),
        status=reason or ("unscored" if unscored else None),
        tool="inspect_ai",
        tool_version=version,
        parser=f"inspect_ai/{name.removesuffix('/panel')}",
    )


def _word(value: Any) -> str | None:
    """A word; edits write `UNCHANGED` for what they leave alone, and for an original without a reason."""
    return value if isinstance(value, str) and value != "UNCHANGED" else None
