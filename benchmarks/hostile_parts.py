"""What hostile inputs are made of: a name, a contract and a builder that takes a size in characters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

Build = Callable[[int], str]
Tree = dict[str, Any]


class Hostile(NamedTuple):
    """One hostile input for one contract."""

    name: str
    contract: Tree
    build: Build
    baseline: str = "lines"
    """Which named alternative it is compared with: `lines` or `json`."""
    stop: str | None = None


def times(piece: str, end: str = "", start: str = "") -> Build:
    """The piece over and over, between a start and an end."""
    return lambda size: start + piece * max(1, (size - len(start) - len(end)) // len(piece)) + end


def pair(left: str, right: str, middle: str = "") -> Build:
    """One piece over and over, then another as often."""

    def build(size: int) -> str:
        count = max(1, size // (len(left) + len(right)))
        return left * count + middle + right * count

    return build


def growing_runs(char: str, falling: bool) -> Build:
    """Lines of ever longer (or shorter) runs of one character."""

    def build(size: int) -> str:
        most = int((2 * size) ** 0.5)
        order = range(most, 2, -1) if falling else range(3, most)
        return "".join(char * count + "\n" for count in order)

    return build
