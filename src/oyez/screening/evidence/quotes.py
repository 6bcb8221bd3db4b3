"""Quotes: what one text quotes must stand in another, word for word."""

from __future__ import annotations

import re

from oyez.core.visible import fit
from oyez.screening.evidence._evidence import Asking, Evidence, EvidenceRule, EvidenceSpec
from oyez.screening.pair import Pair
from oyez.screening.states import Finding

_QUOTED = re.compile(r'"([^"\n]+)"|“([^”\n]+)”|«([^»\n]+)»')


class QuotesEvidence(Evidence):
    """Looks for every quoted passage of one text in another; runs of space count as one space."""

    def __init__(self, spec: EvidenceSpec) -> None:
        super().__init__(spec)
        self._of, self._in = spec.option("of"), spec.option("in")
        if not isinstance(self._of, str) or not isinstance(self._in, str):
            raise ValueError('it needs of = "TEXT THAT QUOTES" and in = "TEXT THAT IS QUOTED"')

    async def find(self, pair: Pair, asking: Asking, draw: int = 0) -> Finding:
        """Whether all passages stand there; not checked where nothing is quoted."""
        if self._of not in pair.texts or self._in not in pair.texts:
            return self.spec.not_checked(f"the item has no {self._of} or no {self._in}")
        passages = [next(filter(None, found.groups())) for found in _QUOTED.finditer(pair.texts[self._of])]
        if not passages:
            return self.spec.not_checked("nothing is quoted")
        source = " ".join(pair.texts[self._in].split())
        missing = [one for one in passages if " ".join(one.split()).rstrip(".,;") not in source]
        wrong = f"not in the {self._in}: {fit(missing[0], 60)}" if missing else None
        return self.spec.checked(wrong, f"all {len(passages)} passages stand in the {self._in}")


EVIDENCE = EvidenceRule(
    "quotes", "What one text quotes must stand in another.", ("of", "in"), QuotesEvidence, texts=("of", "in")
)
