"""The last line of the region that is not blank, without its outer space."""

from __future__ import annotations

from typing import Any

from oyez.core.ask import Ask
from oyez.core.candidate import Found
from oyez.core.form import Form, FormRule
from oyez.core.region import Region
from oyez.forms.first_line import line_value
from oyez.text.lines import last_line


class LastLineForm(Form, frozen=True):
    """`{ last_line = true }`."""

    @property
    def kind(self) -> str:
        """The name of the form."""
        return "last_line"

    @property
    def marked(self) -> bool:
        """The place is the mark."""
        return False

    @property
    def echoes(self) -> bool:
        """The last line is never an echo."""
        return False

    def find(self, region: Region, ask: Ask) -> Found:
        """The line as one candidate, or nothing in a blank region."""
        return line_value(region, last_line(region.text))

    def tree(self) -> dict[str, Any]:
        """The form as a contract writes it."""
        return {"last_line": True}

    @property
    def site(self) -> str:
        """The last line."""
        return "last"

    def write(self, value: Any) -> str:
        """The value, as a line of its own."""
        return str(value)

    def describe(self) -> str:
        """Where the value stands."""
        return "alone on the last line that is not blank"

    def ask_for(self) -> tuple[str, ...]:
        """A line that is the value."""
        return ("End your reply with a line that is your value and nothing else.",)


def _make(table: dict[str, Any]) -> LastLineForm:
    if table["last_line"] is not True:
        raise ValueError("last_line must be true")
    return LastLineForm()


FORM = FormRule("last_line", (), _make)
