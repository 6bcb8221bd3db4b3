"""Prompt echo: lines of the contract's instructions, repeated, are no answer where another place speaks."""

from __future__ import annotations

from oyez.core.candidate import Broken, Candidate, Found, Note
from oyez.core.region import Region
from oyez.text.lines import line_at


def without_echoes(found: Found, region: Region, echo: frozenset[str], elsewhere: bool = False) -> Found:
    """What was found, less what stands wholly on echoed lines, if anything stands outside them.

    `elsewhere` says that something is already known to stand outside.
    """
    if not echo:
        return found
    candidates = [(one, _echoed(one, region, echo)) for one in found.candidates]
    broken = [(one, _echoed(one, region, echo)) for one in found.broken]
    flags = [flag for _, flag in (*candidates, *broken)]
    if not any(flags) or (all(flags) and not elsewhere):
        return found
    notes = tuple(
        Note("prompt_echo", "a line of the prompt, repeated", one.start, one.end)
        for one, flag in candidates
        if flag
    )
    return Found(
        tuple(one for one, flag in candidates if not flag),
        tuple(one for one, flag in broken if not flag),
        found.notes + notes,
    )


def _echoed(one: Candidate | Broken, region: Region, echo: frozenset[str]) -> bool:
    """Whether every line on which it stands is a line of the instructions."""
    start, end = (one.outer_start, one.outer_end) if isinstance(one, Candidate) else (one.start, one.end)
    at = start - region.start
    while at < end - region.start:
        line = line_at(region.text, at)
        if region.text[line.start : line.end].strip() not in echo:
            return False
        at = line.next
    return True
