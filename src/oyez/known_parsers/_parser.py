"""What a known parser is: one rule, in a few lines, by which some tool turned a reply into a value."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import msgspec

Value: TypeAlias = Any
"""A label, a number or a boolean; `None` where the tool found nothing."""


class Menu(msgspec.Struct, frozen=True, kw_only=True):
    """What a general rule is filled in with: the words and numbers that a judge was asked for."""

    labels: tuple[str, ...] = ()
    """The labels, in the order in which the rule tries them."""
    key: str | None = None
    """The label of a line or the key of an object."""
    low: float | None = None
    high: float | None = None


class KnownParser(msgspec.Struct, frozen=True, kw_only=True):
    """A rule, written from what it does, with where it is or was in use."""

    name: str
    about: str
    """The rule in one sentence."""
    tool: str
    """The tool that uses it; `any` for a pattern that many programs share."""
    source: str
    """Where the behaviour is described."""
    rule: Callable[[str, Menu], Value]
    """Text and menu → value; pure, and total on any text."""
    menu: Menu = Menu()
    """What the tool itself asks for."""
    since: str | None = None
    """First version with this rule; `None`: unknown, or from the beginning."""
    before: str | None = None
    """First version without it; `None`: still in use in the release that was looked at."""
    recorded_as: tuple[str, ...] = ()
    """The `parser` of recorded values that this rule gave."""
    checked: str = "written from its description; not compared with the tool"
    """What the rule was compared with."""

    def read(self, text: str, menu: Menu | None = None) -> Value:
        """The value that the tool takes from `text`; `None` for none. `menu` fills a general rule in."""
        return self.rule(text, self.menu if menu is None else menu)

    def serves(self, version: str | None) -> bool:
        """Whether the version of the tool has this rule; an unknown version has the rule of today."""
        at = _parts(version)
        if at is None:
            return self.before is None
        since, before = _parts(self.since), _parts(self.before)
        return (since is None or since <= at) and (before is None or at < before)


def _parts(version: str | None) -> tuple[int, ...] | None:
    """The leading numbers of a version: 0.3.285.dev1 → (0, 3, 285)."""
    numbers = []
    for part in (version or "").split("."):
        if not (part.isascii() and part.isdecimal()):
            break
        numbers.append(int(part))
    return tuple(numbers) or None
