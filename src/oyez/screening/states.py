"""What a piece of evidence can come to, and the values that a screening is made of."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import msgspec


class State(StrEnum):
    """What one piece of evidence came to."""

    ACCEPTED = "accepted"
    """A reviewer's verdict is one that the profile accepts."""
    MISMATCH = "mismatch"
    """A reviewer's verdict is one that the profile rejects."""
    UNCLEAR = "unclear"
    """The reviewer says that it cannot tell."""
    UNREAD = "unread"
    """A reply came, and no verdict could be read in it."""
    UNDELIVERED = "undelivered"
    """No whole reply came."""
    COUNTEREXAMPLE = "counterexample"
    """A probe found values that the formal statement fails for."""
    BOTH_FALSE = "both-false"
    """A probe found such values, and says that the informal statement fails for them too."""
    NOTHING_FOUND = "nothing-found"
    """A probe looked and found none."""
    HELD = "held"
    """A check was made and found nothing wrong."""
    FAILED = "failed"
    """A check was made and found something wrong."""
    NOT_CHECKED = "not-checked"
    """A check could not be made, and the profile does without it."""
    REQUIRED_NOT_CHECKED = "required-not-checked"
    """A check could not be made that the profile requires."""


REVIEWER_STATES = (State.ACCEPTED, State.MISMATCH, State.UNCLEAR, State.UNREAD, State.UNDELIVERED)
"""What a reviewer can come to."""


class Outcome(StrEnum):
    """What is decided of an item, from mild to severe."""

    PASSED = "passed"
    REVIEW = "review"
    FLAGGED = "flagged"


class Strength(StrEnum):
    """How strong the evidence is that decided, from strong to weak."""

    COUNTEREXAMPLE = "counterexample"
    DETERMINISTIC = "deterministic"
    CONSENSUS = "consensus"
    """Two reviewers say the same."""
    SINGLE = "single"
    NONE = "none"


class Read(msgspec.Struct, frozen=True, kw_only=True):
    """One reply behind a piece of evidence, and what was read in it."""

    draw: int | None
    """Its number in the ledger; `None` where the judge could not even be asked."""
    reply: str | None
    """The id of the draw."""
    judge: str
    contract: str
    status: str
    verdict: Any = None
    abstained: bool = False
    rule: str | None = None
    start: int | None = None
    """First code point of the verdict in the reply."""
    end: int | None = None
    evidence: str | None = None
    """The text that was read as the verdict."""
    problems: tuple[str, ...] = ()
    """Codes of what stood in the way or beside."""
    parser: str | None = None
    """The foreign rule that read it; `None` where the contract did, as always outside of a comparison."""


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """One piece of evidence."""

    by: str
    """The name of the reviewer, probe or check in the profile."""
    kind: str
    """`reviewer`, `probe`, or the kind of the check."""
    state: State
    said: str = ""
    """In a few words what was found, or why nothing could be."""
    read: Read | None = None
    """The reply that it rests on; `None` for checks."""


class Reason(msgspec.Struct, frozen=True, kw_only=True):
    """Why an item is not simply passed."""

    code: str
    by: str | None = None
    """The evidence that gave it; `None` where all of it together did."""
    said: str = ""
    repeat: bool = False
    """Whether it comes from the confirmation."""


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """An outcome with its reasons."""

    outcome: Outcome
    reasons: tuple[Reason, ...]
    """Never empty for `review` and `flagged`; notes for `passed`."""
    strength: Strength
    """Of the evidence that decided."""

    @property
    def codes(self) -> frozenset[str]:
        """The codes of all reasons."""
        return frozenset(reason.code for reason in self.reasons)
