"""A probe: a judge that looks for values which the formal statement fails for."""

from __future__ import annotations

import msgspec

from oyez.core.reading import Reading
from oyez.screening.evidence._evidence import (
    Asking,
    AskSpec,
    Evidence,
    EvidenceRule,
    ask,
    shown,
    unread_state,
)
from oyez.screening.pair import Pair
from oyez.screening.states import Finding, State


class ProbeEvidence(Evidence):
    """Asks the judge; the verdict is a boolean that says whether a counterexample was found."""

    async def find(self, pair: Pair, asking: Asking, draw: int = 0) -> Finding:
        """What the probe found. The counterexample, where there is one, stands in `said`."""
        held: list[Reading] = []

        def state(spec: AskSpec, reading: Reading) -> State:
            held.append(reading)
            return probed(reading)

        found = await ask(self.spec, pair, asking, draw, state)
        values = _field(held[0], "counterexample") if held else None
        if found.state in (State.COUNTEREXAMPLE, State.BOTH_FALSE) and isinstance(values, str) and values:
            return msgspec.structs.replace(found, said=f"fails for {shown(values)}")
        return found


def probed(reading: Reading) -> State:
    """What a reading comes to: only the boolean `true` is a find, and a reply nobody can read is none."""
    if not reading.ok:
        return unread_state(reading)
    if reading.abstained:
        return State.UNREAD
    if reading.verdict is not True:
        return State.NOTHING_FOUND
    return State.BOTH_FALSE if _field(reading, "informal_also_false") is True else State.COUNTEREXAMPLE


def _field(reading: Reading, name: str) -> object:
    field = (reading.fields or {}).get(name)
    return field.verdict if field is not None else None


EVIDENCE = EvidenceRule(
    "probe", "A judge looks for values that the formal statement fails for.", (), ProbeEvidence, asks=True
)
