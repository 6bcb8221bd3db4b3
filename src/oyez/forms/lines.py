"""A score sheet: labelled lines with closed names; the verdict is an object from name to value."""

from __future__ import annotations

from typing import Any

from oyez.core.ask import Ask
from oyez.core.candidate import Found
from oyez.core.form import Form, FormRule
from oyez.core.region import Region
from oyez.forms.line import find_labelled


class LinesForm(Form, frozen=True):
    """`{ lines = ["Coherent", "Vivid"] }`."""

    names: tuple[str, ...]

    @property
    def kind(self) -> str:
        """The name of the form."""
        return "lines"

    @property
    def blocks(self) -> bool:
        """Every off-scale line blocks."""
        return True

    @property
    def labels(self) -> tuple[str, ...]:
        """The names of the sheet."""
        return self.names

    @property
    def parts(self) -> tuple[str, ...]:
        """The names of the sheet."""
        return self.names

    def find(self, region: Region, ask: Ask) -> Found:
        """Candidates and broken places for each name, name by name."""
        return Found.all(find_labelled(region, (name,), None, part=name) for name in self.names)

    def tree(self) -> dict[str, Any]:
        """The form as a contract writes it."""
        return {"lines": list(self.names)}

    def write(self, value: Any) -> str:
        """One labelled line for each name that has a value."""
        return "\n".join(f"{name}: {value[name]}" for name in self.names if name in value)

    def describe(self) -> str:
        """Where the values stand."""
        return f"each on a line of its own that begins with one of {', '.join(self.names)} and a colon"

    def ask_for(self) -> tuple[str, ...]:
        """The names and the colon apart, so that no line begins with both."""
        names = ", ".join(self.names)
        return (
            f"Write one line for each of these names, in this order: {names}.",
            "Each line begins with the name, then a colon, then your value.",
        )


def _make(table: dict[str, Any]) -> LinesForm:
    names = table["lines"]
    if not isinstance(names, list) or not names or not all(isinstance(n, str) and n.strip() for n in names):
        raise ValueError("lines must be a list of names")
    if len({name.strip().lower() for name in names}) < len(names):
        raise ValueError("lines holds a name twice")
    return LinesForm(names=tuple(name.strip() for name in names))


FORM = FormRule("lines", (), _make)
