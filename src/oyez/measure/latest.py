"""Which of several replies to one question counts: the last that was asked for, none that came twice.

A judging run keeps every reply. One question has several where the plan asks again for a reply that could not be
read (`reask`), where somebody asked for it again (`--again`), and where a run was killed with the question in flight
(`twice`).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Hashable, Sequence
from typing import Any, Final

import msgspec

from oyez.core.observation import Observation

KINDS: Final = {
    "reask": "could not be read and were asked for again by the plan; the last attempt counts",
    "again": "were asked for again on purpose; the latest reply counts",
    "twice": "came twice, since a run was stopped with them in flight; the first reply counts",
}
"""Why a reply is left out, and which one counts."""


class LeftOut(msgspec.Struct, frozen=True):
    """Replies that another reply to the same question stands for."""

    kinds: dict[str, int]
    """Reason (`reask`, `again`, `twice`) → how many replies."""
    ends: dict[str, int]
    """How they ended → how many: a status, or `not read`."""

    def tree(self) -> dict[str, Any] | None:
        """The counts for JSON; `None` where nothing is left out."""
        return {"replies": self.kinds, "ended": self.ends} if self.kinds else None

    def sentences(self) -> list[str]:
        """What to say beside every number."""
        if not self.kinds:
            return []
        ends = ", ".join(f"{end} {count}" for end, count in sorted(self.ends.items()))
        said = [f"{count} replies {KINDS[kind]}" for kind, count in self.kinds.items()]
        return [*said, f"left out of every count: {ends}"]


def latest(seen: Sequence[Observation]) -> tuple[list[int], LeftOut]:
    """The places of the draws that count, in order, and what was left out."""
    questions: dict[Hashable, list[int]] = {}
    for at, one in enumerate(seen):
        questions.setdefault(_question(one, at), []).append(at)
    chosen: list[int] = []
    kinds: Counter[str] = Counter()
    ends: Counter[str] = Counter()
    for places in questions.values():
        kept = places[0] if len(places) == 1 else max(places, key=lambda at: _rank(seen[at], at))
        chosen.append(kept)
        for at in places:
            if at != kept:
                kinds[_why(seen[at], seen[kept])] += 1
                ends[seen[at].end] += 1
    return sorted(chosen), LeftOut({kind: kinds[kind] for kind in KINDS if kinds[kind]}, dict(ends))


def _judging(one: Observation) -> dict[str, Any]:
    """What a judging run noted of the question; empty for a reply from elsewhere."""
    found = (one.meta or {}).get("judging")
    return found if isinstance(found, dict) else {}


def _question(one: Observation, at: int) -> Hashable:
    """What was asked; a reply that no judging run kept is a question of its own."""
    noted = _judging(one)
    if not noted:
        return at
    places = json.dumps(noted.get("places"), sort_keys=True)
    return one.item, one.arm, one.judge, one.judge_digest, one.order, one.draw, noted.get("plan"), places


def _rank(one: Observation, at: int) -> tuple[bool, int, bool, int]:
    """A higher one counts before a lower one: no doublet, the last attempt, what was asked for again, the latest."""
    noted = _judging(one)
    attempt = noted.get("attempt")
    return "twice" not in noted, attempt if isinstance(attempt, int) else 0, "again" in noted, at


def _why(one: Observation, kept: Observation) -> str:
    if "twice" in _judging(one):
        return "twice"
    same = _judging(one).get("attempt") == _judging(kept).get("attempt")
    return "again" if same else "reask"
