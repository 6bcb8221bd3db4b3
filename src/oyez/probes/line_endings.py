"""Windows line ends, bare carriage returns, and characters that only some programs take for line ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from oyez.probes._kit import Kit
from oyez.probes._place import decoy
from oyez.probes._prose import Voice
from oyez.probes._scene import NOTHING, Family, Piece, Role, Scene, says

ODD = {"line-separator": "\u2028", "next-line": "\x85", "vertical-tab": "\v", "form-feed": "\f"}


def _with(pieces: tuple[Piece, ...], end: str) -> tuple[Piece, ...]:
    return tuple(msgspec.structs.replace(piece, text=piece.text.replace("\n", end)) for piece in pieces)


def _build(kit: Kit, voice: Voice, right: Any, wrong: Any) -> Iterator[Scene]:
    if kit.contract.starts_after is not None or kit.scale.free:
        return
    said = kit.reply(kit.said(right), voice.prose() if kit.lines_before else [])
    known = says(kit.verdict(right))
    yield Scene(variant="crlf", pieces=(*_with(said, "\r\n"), Piece("\r\n")), known=known)
    yield Scene(variant="bare-cr", pieces=(*_with(said, "\r"), Piece("\r")), known=NOTHING)
    if kit.lines_before:
        pieces = kit.reply(kit.said(right), [Piece("A\rB\n"), *voice.prose()])
        yield Scene(variant="bare-cr-in-prose", pieces=pieces, known=NOTHING)
    if not (kit.lines_before and kit.marked) or kit.counts_inline or kit.object:
        return
    for name, end in ODD.items():
        glue = Piece(f"See also:{end}")
        lines = [glue, decoy(kit, wrong, Role.INLINE), Piece("\n")]
        pieces = kit.reply(kit.said(right), [*voice.prose(), *lines])
        yield Scene(variant=name, pieces=pieces, known=known)
        yield Scene(variant=f"{name}-alone", pieces=kit.reply([], lines), known=NOTHING)


FAMILY = Family(
    name="line-endings",
    about="Lines end as on Windows, or with a bare carriage return; other separators stand inside a line.",
    wrong="takes U+2028, U+0085, a vertical tab or a form feed for a line end, and reads what follows it",
    invented="reads a reply with bare carriage returns, or a label after a separator that ends no line",
    dropped="does not read replies with Windows line ends",
    build=_build,
    spoken=False,
    disputed="Python's splitlines() takes these separators and a bare carriage return for line ends; oyez does not.",
)
