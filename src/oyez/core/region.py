"""The answer region: the part of a reply in which the judge speaks for itself."""

from __future__ import annotations

from typing import Any

import msgspec


class Fence(msgspec.Struct, frozen=True):
    """One closed code fence; places count from the start of the region."""

    start: int
    """Where the opening line begins."""
    inner_start: int
    """Where the first line inside begins."""
    inner_end: int
    """Where the closing line begins."""
    end: int
    """One past the closing line, its line end left out."""


class Region(msgspec.Struct, frozen=True):
    """A stretch of a reply with what is not the judge's own answer blanked out by spaces.

    `text` and `spoken` have the length of the stretch, so a place in them is a place in the reply
    once `start` is added.
    """

    raw: str
    """The whole reply, untouched."""
    start: int
    """Where the stretch begins in the reply."""
    text: str
    """The stretch with thinking and quoted text blanked."""
    spoken: str
    """The stretch with thinking blanked and quoted text kept."""
    fences: tuple[Fence, ...] = ()
    """The closed fences of the stretch."""
    open_thinking: bool = False
    """Whether a thinking block was opened and never closed."""
    memo: dict[str, Any] = msgspec.field(default_factory=dict)
    """What scanners have found in it, so that several fields do not scan it again."""

    def strip(self, start: int, end: int) -> tuple[int, int]:
        """The stretch `[start, end)` of `text` without its outer space, as places in the reply."""
        piece = self.text[start:end]
        left = len(piece) - len(piece.lstrip())
        size = len(piece.strip())
        return self.start + start + left, self.start + start + left + size
