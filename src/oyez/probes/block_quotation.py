"""A block quotation holds the form with another value."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from oyez.probes._kit import Kit
from oyez.probes._place import beside, decoy
from oyez.probes._prose import Voice
from oyez.probes._scene import NOTHING, Family, Piece, Role, Scene, says


def _build(kit: Kit, voice: Voice, right: Any, wrong: Any) -> Iterator[Scene]:
    if kit.contract.quoted != "aside" or not kit.marked:
        return
    lines = [Piece("> "), decoy(kit, wrong, Role.BLOCK), Piece("\n\n")]
    for where, pieces in beside(kit, voice, lines, kit.said(right)):
        yield Scene(variant=where, pieces=pieces, known=says(kit.verdict(right)))
    if kit.lines_before:
        yield Scene(variant="only-quoted", pieces=kit.reply([], [*voice.prose(), *lines]), known=NOTHING)


FAMILY = Family(
    name="block-quotation",
    about="A block quotation (lines that begin with >) holds the form with another value.",
    wrong="takes a value out of a block quotation, not the one that the judge gives",
    invented="takes a value that stands only in a block quotation",
    dropped="gives up when a block quotation holds the form, though the judge's own value is plain",
    build=_build,
)
