"""A fixed sentence with one slot, on one line; a space of it fits any run of space.

The sentence stands only where it begins and ends between words and numbers: the value of `My score is {}.` in
`My score is 7.5.` is 7.5, and `Rating: {}/10` does not stand in `Rating: 7/100`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from oyez.core.ask import Ask
from oyez.core.candidate import Broken, Candidate, Found
from oyez.core.form import Form, FormRule, text_key
from oyez.core.region import Region
from oyez.forms.line import value_at
from oyez.text.lines import Line, line_at
from oyez.text.marks import Finder, between, goes_on
from oyez.text.space import SPACE

SLOT = "{}"


class PhraseForm(Form, frozen=True):
    """`{ phrase = "Output ({}) is better." }`: restarts at a later beginning of the sentence."""

    phrase: str

    @property
    def kind(self) -> str:
        """The name of the form."""
        return "phrase"

    def find(self, region: Region, ask: Ask) -> Found:
        """One candidate or broken place for each place where the sentence stands."""
        return find_phrase(region, self.phrase)

    def tree(self) -> dict[str, Any]:
        """The form as a contract writes it."""
        return {"phrase": self.phrase}

    @property
    def marks(self) -> tuple[str, ...]:
        """The longer of the two halves: without it the sentence cannot stand."""
        return (max(self.breaks, key=len), "  ")

    @property
    def breaks(self) -> tuple[str, ...]:
        """The words before and after the slot."""
        return tuple(half for part in self.phrase.split(SLOT) if (half := " ".join(part.split())))

    def write(self, value: Any) -> str:
        """The sentence with the value in its slot."""
        return self.phrase.replace(SLOT, str(value))

    def describe(self) -> str:
        """Where the value stands."""
        return f"in the place of {SLOT} in the sentence: {self.phrase}"

    def ask_for(self) -> tuple[str, ...]:
        """The halves of the sentence on lines apart, the second one at the start of its line."""
        before, after = (" ".join(half.split()) for half in self.phrase.split(SLOT))
        lines = ["Write one sentence on a line of its own: fixed words with your value among them."]
        lines += [f"The words before your value are: {before}"] if before else []
        lines += [f"{after} - these words follow your value."] if after else []
        return tuple(lines)


@lru_cache(maxsize=1024)
def _halves(phrase: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """The patterns before and after the slot; an empty half is the start or the end of the line."""
    before, after = phrase.split(SLOT)
    return _literal(before), _literal(after)


def _literal(text: str) -> re.Pattern[str]:
    pieces = [re.escape(piece) for piece in re.split(rf"[{SPACE}]+", text)]
    # At the start a run of space counts from its first character only, or each of them would be tried.
    first = "" if pieces[0] or not text else f"(?<![{SPACE}])"
    return re.compile(first + f"[{SPACE}]++".join(pieces))


def find_phrase(region: Region, phrase: str) -> Found:
    """The values in the slot of the phrase, line by line."""
    text = region.text
    candidates: list[Candidate] = []
    broken: list[Broken] = []
    before, after = _halves(phrase)
    place = before.search(text)
    while place is not None:
        line = line_at(text, place.start())
        for start, end, outer_start, outer_end in _slots(text, line, before, after):
            ended = bool(after.pattern) or line.ended
            made = value_at(region, start, end, outer_start, ended, outer_end=outer_end)
            if isinstance(made, Candidate):
                candidates.append(made)
            else:
                broken.append(made)
        place = before.search(text, line.next) if line.next < len(text) else None
    return Found(tuple(candidates), tuple(broken))


def _slots(
    text: str, line: Line, before: re.Pattern[str], after: re.Pattern[str]
) -> list[tuple[int, int, int, int]]:
    opening = _finder(text, before, at=0) if before.pattern else _edge(line.start)
    closing = _finder(text, after, at=1) if after.pattern else _edge(line.end)
    found = between(opening, closing, line.start, line.end, lambda _start, _end: 0)
    return [(pair.start, pair.end, pair.outer_start, pair.outer_end) for pair in found.pairs]


def _finder(text: str, pattern: re.Pattern[str], at: int) -> Finder:
    """Finds a half of the sentence whose outer edge, the start (0) or the end (1), is in no word or number."""

    def find(start: int, end: int) -> tuple[int, int] | None:
        match = pattern.search(text, start, end)
        while match is not None and goes_on(text, match.span()[at]):
            match = pattern.search(text, match.start() + 1, end)
        return None if match is None else match.span()

    return find


def _edge(place: int) -> Finder:
    """A mark of no length at the start or the end of the line."""
    return lambda start, end: (place, place) if start <= place <= end else None


def slot_fault(phrase: str) -> str | None:
    """Why the text cannot be a sentence with a slot, or `None`."""
    if phrase.count(SLOT) != 1:
        return f"needs exactly one slot {SLOT}"
    return None if phrase.replace(SLOT, "").strip() else "needs words beside the slot"


def _make(table: dict[str, Any]) -> PhraseForm:
    phrase = text_key(table, "phrase")
    fault = slot_fault(phrase)
    if fault:
        raise ValueError(f"phrase {fault}")
    return PhraseForm(phrase=phrase)


FORM = FormRule("phrase", (), _make)
