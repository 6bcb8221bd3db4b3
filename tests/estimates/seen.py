"""Observations for the tests, written short."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import strategies as st

from oyez.core.observation import Observation
from oyez.core.status import Status

LOST = [status for status in Status if not status.has_verdict]


def see(verdict: Any = None, **more: Any) -> Observation:
    """A draw: read where there is a verdict, else absent."""
    status = more.pop("status", Status.ABSENT if verdict is None else Status.READ)
    if status is Status.RECOVERED:
        more.setdefault("rule", "emphasis")
    return Observation(status=status, verdict=verdict, **more)


def column(verdicts: list[Any], arm: str | None = None, start: int = 0, **more: Any) -> list[Observation]:
    """One draw an item, numbered from `start`; `None` is an absent verdict."""
    return [see(verdict, item=f"i{start + at}", arm=arm, **more) for at, verdict in enumerate(verdicts)]


def pair(item: str, ab: str | None, ba: str | None, arm: str = "base vs new") -> list[Observation]:
    """Both games of an item: what the judge wrote with the first shown as A, and swapped."""
    return [see(ab, item=item, arm=arm, order="AB"), see(ba, item=item, arm=arm, order="BA")]


@st.composite
def archives(
    draw: st.DrawFn, values: tuple[Any, ...], arms: tuple[str, ...] = ("A", "B")
) -> list[Observation]:
    """Draws of every end: read, recovered, abstained, recorded by others, never read, and lost."""
    seed = draw(st.integers(0, 10**6))
    size = draw(st.integers(1, 24))
    rng = random.Random(seed)
    made = []
    for at in range(size):
        more: dict[str, Any] = {
            "id": str(at),
            "item": rng.choice([None, f"i{rng.randrange(6)}"]),
            "arm": rng.choice(arms),
            "draw": rng.choice([None, 0, 1]) if rng.random() < 0.1 else rng.randrange(3),
        }
        kind = rng.randrange(6)
        if kind == 0:
            made.append(see(None, status=rng.choice(LOST), **more))
        elif kind == 1:
            made.append(see(rng.choice(values), status=Status.RECOVERED, **more))
        elif kind == 2:
            made.append(see(rng.choice(values), abstained=True, **more))
        elif kind == 3 and rng.random() < 0.3:
            made.append(Observation(status=None, recorded=True, verdict=rng.choice(values), **more))
        elif kind == 3 and rng.random() < 0.3:
            made.append(Observation(status=None, **more))
        else:
            made.append(see(rng.choice(values), **more))
    return made
