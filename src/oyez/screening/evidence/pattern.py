"""A pattern: a text of the item must hold it, or must not."""

from __future__ import annotations

import re

from oyez.core.visible import fit
from oyez.screening.evidence._evidence import Asking, Evidence, EvidenceRule, EvidenceSpec
from oyez.screening.pair import Pair
from oyez.screening.states import Finding

_KEYS = ("in", "forbid", "demand", "said")


class PatternEvidence(Evidence):
    """Searches one text for a regular expression that the profile forbids or demands."""

    def __init__(self, spec: EvidenceSpec) -> None:
        super().__init__(spec)
        self._slot = spec.option("in")
        forbid, demand = spec.option("forbid"), spec.option("demand")
        if not isinstance(self._slot, str) or (forbid is None) == (demand is None):
            raise ValueError('it needs in = "TEXT OF THE ITEM", and either forbid or demand')
        self._forbids = forbid is not None
        try:
            self._pattern = re.compile(forbid if forbid is not None else demand)
        except (re.error, TypeError) as fault:
            raise ValueError(f"no regular expression: {fault}") from fault

    async def find(self, pair: Pair, asking: Asking, draw: int = 0) -> Finding:
        """Whether the text is as the profile wants it; not checked for an item without the text."""
        text = pair.texts.get(self._slot)
        if text is None:
            return self.spec.not_checked(f"the item has no {self._slot}")
        found = self._pattern.search(text)
        if self._forbids == (found is None):
            return self.spec.checked(None, "as it must be")
        said = (
            self.spec.option("said")
            or f"{self._slot} {'holds' if found else 'does not hold'} what the profile names"
        )
        where = f": {fit(found[0], 60)}" if found else ""
        return self.spec.checked(f"{said}{where}", "")


EVIDENCE = EvidenceRule(
    "pattern", "A text must, or must not, hold a regular expression.", _KEYS, PatternEvidence
)
