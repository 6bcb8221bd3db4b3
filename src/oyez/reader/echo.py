"""Prompt echo: lines of the contract's instructions, repeated, are no answer where another place speaks."""

from __future__ import annotations

from oyez.core.candidate import Found, Note
from oyez.core.region import Region
from oyez.text.lines import Line, Lines


def without_echoes(found: Found, region: Region, echo: frozenset[str], elsewhere: bool = False) -> Found:
    """What was found, less what stands wholly on echoed lines, if anything of the same part stands outside them.

    `elsewhere` says that something is already known to stand outside.
    """
    if not echo:
        return found
    echoes = _Echoes(region, echo)
    candidates = [(one, echoes.hold(one.outer_start, one.outer_end)) for one in found.candidates]
    broken = [(one, echoes.hold(one.start, one.end)) for one in found.broken]
    if not elsewhere:
        spoken = {one.part for one, flag in candidates if not flag} | {
            one.part for one, flag in broken if not flag
        }
        candidates = [(one, flag and one.part in spoken) for one, flag in candidates]
        broken = [(one, flag and one.part in spoken) for one, flag in broken]
    if not any(flag for _, flag in (*candidates, *broken)):
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


class _Echoes:
    """The lines of a region that are lines of the instructions, each compared once in a row."""

    def __init__(self, region: Region, echo: frozenset[str]) -> None:
        self.region = region
        self.echo = echo
        self.lines = Lines(region.text)
        self.known: tuple[Line | None, bool] = (None, False)

    def hold(self, start: int, end: int) -> bool:
        """Whether every line on which `[start, end)` of the reply stands is echoed."""
        at = start - self.region.start
        while at < end - self.region.start:
            line = self.lines.at(at)
            if not self._is_echo(line):
                return False
            at = line.next
        return True

    def _is_echo(self, line: Line) -> bool:
        if self.known[0] is not line:
            self.known = (line, self.region.text[line.start : line.end].strip() in self.echo)
        return self.known[1]
