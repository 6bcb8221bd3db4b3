"""A value between two markers on one line, such as [[A]]: from the last opening marker to the first
closing one at which as many [ as ] stand inside.

A closing marker in the middle of a word or number is none: `/10` does not close the 7 of `Score: 7/100`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from oyez.core.ask import Ask
from oyez.core.candidate import Broken, Candidate, Found
from oyez.core.form import Form, FormRule, choice_key
from oyez.core.region import Region
from oyez.forms.line import value_at
from oyez.text.lines import Line, last_line, line_at
from oyez.text.marks import Between, between, goes_on
from oyez.text.space import SPACE

_ORNAMENT = re.compile(rf"[{SPACE}*_`~]*+")


class BracketForm(Form, frozen=True):
    """`{ bracket = ["[[", "]]"] }`, optionally `at = "line"` or `at = "last-line"`."""

    opening: str
    closing: str
    at: str | None = None

    @property
    def kind(self) -> str:
        """The name of the form."""
        return "bracket"

    def find(self, region: Region, ask: Ask) -> Found:
        """One candidate or broken place for each pair of markers, and one for each line left open."""
        return find_between(region, self.opening, self.closing, self.at)

    def tree(self) -> dict[str, Any]:
        """The form as a contract writes it."""
        return {"bracket": [self.opening, self.closing]} | ({"at": self.at} if self.at else {})

    @property
    def site(self) -> str:
        """The last line, where the contract says so."""
        return "last" if self.at == "last-line" else "anywhere"

    @property
    def marks(self) -> tuple[str, ...]:
        """The opening marker, as it is and with backslashes."""
        return self.opening, backslashed(self.opening)

    @property
    def breaks(self) -> tuple[str, ...]:
        """The markers and any square bracket, for brackets inside must balance."""
        return self.opening, self.closing, "[", "]"

    def write(self, value: Any) -> str:
        """The value between the markers."""
        return f"{self.opening}{value}{self.closing}"

    def describe(self) -> str:
        """Where the value stands."""
        where = {"line": " alone on a line", "last-line": " on the last line"}.get(self.at or "", "")
        return f"between {self.opening} and {self.closing}{where}"

    def ask_for(self) -> tuple[str, ...]:
        """The markers on lines apart, so that nothing stands between them."""
        return (
            "Write your value on a line of its own, right between an opening and a closing marker.",
            f"The opening marker is {self.opening}",
            f"The closing marker is {self.closing}",
        )


def find_between(region: Region, opening: str, closing: str, at: str | None) -> Found:
    """The values between the markers, line by line."""
    candidates: list[Candidate] = []
    broken: list[Broken] = []
    for line in _lines_with(region.text, opening, at):
        scanned = _scan(region.text, line, opening, closing)
        for pair in scanned.pairs:
            if at == "line" and not _alone(region.text, line, pair.outer_start, pair.outer_end):
                continue
            made = value_at(
                region, pair.start, pair.end, pair.outer_start, ended=True, outer_end=pair.outer_end
            )
            if isinstance(made, Candidate):
                candidates.append(made)
            else:
                broken.append(made)
        if scanned.open is not None and not (
            at == "line" and not _alone(region.text, line, scanned.open[0], line.end)
        ):
            broken.append(_left_open(region, line, scanned.open[0]))
    return Found(tuple(candidates), tuple(broken))


def _lines_with(text: str, mark: str, at: str | None) -> Iterator[Line]:
    if at == "last-line":
        line = last_line(text)
        if line is not None:
            yield line
        return
    place = text.find(mark)
    while place >= 0:
        line = line_at(text, place)
        yield line
        place = text.find(mark, line.next)


def backslashed(marker: str) -> str:
    """The marker with a backslash before each character."""
    return "".join("\\" + char for char in marker)


def _scan(text: str, line: Line, opening: str, closing: str) -> Between:
    def open_in(start: int, end: int) -> tuple[int, int] | None:
        place = text.find(opening, start, end)
        return None if place < 0 else (place, place + len(opening))

    def close_in(start: int, end: int) -> tuple[int, int] | None:
        place = text.find(closing, start, end)
        while place >= 0 and goes_on(text, place + len(closing)):
            place = text.find(closing, place + 1, end)
        return None if place < 0 else (place, place + len(closing))

    return between(
        open_in,
        close_in,
        line.start,
        line.end,
        lambda start, end: text.count("[", start, end) - text.count("]", start, end),
    )


def _alone(text: str, line: Line, start: int, end: int) -> bool:
    """Whether nothing but space and emphasis marks stands around `[start, end)` on its line."""
    before, after = _ORNAMENT.match(text, line.start, start), _ORNAMENT.match(text, end, line.end)
    assert before is not None
    assert after is not None
    return before.end() == start and after.end() == line.end


def _left_open(region: Region, line: Line, place: int) -> Broken:
    start = region.start + place
    return Broken(
        "unclosed",
        "an opening marker without a close on its line",
        start,
        region.start + line.end,
        not line.ended,
    )


def _make(table: dict[str, Any]) -> BracketForm:
    markers = table["bracket"]
    if (
        not isinstance(markers, list)
        or len(markers) != 2
        or not all(isinstance(mark, str) and mark.strip() and "\n" not in mark for mark in markers)
    ):
        raise ValueError('bracket must be two markers, such as ["[[", "]]"]')
    return BracketForm(
        opening=markers[0], closing=markers[1], at=choice_key(table, "at", ("line", "last-line"))
    )


FORM = FormRule("bracket", ("at",), _make)
