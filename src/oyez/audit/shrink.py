"""Makes a failing reply as short as it can be while it fails in the same way and its reading stays known."""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec

from oyez.probes import Piece, Role, Scene

MOST_TRIES = 400
"""Calls of the parser for one reply."""
_WORDS = re.compile(r"\S+[^\S\n]*|[^\S\n]+|\n")


def shrink(scene: Scene, fails: Callable[[Scene], bool], tries: int = MOST_TRIES) -> Scene:
    """The scene with as little prose as it takes to fail.

    Only prose is taken away: the reply says the same without it, so its reading stays known. What is left is
    minimal: without any one further piece or word of prose the reply no longer fails. `fails` is called at
    most `tries` times.
    """
    left = tries

    def still(pieces: list[Piece]) -> bool:
        nonlocal left
        if left <= 0:
            return False
        left -= 1
        return fails(_with(scene, pieces))

    pieces = _without_prose(list(scene.pieces), still)
    return _with(scene, pieces)


def _with(scene: Scene, pieces: list[Piece]) -> Scene:
    return msgspec.structs.replace(scene, pieces=tuple(piece for piece in pieces if piece.text))


def _without_prose(pieces: list[Piece], still: Callable[[list[Piece]], bool]) -> list[Piece]:
    bare = [piece for piece in pieces if piece.role is not Role.PROSE]
    if len(bare) < len(pieces) and still(bare):
        return bare
    pieces = _each(pieces, still)
    split = [part for piece in pieces for part in _parts(piece)]
    return _each(split, still) if still(split) else pieces


def _parts(piece: Piece) -> list[Piece]:
    """Prose word by word; other pieces as they are, and line ends too, for what begins a line must stay there."""
    if piece.role is not Role.PROSE:
        return [piece]
    words = _WORDS.findall(piece.text)
    return [Piece(word, Role.GLUE if word == "\n" else Role.PROSE) for word in words]


def _each(pieces: list[Piece], still: Callable[[list[Piece]], bool]) -> list[Piece]:
    """Take away stretches of prose, long ones first, until no single piece of it can go."""
    size = max(1, len(pieces) // 2)
    while True:
        at, cut = 0, False
        while at < len(pieces):
            kept = [one for one in pieces[at : at + size] if one.role is not Role.PROSE]
            shorter = [*pieces[:at], *kept, *pieces[at + size :]]
            if len(shorter) < len(pieces) and still(shorter):
                pieces, cut = shorter, True
                at += len(kept)
            else:
                at += size
        if size == 1 and not cut:
            return pieces
        size = size if cut and size == 1 else max(1, size // 2)
