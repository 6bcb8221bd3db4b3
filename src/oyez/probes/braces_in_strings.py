"""Braces and quotation marks inside the strings of the object."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from oyez.probes._kit import Kit
from oyez.probes._place import decoy, in_string
from oyez.probes._prose import Voice
from oyez.probes._scene import Family, Piece, Role, Scene, says


def _build(kit: Kit, voice: Voice, right: Any, wrong: Any) -> Iterator[Scene]:
    if not kit.object:
        return
    known = says(kit.verdict(right))
    notes = {
        "braces": [*voice.prose(), Piece("use {x} and }} and ]")],
        "fence": [Piece("```json\n"), decoy(kit, wrong, Role.STRING), Piece("\n```\n"), *voice.prose()],
        "object": [decoy(kit, wrong, Role.STRING), Piece("\n"), *voice.prose()],
        "thinking": [Piece("<think> "), *voice.prose()],
    }
    for name, pieces in notes.items():
        for _, made in in_string(kit, pieces, right):
            yield Scene(variant=name, pieces=made, known=known)


FAMILY = Family(
    name="braces-in-strings",
    about="A string of the object holds braces, a fence, a tag, or an object with another value.",
    wrong="takes a value out of a string of the object",
    invented="gives a verdict for a reply without one",
    dropped="loses the object when one of its strings holds braces, a fence or a tag",
    build=_build,
)
