"""Replies with no text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from oyez.probes._kit import Kit
from oyez.probes._prose import Voice
from oyez.probes._scene import NOTHING, Family, Piece, Scene

TEXTS = {"nothing": "", "spaces": "  \n \n\t\n", "zero-width": "\u200b\ufeff\n", "fence": "```\n```\n"}


def _build(kit: Kit, voice: Voice, right: Any, wrong: Any) -> Iterator[Scene]:
    for name, text in TEXTS.items():
        yield Scene(variant=name, pieces=(Piece(text),), known=NOTHING)
    if kit.marked and not kit.object and kit.parts is None and not kit.scale.free:
        yield Scene(variant="empty-value", pieces=kit.reply([Piece(kit.around(" "))]), known=NOTHING)


FAMILY = Family(
    name="empty",
    about="The reply is empty, or holds only space, or the form with nothing in it.",
    wrong="gives another verdict",
    invented="gives a verdict for an empty reply",
    dropped="finds nothing",
    build=_build,
    spoken=False,
)
