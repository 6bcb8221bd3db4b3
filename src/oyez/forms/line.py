"""A labelled line: space, the label in any ASCII case, a colon, and the rest of the line."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from oyez.core.ask import Ask
from oyez.core.candidate import Broken, Candidate, Found
from oyez.core.form import Form, FormRule, choice_key, text_key
from oyez.core.region import Region
from oyez.text.space import SPACES


class LineForm(Form, frozen=True):
    """`{ line = "VERDICT" }`; with `until = "next-label"` the value goes on to the next labelled line."""

    label: str
    until: str | None = None

    @property
    def kind(self) -> str:
        """The name of the form."""
        return "line"

    @property
    def blocks(self) -> bool:
        """Every off-scale labelled line blocks."""
        return True

    @property
    def labels(self) -> tuple[str, ...]:
        """The one label."""
        return (self.label,)

    def find(self, region: Region, ask: Ask) -> Found:
        """One candidate or broken place for each line that begins with the label."""
        labels = ask.labels if self.until else None
        return find_labelled(region, (self.label,), labels)

    def tree(self) -> dict[str, Any]:
        """The form as a contract writes it."""
        return {"line": self.label} | ({"until": self.until} if self.until else {})

    @property
    def runs_on(self) -> bool:
        """Up to the next labelled line, where the contract says so."""
        return self.until is not None

    def write(self, value: Any) -> str:
        """The labelled line."""
        return f"{self.label}: {value}"

    def describe(self) -> str:
        """Where the value stands."""
        more = ", up to the next labelled line" if self.until else ""
        return f"after the label {self.label} and a colon at the start of a line{more}"

    def ask_for(self) -> tuple[str, ...]:
        """The label and the colon apart, so that no line begins with both."""
        return (f"Write a line that begins with the label {self.label}, then a colon, then your value.",)


@lru_cache(maxsize=1024)
def label_pattern(labels: tuple[str, ...]) -> re.Pattern[str]:
    """A line that begins with one of the labels and a colon; group `value` is the rest of the line."""
    words = "|".join(re.escape(label) for label in sorted(labels, key=len, reverse=True))
    return re.compile(
        rf"^{SPACES}(?P<label>{words}):(?P<value>[^\r\n]*+)", re.MULTILINE | re.IGNORECASE | re.ASCII
    )


def find_labelled(
    region: Region, labels: tuple[str, ...], until: tuple[str, ...] | None, part: str | None = None
) -> Found:
    """Labelled lines of a region; with `until` each value goes on to the next line with one of those labels."""
    candidates: list[Candidate] = []
    broken: list[Broken] = []
    text = region.text
    starts = [match.start() for match in label_pattern(until).finditer(text)] if until else []
    following = 0
    for match in label_pattern(labels).finditer(text):
        start, end = match.span("value")
        ended = end < len(text)
        if until:
            while following < len(starts) and starts[following] <= match.start():
                following += 1
            ended = following < len(starts)
            end = starts[following] if ended else len(text)
        made = value_at(region, start, end, match.start("label"), ended, part)
        if isinstance(made, Candidate):
            candidates.append(made)
        else:
            broken.append(made)
    return Found(tuple(candidates), tuple(broken))


def value_at(
    region: Region,
    start: int,
    end: int,
    outer: int,
    ended: bool,
    part: str | None = None,
    outer_end: int | None = None,
) -> Candidate | Broken:
    """The text value in `[start, end)` of the region, or a broken place where it is empty.

    `ended` says whether nothing appended to the reply could change it.
    """
    left, right = region.strip(start, end)
    outer_start = region.start + outer
    outer_end = region.start + (end if outer_end is None else outer_end)
    if left == right:
        return Broken(
            "empty_value", "nothing stands where the value should", outer_start, outer_end, not ended, part
        )
    return Candidate(left, right, region.raw[left:right], outer_start, outer_end, ended, part)


def _make(table: dict[str, Any]) -> LineForm:
    return LineForm(label=text_key(table, "line").strip(), until=choice_key(table, "until", ("next-label",)))


FORM = FormRule("line", ("until",), _make)
