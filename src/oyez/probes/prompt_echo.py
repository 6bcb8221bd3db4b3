"""The reply repeats the format instruction of the prompt."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from oyez.probes._kit import Kit
from oyez.probes._prose import Voice
from oyez.probes._scene import NOTHING, Family, Piece, Role, Scene, may


def _build(kit: Kit, voice: Voice, right: Any, wrong: Any) -> Iterator[Scene]:
    prompt = kit.prompt
    if (
        prompt is None
        or kit.scale.free
        or kit.contract.starts_after is not None
        or kit.given.menus != "aside"
    ):
        return
    echoed = Piece(f"{prompt.rstrip()}\n", Role.MENU)
    yield Scene(variant="alone", pieces=(echoed,), known=NOTHING)
    if kit.lines_before and kit.parts is None:
        pieces = (echoed, Piece("\n"), *kit.reply(kit.said(right)))
        yield Scene(variant="before", pieces=pieces, known=may(kit.verdict(right)))


FAMILY = Family(
    name="prompt-echo",
    about="The reply repeats the format instruction that oyez writes for this contract.",
    wrong="takes a word of the repeated instruction, not the value that the judge gives",
    invented="takes a word of the repeated instruction for a verdict",
    dropped="gives up when the instruction is repeated",
    build=_build,
    spoken=False,
)
