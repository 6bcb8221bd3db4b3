"""The judge declines and names the form that it declines to fill in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from oyez.probes._kit import Kit
from oyez.probes._prose import Voice
from oyez.probes._scene import NOTHING, Family, Piece, Role, Scene


def _build(kit: Kit, voice: Voice, right: Any, wrong: Any) -> Iterator[Scene]:
    if kit.scale.free:
        return
    yield Scene(variant="plain", pieces=_lines(kit, voice, [Piece("…", Role.LOOSE)]), known=NOTHING)
    if kit.marked and not kit.counts_inline:
        shown = Piece(kit.statement(right), Role.INLINE, kit.verdict(right))
        yield Scene(variant="names-form", pieces=_lines(kit, voice, [shown]), known=NOTHING)
    if kit.scale.labelled:
        both = [Piece(kit.written(right), Role.LOOSE), Piece(" / "), Piece(kit.written(wrong), Role.LOOSE)]
        yield Scene(variant="names-labels", pieces=_lines(kit, voice, both), known=NOTHING, stop="refusal")


def _lines(kit: Kit, voice: Voice, inner: list[Piece]) -> tuple[Piece, ...]:
    made = [
        Piece(piece.text, Role.GLUE) if piece.role is Role.PROSE else piece for piece in voice.refused(inner)
    ]
    head = [Piece(f"{kit.contract.starts_after}\n")] if kit.contract.starts_after else []
    return (*head, *made)


FAMILY = Family(
    name="refusal",
    about="The judge declines in words, and the sentence names the form or the allowed words.",
    wrong="gives another verdict",
    invented="takes a verdict from a sentence that declines to give one",
    dropped="finds nothing",
    build=_build,
)
