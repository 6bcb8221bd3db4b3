"""The replies that are looked at: those with text, at even distances, cut to the answer region."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

import msgspec

from oyez.contract import contract
from oyez.core.region import Region
from oyez.core.reply import Reply
from oyez.reader.region import cut_region
from oyez.reader.screen import screen

SAMPLE: Final = 400
"""At most so many replies are looked at to rank and to draft."""
LONGEST: Final = 40_000
"""Longer replies take no part in drafting; they are read like all others."""

T = TypeVar("T")
_PLAIN: Final = {"name": "plain", "form": {"whole": True}, "scale": "text"}


class Seen(msgspec.Struct, frozen=True):
    """A reply as the ideas see it."""

    region: Region
    lines: tuple[str, ...]
    """The lines of the answer region that are not blank, without outer space."""


def even(things: Sequence[T], most: int) -> list[T]:
    """At most `most` of the things, at even distances, the first among them."""
    if len(things) <= most:
        return list(things)
    return [things[at * len(things) // most] for at in range(most)]


def holds_text(reply: Reply) -> bool:
    """Whether the reply came back with readable text in it."""
    return reply.text is not None and screen(reply) is None


def seen(replies: Sequence[Reply]) -> list[Seen]:
    """The replies cut to their answer regions: thinking and quoted text blanked."""
    plain = contract(_PLAIN)
    regions = [
        cut_region(reply.text, plain).region for reply in replies if reply.text and len(reply.text) <= LONGEST
    ]
    return [Seen(region, _lines(region.text)) for region in regions]


def _lines(text: str) -> tuple[str, ...]:
    return tuple(line for each in text.split("\n") if (line := each.strip()))
