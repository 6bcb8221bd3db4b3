"""The first line of the region that is not blank, without its outer space."""

from __future__ import annotations

from typing import Any

from oyez.core.ask import Ask
from oyez.core.candidate import NOTHING, Candidate, Found
from oyez.core.form import FormRule
from oyez.core.region import Region
from oyez.forms._positional import PositionalForm, must_be_true
from oyez.text.lines import Line, first_line


class FirstLineForm(PositionalForm, frozen=True):
    """`{ first_line = true }`."""

    @property
    def kind(self) -> str:
        """The name of the form."""
        return "first_line"

    def find(self, region: Region, ask: Ask) -> Found:
        """The line as one candidate, or nothing in a blank region."""
        return line_value(region, first_line(region.text))

    @property
    def site(self) -> str:
        """The first line."""
        return "first"

    def describe(self) -> str:
        """Where the value stands."""
        return "alone on the first line that is not blank"

    def ask_for(self) -> tuple[str, ...]:
        """A line that is the value."""
        return ("Begin your reply with a line that is your value and nothing else.",)


def line_value(region: Region, line: Line | None) -> Found:
    """A whole line as the one candidate, or nothing."""
    if line is None:
        return NOTHING
    start, end = region.strip(line.start, line.end)
    return Found((Candidate(start, end, region.raw[start:end], start, end, line.ended),))


def _make(table: dict[str, Any]) -> FirstLineForm:
    must_be_true(table, "first_line")
    return FirstLineForm()


FORM = FormRule("first_line", (), _make)
