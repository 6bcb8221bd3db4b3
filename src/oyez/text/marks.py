"""Finding a value between two marks on one line, restarting at a later opening mark."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import msgspec


class Pair(msgspec.Struct, frozen=True):
    """A value between marks; places count from the start of the text."""

    outer_start: int
    start: int
    end: int
    outer_end: int


class Between(msgspec.Struct, frozen=True):
    """What a scan of one line found."""

    pairs: tuple[Pair, ...]
    open: tuple[int, int] | None
    """The last opening mark after the last pair, if no closing mark follows it."""


def goes_on(text: str, place: int) -> bool:
    """Whether a word or a number goes on across a place: letters that have a case, or digits, on both sides.

    Scripts without case put no space between words, so nothing is known there.
    """
    joined = _in_word(text[place - 1 : place]) and _in_word(text[place : place + 1])
    return joined or _in_number(text, place)


def _in_number(text: str, place: int) -> bool:
    """Whether a place is right before or behind the point or comma inside a number."""
    starts = range(max(place - 2, 0), place)
    return any(_DECIMAL.fullmatch(text, start, start + 3) is not None for start in starts)


def _in_word(char: str) -> bool:
    return char.isdigit() or char.lower() != char.upper()


_DECIMAL = re.compile(r"\d[.,]\d")

Finder = Callable[[int, int], tuple[int, int] | None]
"""Finds the first mark inside `[start, end)`: its start and end, or `None`."""


def between(
    opening: Finder, closing: Finder, start: int, end: int, weigh: Callable[[int, int], int]
) -> Between:
    """Pair each closing mark with the last opening mark before it, inside `[start, end)`.

    `weigh` says how unbalanced a stretch is: a closing mark counts only where the stretch between the
    marks weighs nothing. Each stretch is looked at a fixed number of times, so the work is linear.
    """
    pairs: list[Pair] = []
    state = _Openings(opening, start, end)
    closers = _closers(closing, start, end)
    close = next(closers, None)
    while close is not None:
        mark = state.last_before(close[0])
        if mark is not None and state.weigh(close[0], weigh) == 0:
            pairs.append(Pair(mark[0], mark[1], close[0], close[1]))
            state.restart(close[1])
            while close is not None and close[0] < state.floor:
                close = next(closers, None)
        else:
            close = next(closers, None)
    return Between(tuple(pairs), state.last_before(end))


def _closers(closing: Finder, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Every closing mark, overlapping ones too."""
    mark = closing(start, end)
    while mark is not None:
        yield mark
        mark = closing(mark[0] + 1, end)


class _Openings:
    """The last opening mark so far, and the weight of the text since."""

    def __init__(self, find: Finder, floor: int, end: int) -> None:
        self.find = find
        self.end = end
        self.restart(floor)

    def restart(self, floor: int) -> None:
        self.floor = floor
        self.last: tuple[int, int] | None = None
        self.next = self.find(floor, self.end)
        self.weighed = floor
        self.weight = 0

    def last_before(self, place: int) -> tuple[int, int] | None:
        """The last opening mark that ends at or before `place`."""
        while self.next is not None and self.next[1] <= place:
            self.last = self.next
            self.weighed, self.weight = self.last[1], 0
            self.next = self.find(self.last[0] + 1, self.end)
        return self.last

    def weigh(self, place: int, weigh: Callable[[int, int], int]) -> int:
        """The weight of the text between the last opening mark and `place`."""
        self.weight += weigh(self.weighed, place)
        self.weighed = max(self.weighed, place)
        return self.weight
