"""The whole decision table, enumerated from the policy: every combination is decided, and like ones share a cell."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from typing import Final

import msgspec

from oyez.screening.confirmation import Confirmed, confirmed
from oyez.screening.policy import TABLE, decide, needs_confirmation
from oyez.screening.states import REVIEWER_STATES, Finding, Outcome, State

PROBES: Final = (
    None,
    State.COUNTEREXAMPLE,
    State.BOTH_FALSE,
    State.NOTHING_FOUND,
    State.UNREAD,
    State.UNDELIVERED,
)
"""What a probe can come to; `None`: the profile has none."""
CHECKS: Final = (None, State.HELD, State.FAILED, State.NOT_CHECKED, State.REQUIRED_NOT_CHECKED)
"""What a check can come to."""
OTHERS: Final = tuple(product(PROBES, CHECKS, CHECKS))
"""A probe and two checks; a third can add nothing that one of two does not."""
COLUMNS: Final = ("nothing", "held", "doubt", "against")
"""Other evidence by what it does: nothing found and nothing held; a check held; something is open; something flags."""


class Row(msgspec.Struct, frozen=True):
    """A pair of reviewer states in either order, and what the repeats said."""

    reviewers: tuple[State, ...]
    """Two states, or none."""
    confirmation: Confirmed | None
    """`None`: no repeats were asked for."""


class Cell(msgspec.Struct, frozen=True):
    """One cell of the table."""

    outcome: Outcome
    combinations: int
    """How many combinations it stands for."""


def rows() -> list[Row]:
    """The rows: neither reviewer, then every pair; those that flag, once for every result of a confirmation."""
    pairs: list[tuple[State, ...]] = [(), *combinations_with_replacement(REVIEWER_STATES, 2)]
    made = []
    for pair in pairs:
        results: list[Confirmed | None] = [None]
        results += Confirmed if State.MISMATCH in pair else []
        made += [Row(pair, result) for result in results]
    return made


def table() -> dict[Row, dict[str, Cell]]:
    """Every row with its cells. Raises `AssertionError` if a cell would stand for combinations with two outcomes."""
    made: dict[Row, dict[str, Cell]] = {}
    for row in rows():
        cells: dict[str, Cell] = {}
        for column, outcome in _decided(row):
            held = cells.get(column)
            assert held is None or held.outcome is outcome, (row, column)
            cells[column] = Cell(outcome, (held.combinations if held else 0) + 1)
        made[row] = cells
    return made


def _decided(row: Row) -> Iterator[tuple[str, Outcome]]:
    """The outcome of every combination of a row, with its column."""
    orders = dict.fromkeys([row.reviewers, row.reviewers[::-1]])
    for reviewers, others in product(orders, OTHERS):
        findings = evidence(reviewers, others)
        for repeats in _repeats(row):
            asked = row.confirmation is None or needs_confirmation(findings)
            # where other evidence flags, nobody is asked again
            yield column_of(others), decide(findings, repeats if asked else None).outcome


def _repeats(row: Row) -> list[tuple[Finding, ...] | None]:
    if row.confirmation is None:
        return [None]
    every = product(REVIEWER_STATES, REVIEWER_STATES)
    return [evidence(pair, ()) for pair in every if confirmed(pair) is row.confirmation]


def evidence(reviewers: tuple[State, ...], others: tuple[State | None, ...]) -> tuple[Finding, ...]:
    """Findings in these states; others that are `None` are left out."""
    made = [
        Finding(by=f"reviewer {at}", kind="reviewer", state=state) for at, state in enumerate(reviewers, 1)
    ]
    made += [
        Finding(by=f"other {at}", kind="other", state=state) for at, state in enumerate(others, 1) if state
    ]
    return tuple(made)


def column_of(others: tuple[State | None, ...]) -> str:
    """The column that other evidence belongs to."""
    outcomes = [TABLE[state].outcome for state in others if state]
    if Outcome.FLAGGED in outcomes:
        return "against"
    if Outcome.REVIEW in outcomes:
        return "doubt"
    return "held" if State.HELD in others else "nothing"
