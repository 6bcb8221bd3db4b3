"""A pattern: a text of the item must hold it, or must not."""

from __future__ import annotations

import re

from oyez.audit.answer import Answer, End
from oyez.audit.worker import Limits, Worker
from oyez.core.errors import InputError
from oyez.core.visible import fit
from oyez.screening.evidence._evidence import Asking, Evidence, EvidenceRule, EvidenceSpec
from oyez.screening.pair import Pair
from oyez.screening.states import Finding

_KEYS = ("in", "forbid", "demand", "said")
SECONDS = 5.0
"""For one text; a pattern can take for ever on a text that was written for it."""
_SHOWN = 60


class PatternEvidence(Evidence):
    """Searches one text for a regular expression that the profile forbids or demands.

    The search runs in a process of its own, which is ended where it takes too long: nothing is checked then.
    """

    def __init__(self, spec: EvidenceSpec) -> None:
        super().__init__(spec)
        self._slot = spec.option("in")
        forbid, demand = spec.option("forbid"), spec.option("demand")
        if not isinstance(self._slot, str) or (forbid is None) == (demand is None):
            raise ValueError('it needs in = "TEXT OF THE ITEM", and either forbid or demand')
        self._forbids = forbid is not None
        try:
            pattern = re.compile(forbid if forbid is not None else demand).pattern
        except (re.error, TypeError) as fault:
            raise ValueError(f"no regular expression: {fault}") from fault
        how = {"kind": "regex", "pattern": pattern, "group": 0, "most": _SHOWN + 1}
        self._search = Worker(spec.name, how, Limits(seconds=SECONDS))

    async def find(self, pair: Pair, asking: Asking, draw: int = 0) -> Finding:
        """Whether the text is as the profile wants it; not checked for an item without the text."""
        text = pair.texts.get(self._slot)
        if text is None:
            return self.spec.not_checked(f"the item has no {self._slot}")
        found = self._found(text)
        if found.end is not End.VALUE:
            return self.spec.not_checked(f"the search for the pattern was ended: {found.said}")
        held = found.value is not None
        if self._forbids != held:
            return self.spec.checked(None, "as it must be")
        said = (
            self.spec.option("said")
            or f"{self._slot} {'holds' if held else 'does not hold'} what the profile names"
        )
        where = f": {fit(found.value, _SHOWN)}" if held else ""
        return self.spec.checked(f"{said}{where}", "")

    def _found(self, text: str) -> Answer:
        try:
            return self._search.call([text])
        except InputError as fault:
            return Answer(End.CRASHED, said=str(fault))

    def close(self) -> None:
        """End the process of the search."""
        self._search.close()


EVIDENCE = EvidenceRule(
    "pattern", "A text must, or must not, hold a regular expression.", _KEYS, PatternEvidence, texts=("in",)
)
