"""Cutting the answer region out of a reply: what is thought and what is quoted is set aside."""

from __future__ import annotations

from oyez.core.region import Region
from oyez.text.mask import blank
from oyez.text.quoted import fences_and_quotes


def quoting_aside(raw: str, start: int, spoken: str, *, open_thinking: bool = False) -> Region:
    """A region of the reply in which fenced and block-quoted text is blanked."""
    fences, spans = fences_and_quotes(spoken)
    return Region(raw, start, blank(spoken, spans), spoken, fences, open_thinking)


def plain(raw: str, start: int, spoken: str, *, open_thinking: bool = False) -> Region:
    """A region of the reply in which quoted text stays."""
    return Region(raw, start, spoken, spoken, (), open_thinking)
