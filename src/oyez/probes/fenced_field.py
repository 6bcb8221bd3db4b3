"""A closed code fence holds the form with another value."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from oyez.probes._kit import Kit
from oyez.probes._place import alone, beside, decoy
from oyez.probes._prose import Voice
from oyez.probes._scene import NOTHING, Family, Piece, Role, Scene, says


def fence(inner: list[Piece], mark: str = "```") -> list[Piece]:
    """A closed fence around the pieces."""
    return [Piece(f"{mark}\n"), *inner, Piece(f"\n{mark}\n")]


def _build(kit: Kit, voice: Voice, right: Any, wrong: Any) -> Iterator[Scene]:
    if kit.contract.quoted != "aside" or not kit.marked:
        return
    quoted = decoy(kit, wrong, Role.FENCED)
    for mark in ("```", "~~~~"):
        for where, pieces in beside(kit, voice, fence([quoted], mark), kit.said(right)):
            name = "backticks" if mark == "```" else "tildes"
            yield Scene(variant=f"{where}-{name}", pieces=pieces, known=says(kit.verdict(right)))
    if not kit.object:
        tail = [*voice.prose(), *fence([quoted])]
        if kit.lines_before:
            yield Scene(
                variant="only-fenced",
                pieces=alone(kit, voice, [*tail, Piece("That is its text.")]),
                known=NOTHING,
            )


FAMILY = Family(
    name="fenced-field",
    about="A closed code fence holds the form with another value, as when the judge shows the text it judged.",
    wrong="takes a value out of a code fence, not the one that the judge gives",
    invented="takes a value that stands only in a code fence",
    dropped="gives up when a code fence holds the form, though the judge's own value is plain",
    build=_build,
)
