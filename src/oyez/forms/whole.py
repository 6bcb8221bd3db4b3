"""The whole region, if it is one line; with the scales text and json, any region."""

from __future__ import annotations

from typing import Any

from oyez.core.ask import Ask
from oyez.core.candidate import NOTHING, Candidate, Found
from oyez.core.form import FormRule
from oyez.core.region import Region
from oyez.forms._positional import PositionalForm, must_be_true


class WholeForm(PositionalForm, frozen=True):
    """`{ whole = true }`: the reply is the value."""

    @property
    def kind(self) -> str:
        """The name of the form."""
        return "whole"

    def find(self, region: Region, ask: Ask) -> Found:
        """The region as one candidate, or nothing."""
        start, end = region.strip(0, len(region.text))
        if start == end:
            return NOTHING
        one_line = "\n" not in region.text[start - region.start : end - region.start]
        if not one_line and not ask.scale.free:
            return NOTHING
        ended = not ask.scale.free and "\n" in region.text[end - region.start :]
        return Found((Candidate(start, end, region.raw[start:end], start, end, ended),))

    @property
    def site(self) -> str:
        """It leaves room for nothing else."""
        return "whole"

    @property
    def runs_on(self) -> bool:
        """To the end of the reply."""
        return True

    def describe(self) -> str:
        """Where the value stands."""
        return "alone: it is the whole reply"

    def ask_for(self) -> tuple[str, ...]:
        """The reply is the value."""
        return ("Reply with your value and nothing else.",)


def _make(table: dict[str, Any]) -> WholeForm:
    must_be_true(table, "whole")
    return WholeForm()


FORM = FormRule("whole", (), _make)
