"""The first line of the region that is not blank, without its outer space."""

from __future__ import annotations

from typing import Any

from oyez.core.ask import Ask
from oyez.core.candidate import NOTHING, Candidate, Found
from oyez.core.form import Form, FormRule
from oyez.core.region import Region
from oyez.text.lines import Line, first_line


class FirstLineForm(Form, frozen=True):
    """`{ first_line = true }`."""

    @property
    def kind(self) -> str:
        """The name of the form."""
        return "first_line"

    @property
    def marked(self) -> bool:
        """The place is the mark."""
        return False

    @property
    def echoes(self) -> bool:
        """The first line is never an echo."""
        return False

    def find(self, region: Region, ask: Ask) -> Found:
        """The line as one candidate, or nothing in a blank region."""
        return line_value(region, first_line(region.text))

    def tree(self) -> dict[str, Any]:
        """The form as a contract writes it."""
        return {"first_line": True}

    @property
    def site(self) -> str:
        """The first line."""
        return "first"

    def write(self, value: Any) -> str:
        """The value, as a line of its own."""
        return str(value)

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
    if table["first_line"] is not True:
        raise ValueError("first_line must be true")
    return FirstLineForm()


FORM = FormRule("first_line", (), _make)
