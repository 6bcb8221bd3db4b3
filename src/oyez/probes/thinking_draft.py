"""A thinking block holds a draft with another value."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from oyez.probes._kit import Kit
from oyez.probes._place import decoy
from oyez.probes._prose import Voice
from oyez.probes._scene import NOTHING, Family, Piece, Role, Scene, says


def _build(kit: Kit, voice: Voice, right: Any, wrong: Any) -> Iterator[Scene]:
    if "think" not in kit.contract.thinking or kit.contract.starts_after is not None:
        return
    draft = [*voice.prose(), decoy(kit, wrong, Role.THOUGHT), Piece("\n")]
    known = says(kit.verdict(right))
    said = kit.reply(kit.said(right))
    opened, closed = Piece("<think>\n"), Piece("</think>\n")
    yield Scene(variant="closed", pieces=(opened, *draft, closed, *said), known=known)
    yield Scene(variant="not-opened", pieces=(*draft, closed, *said), known=known)
    yield Scene(variant="never-closed", pieces=(opened, *draft), known=NOTHING)
    yield Scene(variant="nothing-after", pieces=(opened, *draft, closed), known=NOTHING)


FAMILY = Family(
    name="thinking-draft",
    about="A thinking block holds a draft of the verdict; the answer after it says something else, or nothing.",
    wrong="takes the draft inside a thinking block, not the answer after it",
    invented="takes a draft inside a thinking block, though no answer follows",
    dropped="gives up when there is a thinking block, though the answer after it is plain",
    build=_build,
)
