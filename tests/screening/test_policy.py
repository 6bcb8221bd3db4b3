"""The policy against the rules said another way, and what must hold of every combination."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oyez.screening import Decision, Finding, Outcome, State, Strength, decide, needs_confirmation
from oyez.screening.policy import REASONS
from oyez.screening.states import REVIEWER_STATES
from oyez.screening.table import CHECKS, COLUMNS, OTHERS, PROBES, evidence, rows, table

PAIRS: list[tuple[State, ...]] = [(), *product(REVIEWER_STATES, REVIEWER_STATES)]
SEVERITY = [Outcome.PASSED, Outcome.REVIEW, Outcome.FLAGGED]


def independent(reviewers: list[str], others: list[str], repeats: list[str] | None) -> tuple[str, set[str]]:
    """The rules as the description of the workflow gives them, on plain words."""
    reasons: set[str] = set()
    reasons |= {
        word for word in ("mismatch", "unclear", "unread", "undelivered") if word in (*reviewers, *others)
    }
    reasons |= {word for word in ("counterexample", "both-false") if word in others}
    reasons |= {"check-failed"} if "failed" in others else set()
    unchecked = {"not-checked"} if {"not-checked", "required-not-checked"} & set(others) else set()
    if {"counterexample", "check-failed"} & reasons:
        return "flagged", reasons | unchecked
    if "mismatch" in reviewers:
        outcome, more = asked_again(repeats)
        return outcome, reasons | unchecked | more
    if reasons or "required-not-checked" in others:
        return "review", reasons | unchecked
    if reviewers == ["accepted", "accepted"] or "held" in others:
        return "passed", unchecked
    return "review", unchecked | {"no-evidence"}


def asked_again(repeats: list[str] | None) -> tuple[str, set[str]]:
    """What the repeats make of a flag, and the reasons that they add."""
    if repeats is None:
        return "flagged", set()
    reasons = {word for word in ("unclear", "unread", "undelivered") if word in repeats}
    if "mismatch" in repeats:
        return "flagged", reasons | {"flag-confirmed"}
    if repeats == ["undelivered", "undelivered"]:
        return "flagged", reasons | {"confirm-unavailable"}
    return "review", reasons | {"unconfirmed-flag"}


def test_every_combination_is_as_the_rules_say() -> None:
    seen = 0
    repeats_of: list[tuple[State, ...] | None] = [None, *product(REVIEWER_STATES, REVIEWER_STATES)]
    for reviewers, others, repeats in product(PAIRS, OTHERS, repeats_of):
        if repeats is not None and not (reviewers and State.MISMATCH in reviewers):
            continue
        made = decide(evidence(reviewers, others), None if repeats is None else evidence(repeats, ()))
        wanted = independent(
            [str(one) for one in reviewers],
            [str(one) for one in others if one],
            None if repeats is None else [str(one) for one in repeats],
        )
        assert (str(made.outcome), set(made.codes)) == wanted, (reviewers, others, repeats)
        assert made.reasons or made.outcome is Outcome.PASSED
        seen += 1
    assert seen == 26 * 150 + 9 * 150 * 25


def test_the_table_stands_for_all_of_it() -> None:
    made = table()
    assert list(made) == rows()
    assert len(made) == 16 + 5 * 3
    assert all(list(cells) and set(cells) == set(COLUMNS) for cells in made.values())
    assert (
        sum(cell.combinations for cells in made.values() for cell in cells.values())
        == 26 * 150 + 9 * 25 * 150
    )


def states(kinds: tuple[State | None, ...]) -> st.SearchStrategy[State | None]:
    return st.sampled_from(kinds)


pairs = st.tuples(st.sampled_from(REVIEWER_STATES), st.sampled_from(REVIEWER_STATES))
others = st.tuples(states(PROBES), states(CHECKS), states(CHECKS))


def decided(
    reviewers: tuple[State, ...], other: tuple[State | None, ...], repeats: tuple[State, ...]
) -> Decision:
    return decide(evidence(reviewers, other), evidence(repeats, ()))


@given(pairs, others, pairs, st.integers(0, 3))
def test_a_mismatch_never_makes_an_outcome_milder(
    reviewers: tuple[State, State], other: tuple[State | None, ...], repeats: tuple[State, State], at: int
) -> None:
    """Wherever it comes in: in the place of what a reviewer said first, or said when asked again."""
    four = [*reviewers, *repeats]
    before = decided(tuple(four[:2]), other, tuple(four[2:])).outcome
    four[at] = State.MISMATCH
    after = decided(tuple(four[:2]), other, tuple(four[2:])).outcome
    assert SEVERITY.index(after) >= SEVERITY.index(before)


@given(pairs, others, pairs, st.integers(0, 4), st.sampled_from([State.UNREAD, State.UNDELIVERED]))
def test_what_cannot_be_read_never_passes(
    reviewers: tuple[State, State],
    other: tuple[State | None, ...],
    repeats: tuple[State, State],
    at: int,
    lost: State,
) -> None:
    """An unread or undelivered reply in the place of any other never turns flagged into passed."""
    before = decided(reviewers, other, repeats)
    five: list[State | None] = [*reviewers, *repeats, other[0]]
    five[at] = lost
    first, second, third, fourth, probe = five
    assert first
    assert second
    assert third
    assert fourth
    after = decided((first, second), (probe, *other[1:]), (third, fourth))
    assert not (before.outcome is Outcome.FLAGGED and after.outcome is Outcome.PASSED)
    if at in (0, 1, 4):
        assert after.outcome is not Outcome.PASSED


@given(st.one_of(st.just(()), pairs), others, st.one_of(st.none(), pairs))
def test_reasons_are_never_empty_and_known(
    reviewers: tuple[State, ...], other: tuple[State | None, ...], repeats: tuple[State, ...] | None
) -> None:
    made = decide(evidence(reviewers, other), None if repeats is None else evidence(repeats, ()))
    assert made.reasons or made.outcome is Outcome.PASSED
    assert made.codes <= set(REASONS)


@given(pairs, others)
def test_more_evidence_against_never_makes_an_outcome_milder(
    reviewers: tuple[State, State], other: tuple[State | None, ...]
) -> None:
    before = decide(evidence(reviewers, other)).outcome
    for worse in (State.COUNTEREXAMPLE, State.FAILED):
        assert decide(evidence(reviewers, (*other, worse))).outcome is Outcome.FLAGGED
    for doubt in (State.UNREAD, State.BOTH_FALSE, State.REQUIRED_NOT_CHECKED):
        after = decide(evidence(reviewers, (*other, doubt))).outcome
        assert SEVERITY.index(after) >= max(1, SEVERITY.index(before))


def test_what_cannot_be_checked_is_no_pass() -> None:
    assert decide(evidence((), (State.NOT_CHECKED,))).outcome is Outcome.REVIEW
    assert decide(evidence((), (State.HELD, State.NOT_CHECKED))).outcome is Outcome.PASSED
    assert decide(evidence((), ())).codes == {"no-evidence"}


@pytest.mark.parametrize(
    ("reviewers", "other", "strength"),
    [
        ((State.MISMATCH, State.MISMATCH), (State.COUNTEREXAMPLE, State.FAILED), Strength.COUNTEREXAMPLE),
        ((State.MISMATCH, State.MISMATCH), (State.FAILED,), Strength.DETERMINISTIC),
        ((State.MISMATCH, State.MISMATCH), (), Strength.CONSENSUS),
        ((State.MISMATCH, State.ACCEPTED), (), Strength.SINGLE),
        ((State.ACCEPTED, State.ACCEPTED), (State.HELD,), Strength.CONSENSUS),
        ((), (State.HELD,), Strength.DETERMINISTIC),
        ((State.UNREAD, State.ACCEPTED), (), Strength.NONE),
    ],
)
def test_strength(reviewers: tuple[State, ...], other: tuple[State, ...], strength: Strength) -> None:
    assert decide(evidence(reviewers, other)).strength is strength


def test_there_are_two_reviewers_or_none() -> None:
    one = Finding(by="a", kind="reviewer", state=State.ACCEPTED)
    with pytest.raises(ValueError, match="two, or none"):
        decide([one])
    with pytest.raises(ValueError, match="two, or none"):
        decide([one, one, one])


def test_only_flags_of_reviewers_alone_are_confirmed() -> None:
    assert needs_confirmation(evidence((State.MISMATCH, State.UNREAD), (State.BOTH_FALSE,)))
    assert not needs_confirmation(evidence((State.MISMATCH, State.MISMATCH), (State.FAILED,)))
    assert not needs_confirmation(evidence((State.UNREAD, State.ACCEPTED), ()))
