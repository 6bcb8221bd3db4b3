"""A verdict on two candidates: which of them it names, whatever the order in which they were shown."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from oyez.core.errors import InputError
from oyez.core.metric import Parameter, Settings, number, on_scale, shown
from oyez.core.observation import Observation
from oyez.scales.preference import Preference
from oyez.scales.ranking import Ranking
from oyez.text.space import without_space

Side: TypeAlias = Literal["A", "B"]

USUAL = {
    "A>>B": "A+2", "A>B": "A+1", "A=B": "tie", "B=A": "tie", "B>A": "B+1", "B>>A": "B+2",
    "B<<A": "A+2", "B<A": "A+1", "A<B": "B+1", "A<<B": "B+2",
    "A++": "A+2", "A+": "A+1", "B+": "B+1", "B++": "B+2", "A": "A+1", "B": "B+1", "TIE": "tie",
}  # fmt: skip
"""What labels mean where neither a contract nor a parameter says."""

PARAMETERS = (
    Parameter(
        "of",
        "Whose number it is: A, the candidate that order AB shows first; B, the other; or a name in arms written "
        "`NAME vs NAME`.",
        "A",
    ),
    Parameter("meaning", "What labels mean, `LABEL=A+1,LABEL=tie,…`; else the contract says."),
    Parameter("order", "The order of draws that do not say theirs: AB or BA."),
)


class Game(msgspec.Struct, frozen=True):
    """One verdict on two candidates."""

    towards: float
    """1 for the candidate that is asked about, 0 for the other, 1/2 for a tie; numbers between as judged."""
    strength: int
    """How strong the preference is; 0 for a tie."""


class Games:
    """Reads verdicts as games, seen from one side."""

    def __init__(self, settings: Settings, metric: str) -> None:
        self._metric = metric
        self._of = settings.word("of", "A") or "A"
        self._order = settings.word("order")
        if self._order is not None and self._order.upper() not in ("AB", "BA"):
            raise InputError(f"order must be AB or BA, not {self._order!r}")
        self._numbers = settings.bounds
        scale = settings.scale
        own = dict(scale.meaning) if isinstance(scale, Preference) else None
        self._meaning = settings.table("meaning") or own or USUAL
        self._ranked = scale.ids if isinstance(scale, Ranking) else None
        for meant in self._meaning.values():
            if meant != "tie" and (
                meant[:1] not in ("A", "B") or meant[1:2] != "+" or not meant[2:].isdigit()
            ):
                raise InputError(f"meaning must give A+1, B+2 or tie, not {meant!r}")
        self._bare = {without_space(label).upper(): meant for label, meant in self._meaning.items()}

    @property
    def strongest(self) -> int:
        """The greatest strength that a label has."""
        return max((int(meant[2:]) for meant in self._meaning.values() if meant != "tie"), default=1)

    def game(self, seen: Observation) -> Game:
        """The verdict as a game. Raises `InputError` for a verdict or order that it cannot place."""
        side = side_of(self._of, seen.arm)
        if isinstance(seen.verdict, (int, float)) and not isinstance(seen.verdict, bool):
            return self._of_number(number(seen.verdict, self._metric), side)
        named = output_of(seen)
        if named is not None:
            return Game(float(named == side), 1)
        first, strength = self._first(seen.verdict)
        swapped = order_of(seen, self._order) == "BA"
        return Game(first if swapped == (side == "B") else 1.0 - first, strength)

    def _first(self, verdict: Any) -> tuple[float, int]:
        """How much the verdict is for the candidate that was shown first, and how strongly."""
        if isinstance(verdict, list) and len(verdict) == 2:
            return self._of_ranking(verdict)
        meant = self._bare.get(without_space(verdict).upper()) if isinstance(verdict, str) else None
        if meant is None:
            raise InputError(
                f"the metric {self._metric} takes preferences, and does not know what {shown(verdict)} means; "
                "give --contract, or -p meaning=LABEL=A+1,…"
            )
        return (0.5, 0) if meant == "tie" else (float(meant[0] == "A"), int(meant[2:]))

    def _of_number(self, verdict: float, side: Side) -> Game:
        """A number from A's end of the scale to B's, as AlpacaEval records it: 1 for A, 2 for B, whatever the order."""
        low, high = self._numbers or (1.0, 2.0)
        towards_b = (on_scale(verdict, (low, high)) - low) / (high - low)
        return Game(towards_b if side == "B" else 1.0 - towards_b, 1)

    def _of_ranking(self, verdict: list[Any]) -> tuple[float, int]:
        if self._ranked is None:
            raise InputError(
                f"the metric {self._metric} needs the contract of rankings: which name was shown first? --contract"
            )
        return float(verdict[0] == self._ranked[0]), 1


def output_of(seen: Observation) -> Side | None:
    """The output that a named winner stands for, where the draw says so in `referenced_models`, as AlpacaEval does."""
    names = (seen.meta or {}).get("referenced_models")
    best = seen.verdict[0] if isinstance(seen.verdict, list) and seen.verdict else seen.verdict
    output = names.get(best) if isinstance(names, dict) and isinstance(best, str) else None
    return "A" if output == "output_1" else "B" if output == "output_2" else None


def side_of(of: str, arm: str | None) -> Side:
    """`A` or `B`: which side is asked about in a draw of that arm. Raises `InputError`."""
    if of in ("A", "B"):
        return "A" if of == "A" else "B"
    first, middle, second = (arm or "").partition(" vs ")
    if middle and of in (first, second):
        return "A" if of == first else "B"
    raise InputError(
        f"the arm {shown(arm)} does not name {of!r}; arms are written NAME vs NAME, or give of=A or of=B"
    )


def order_of(seen: Observation, fallback: str | None) -> str:
    """`AB` or `BA`. Raises `InputError` where the draw does not say, and nothing was given instead."""
    order = (seen.order or fallback or "").upper()
    if order not in ("AB", "BA"):
        raise InputError(
            f"draw {shown(seen.id)} was shown in order {shown(seen.order)}; orders are AB and BA "
            "(-p order=AB where all were shown alike)"
        )
    return order
