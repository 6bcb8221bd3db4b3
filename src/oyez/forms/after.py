"""The rest of the line after the last marker on the line, an optional colon skipped."""

from __future__ import annotations

from typing import Any

from oyez.core.ask import Ask
from oyez.core.candidate import Broken, Candidate, Found
from oyez.core.form import Form, FormRule, text_key
from oyez.core.region import Region
from oyez.forms.line import value_at
from oyez.text.lines import line_at


class AfterForm(Form, frozen=True):
    """`{ after = "[RESULT]" }`."""

    marker: str

    @property
    def kind(self) -> str:
        """The name of the form."""
        return "after"

    def find(self, region: Region, ask: Ask) -> Found:
        """One candidate or broken place for each line that holds the marker."""
        candidates: list[Candidate] = []
        broken: list[Broken] = []
        text = region.text
        place = text.find(self.marker)
        while place >= 0:
            line = line_at(text, place)
            outer = text.rfind(self.marker, place, line.end)
            start = outer + len(self.marker)
            lead = len(text[start : line.end]) - len(text[start : line.end].lstrip())
            if text.startswith(":", start + lead):
                start += lead + 1
            made = value_at(region, start, line.end, outer, line.ended)
            if isinstance(made, Candidate):
                candidates.append(made)
            else:
                broken.append(made)
            place = text.find(self.marker, line.next)
        return Found(tuple(candidates), tuple(broken))

    def tree(self) -> dict[str, Any]:
        """The form as a contract writes it."""
        return {"after": self.marker}

    @property
    def marks(self) -> tuple[str, ...]:
        """The marker."""
        return (self.marker,)

    def write(self, value: Any) -> str:
        """A line with the marker and the value."""
        return f"{self.marker} {value}"

    def describe(self) -> str:
        """Where the value stands."""
        return f"on the rest of the line after the last {self.marker} on it"

    def ask_for(self) -> tuple[str, ...]:
        """The marker at the end of a line, so that nothing follows it."""
        return (
            "Write a line of a marker and, after it, your value.",
            f"The marker is {self.marker}",
        )


def _make(table: dict[str, Any]) -> AfterForm:
    return AfterForm(marker=text_key(table, "after").strip())


FORM = FormRule("after", (), _make)
