"""From evidence to outcome: a pure function that a table writes down."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from oyez.screening.confirmation import Confirmed, confirmed
from oyez.screening.states import Decision, Finding, Outcome, Reason, State, Strength

VERSION: Final = 1
"""Changes when any outcome or reason does."""

NEVER_CERTIFIES: Final = (
    "Passing means that nothing was found by what was looked at; it never certifies that the item is right."
)
"""Stands in every payload."""


class Weight(NamedTuple):
    """What one state does to an item by itself."""

    outcome: Outcome
    reason: str | None
    supports: bool = False
    """Whether an item may pass on it."""


TABLE: Final[dict[State, Weight]] = {
    State.ACCEPTED: Weight(Outcome.PASSED, None, supports=True),
    State.MISMATCH: Weight(Outcome.FLAGGED, "mismatch"),
    State.UNCLEAR: Weight(Outcome.REVIEW, "unclear"),
    State.UNREAD: Weight(Outcome.REVIEW, "unread"),
    State.UNDELIVERED: Weight(Outcome.REVIEW, "undelivered"),
    State.COUNTEREXAMPLE: Weight(Outcome.FLAGGED, "counterexample"),
    State.BOTH_FALSE: Weight(Outcome.REVIEW, "both-false"),
    State.NOTHING_FOUND: Weight(Outcome.PASSED, None),
    State.HELD: Weight(Outcome.PASSED, None, supports=True),
    State.FAILED: Weight(Outcome.FLAGGED, "check-failed"),
    State.NOT_CHECKED: Weight(Outcome.PASSED, "not-checked"),
    State.REQUIRED_NOT_CHECKED: Weight(Outcome.REVIEW, "not-checked"),
}
"""State → what it does. The most severe outcome of all evidence is the item's; nothing masks anything."""

CONFIRMATION: Final[dict[Confirmed, tuple[Outcome, str]]] = {
    Confirmed.REPEATED: (Outcome.FLAGGED, "flag-confirmed"),
    Confirmed.UNAVAILABLE: (Outcome.FLAGGED, "confirm-unavailable"),
    Confirmed.NOT_REPEATED: (Outcome.REVIEW, "unconfirmed-flag"),
}
"""What the repeats of a flag that rests on reviewers alone make of it."""

REASONS: Final = tuple(
    dict.fromkeys(
        [weight.reason for weight in TABLE.values() if weight.reason]
        + [reason for _, reason in CONFIRMATION.values()]
        + ["no-evidence"]
    )
)
"""Every code that a reason can have."""

_SEVERITY: Final = {outcome: at for at, outcome in enumerate(Outcome)}


def needs_confirmation(findings: Sequence[Finding]) -> bool:
    """Whether the item is flagged, and by reviewers alone."""
    flagging = [one for one in findings if TABLE[one.state].outcome is Outcome.FLAGGED]
    return bool(flagging) and all(one.state is State.MISMATCH for one in flagging)


def decide(findings: Sequence[Finding], repeats: Sequence[Finding] | None = None) -> Decision:
    """The outcome that the evidence comes to, with every reason that any piece of it gives.

    `repeats` are the second findings of both reviewers; `None` where none were asked for. They count only where the
    flag rests on reviewers alone. Raises `ValueError` for one reviewer, or more than two: there are both or neither.
    """
    _check_pair(findings, "reviewers")
    outcomes = (TABLE[one.state].outcome for one in findings)
    outcome = max(outcomes, key=_SEVERITY.__getitem__, default=Outcome.PASSED)
    reasons = [_reason(one) for one in findings if TABLE[one.state].reason]
    if outcome is Outcome.PASSED and not any(TABLE[one.state].supports for one in findings):
        outcome, reasons = (
            Outcome.REVIEW,
            [*reasons, Reason(code="no-evidence", said="nothing was found out")],
        )
    if repeats is not None and needs_confirmation(findings):
        _check_pair(repeats, "repeats")
        outcome, code = CONFIRMATION[confirmed([one.state for one in repeats])]
        reasons = [
            Reason(code=code),
            *reasons,
            *(_reason(one, repeat=True) for one in repeats if TABLE[one.state].reason),
        ]
    return Decision(outcome=outcome, reasons=tuple(reasons), strength=_strength(outcome, findings))


def _check_pair(findings: Sequence[Finding], what: str) -> None:
    count = sum(one.kind == "reviewer" for one in findings)
    if count not in (0, 2):
        raise ValueError(f"there are {count} {what}; there are two, or none")


def _reason(one: Finding, *, repeat: bool = False) -> Reason:
    code = TABLE[one.state].reason
    assert code is not None
    return Reason(code=code, by=one.by, said=one.said, repeat=repeat)


def _strength(outcome: Outcome, findings: Sequence[Finding]) -> Strength:
    """Of what decided: the strongest that flags; for a passed item the strongest that it passes on."""
    states = [one.state for one in findings]
    if State.COUNTEREXAMPLE in states:
        return Strength.COUNTEREXAMPLE
    if State.FAILED in states:
        return Strength.DETERMINISTIC
    if count := states.count(State.MISMATCH):
        return Strength.CONSENSUS if count == 2 else Strength.SINGLE
    if outcome is Outcome.PASSED:
        return Strength.CONSENSUS if State.ACCEPTED in states else Strength.DETERMINISTIC
    return Strength.NONE
