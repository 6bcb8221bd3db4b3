"""The last line of the region that is not blank, without its outer space."""

from __future__ import annotations

from typing import Any

from oyez.core.ask import Ask
from oyez.core.candidate import Found
from oyez.core.form import FormRule
from oyez.core.region import Region
from oyez.forms._positional import PositionalForm, must_be_true
from oyez.forms.first_line import line_value
from oyez.text.lines import last_line


class LastLineForm(PositionalForm, frozen=True):
    """`{ last_line = true }`."""

    @property
    def kind(self) -> str:
        """The name of the form."""
        return "last_line"

    def find(self, region: Region, ask: Ask) -> Found:
        """The line as one candidate, or nothing in a blank region."""
        return line_value(region, last_line(region.text))

    @property
    def site(self) -> str:
        """The last line."""
        return "last"

    def describe(self) -> str:
        """Where the value stands."""
        return "alone on the last line that is not blank"

    def ask_for(self) -> tuple[str, ...]:
        """A line that is the value."""
        return ("End your reply with a line that is your value and nothing else.",)


def _make(table: dict[str, Any]) -> LastLineForm:
    must_be_true(table, "last_line")
    return LastLineForm()


FORM = FormRule("last_line", (), _make)
