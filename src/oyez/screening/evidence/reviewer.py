"""A reviewer: a judge whose verdict the profile accepts, rejects, or takes for a doubt."""

from __future__ import annotations

from oyez.core.reading import Reading
from oyez.screening.evidence._evidence import Asking, AskSpec, Evidence, EvidenceRule, ask, unread_state
from oyez.screening.pair import Pair
from oyez.screening.states import Finding, State


class ReviewerEvidence(Evidence):
    """Asks the judge, and looks its verdict up among those that are accepted or rejected."""

    async def find(self, pair: Pair, asking: Asking, draw: int = 0) -> Finding:
        """What the reviewer says; `draw` 1 is the repeat of a confirmation."""
        return await ask(self.spec, pair, asking, draw, state_of)


def state_of(spec: AskSpec, reading: Reading) -> State:
    """What a reading comes to. Whether a verdict is accepted was settled when the profile was loaded."""
    return state_among(spec.accept, spec.reject, reading)


def state_among(accept: tuple[object, ...], reject: tuple[object, ...], reading: Reading) -> State:
    """The same for verdicts that are given. Raises `ValueError` for a verdict that stands under neither."""
    if not reading.ok:
        return unread_state(reading)
    if reading.abstained:
        return State.UNCLEAR
    if reading.verdict in reject:
        return State.MISMATCH
    if reading.verdict in accept:
        return State.ACCEPTED
    raise ValueError(f"the verdict {reading.verdict!r} is neither accepted nor rejected")


EVIDENCE = EvidenceRule("reviewer", "What a judge says of the item.", (), ReviewerEvidence, asks=True)
