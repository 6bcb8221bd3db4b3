"""Long and deep replies that make careless patterns and parsers slow or break them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from oyez.probes._kit import Kit
from oyez.probes._prose import Voice
from oyez.probes._scene import NOTHING, Family, Piece, Scene

TEXTS = {
    "open-braces": '{"a":' * 5000,
    "open-brackets": "[" * 20000,
    "spaces": " " * 20000 + "x",
    "one-letter": "a" * 5000 + "!",
    "nested-quotes": '"' + "\\" * 20000,
    "digits": "9" * 5000,
    "surrogate": "\ud800 and \x00",
}


def _build(kit: Kit, voice: Voice, right: Any, wrong: Any) -> Iterator[Scene]:
    if kit.scale.free:
        return
    for name, text in TEXTS.items():
        yield Scene(variant=name, pieces=(Piece(text), Piece("\nend.")), known=NOTHING, basic=False)
    if kit.marked and not kit.object and kit.parts is None:
        slow = kit.around(" " * 3000 + "x" * 3000 + " " * 3000)
        yield Scene(variant="long-value", pieces=kit.reply([Piece(slow)]), known=NOTHING, basic=False)


FAMILY = Family(
    name="hostile",
    about="Long or deep replies: thousands of brackets, spaces, digits or backslashes, lone surrogates, NUL.",
    wrong="gives another verdict",
    invented="gives a verdict for a reply that holds none",
    dropped="finds nothing",
    build=_build,
    spoken=False,
)
