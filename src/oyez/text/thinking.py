"""Thinking blocks: tags such as <think>, any case, no attributes, nested by one common depth."""

from __future__ import annotations

import re
from functools import lru_cache

import msgspec

from oyez.text.space import SPACES

_SPACE = re.compile(SPACES)


class Thinking(msgspec.Struct, frozen=True):
    """The stretches to set aside, in order and apart."""

    spans: tuple[tuple[int, int], ...]
    unclosed: bool
    """Whether the last block was opened and never closed."""


NO_THINKING = Thinking((), False)


@lru_cache(maxsize=256)
def tags(names: tuple[str, ...]) -> re.Pattern[str]:
    """A tag of the list: group 1 is the slash of a closing one."""
    words = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.compile(f"<(/?)(?:{words})>", re.ASCII | re.IGNORECASE)


def thinking(text: str, names: tuple[str, ...]) -> Thinking:
    """Find the thinking blocks of a text.

    An opening tag counts only as the first thing of a line, or right after another tag that counts: what is set
    aside and space are no things of a line. Inside an open block every tag counts. A closing tag with no opening
    one sets aside all before it, unless an opening tag is named earlier on its line.
    """
    if not names or "<" not in text:
        return NO_THINKING
    scan = _Scan(text)
    for match in tags(names).finditer(text):
        scan.take(match.start(), match.end(), closing=bool(match[1]))
    return scan.result()


class _Scan:
    """The state of one pass over the tags; each line start and its indent are looked for once."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.spans: list[tuple[int, int]] = []
        self.depth = 0
        self.opened = 0
        self.after = -1  # one past the last tag that counted and the space after it
        self.named = -1  # where the last opening tag stands that is only text
        self.line = -1  # where the line of the last tag begins
        self.ink = 0  # where the first character of that line stands that is not space
        self.seen = 0  # line ends are known up to here

    def take(self, start: int, end: int, *, closing: bool) -> None:
        self._advance(start)
        if self.depth:
            self.depth += -1 if closing else 1
            if not self.depth:
                self.spans.append((self.opened, end))
        elif closing:
            if self.named >= self.line:
                return
            self.spans = [(0, end)]
        elif start in (self.after, self.ink):
            self.depth, self.opened = 1, start
        else:
            self.named = start
            return
        self.after = self._past_space(end)

    def _advance(self, place: int) -> None:
        newline = self.text.rfind("\n", self.seen, place)
        self.seen = place
        if newline >= 0 or self.line < 0:
            self.line = newline + 1
            self.ink = self._past_space(self.line)

    def _past_space(self, place: int) -> int:
        space = _SPACE.match(self.text, place)
        assert space is not None
        return space.end()

    def result(self) -> Thinking:
        if self.depth:
            self.spans.append((self.opened, len(self.text)))
        return Thinking(tuple(self.spans), bool(self.depth))
