"""What the positional forms share: the place is the mark, so the form has no mark of its own."""

from __future__ import annotations

from typing import Any

from oyez.core.form import Form


class PositionalForm(Form, frozen=True):
    """Base of the forms whose value stands at a place; a subclass implements `find` and says where."""

    @property
    def marked(self) -> bool:
        """The place is the mark."""
        return False

    @property
    def echoes(self) -> bool:
        """A value at its place is never an echo."""
        return False

    def tree(self) -> dict[str, Any]:
        """The form as a contract writes it."""
        return {self.kind: True}

    def write(self, value: Any) -> str:
        """The value, as a line of its own."""
        return str(value)


def must_be_true(table: dict[str, Any], kind: str) -> None:
    """Raise `ValueError` unless the form is switched on; it has nothing to choose."""
    if table[kind] is not True:
        raise ValueError(f"{kind} must be true")
