"""A prompt template: text with slots, `{question}`, which are filled once, so that nothing in a value is a slot.

A slot is a name in braces. Other braces are text (a JSON shape may stand as it is); `{{name}}` is the text `{name}`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

_SLOT = re.compile(r"\{\{(?P<text>[A-Za-z_][A-Za-z0-9_.]*)\}\}|\{(?P<slot>[A-Za-z_][A-Za-z0-9_.]*)\}")


class Template(msgspec.Struct, frozen=True):
    """A template taken apart; every second piece is the name of a slot."""

    source: str
    """As it was written."""
    pieces: tuple[str, ...]
    """Text, slot, text, slot, …, text."""

    @property
    def slots(self) -> tuple[str, ...]:
        """The names of the slots, each once, in the order of the text."""
        return tuple(dict.fromkeys(self.pieces[1::2]))

    def fill(self, values: Mapping[str, str]) -> str:
        """The text with every slot filled, in one pass. Raises `KeyError` for a slot without a value."""
        return "".join(values[piece] if at % 2 else piece for at, piece in enumerate(self.pieces))


def template(source: str) -> Template:
    """The template that a text writes; any text is one."""
    pieces = [""]
    end = 0
    for found in _SLOT.finditer(source):
        pieces[-1] += source[end : found.start()]
        if found["slot"] is not None:
            pieces += [found["slot"], ""]
        else:
            pieces[-1] += "{" + found["text"] + "}"
        end = found.end()
    pieces[-1] += source[end:]
    return Template(source, tuple(pieces))
