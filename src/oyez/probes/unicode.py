"""Zero-width characters, full-width forms, look-alikes and digits of other scripts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from oyez.probes._kit import Kit
from oyez.probes._place import alone
from oyez.probes._prose import Voice
from oyez.probes._scene import NOTHING, Family, Piece, Role, Scene, may, says
from oyez.scales.integer import Numbers

_WIDE = {code: code + 0xFEE0 for code in range(0x21, 0x7F)}
_ARABIC = {ord("0") + digit: 0x0660 + digit for digit in range(10)}
_CYRILLIC = str.maketrans("ABCEHKMOPTXaceopxy", "АВСЕНКМОРТХасеорху")


def _build(kit: Kit, voice: Voice, right: Any, wrong: Any) -> Iterator[Scene]:
    if kit.object or kit.parts is not None or kit.scale.free:
        return
    verdict, word = kit.verdict(right), kit.written(right)
    yield _scene(kit, voice, "no-break-space", f"\u00a0{word}\u00a0", Role.SAID, verdict)
    yield _scene(kit, voice, "zero-width", f"{word[:1]}\u200b{word[1:]}", Role.WEAK, verdict)
    yield _scene(kit, voice, "direction-marks", f"\u200f{word}\u200e", Role.WEAK, verdict)
    for name, table in (("full-width", _WIDE), ("arabic-digits", _ARABIC), ("look-alike", _CYRILLIC)):
        changed = word.translate(table)
        if changed != word:
            weak = Piece(kit.around(changed), Role.WEAK, verdict)
            yield Scene(variant=name, pieces=alone(kit, voice, [weak]), known=may(verdict))
    if isinstance(kit.scale, Numbers):
        off = Piece(kit.around(f"{word}²"), Role.OFF)
        yield Scene(variant="superscript", pieces=alone(kit, voice, [off]), known=NOTHING)


def _scene(kit: Kit, voice: Voice, name: str, text: str, role: Role, verdict: Any) -> Scene:
    piece = Piece(kit.around(text), role, verdict)
    known = says(verdict) if role is Role.SAID else may(verdict, "zero-width")
    return Scene(variant=name, pieces=alone(kit, voice, [piece]), known=known)


FAMILY = Family(
    name="unicode",
    about="The value holds zero-width marks, full-width forms, look-alike letters or digits of another script.",
    wrong="reads another value than the one that is shown",
    invented="cuts a value at a character that belongs to it, such as a superscript digit",
    dropped="loses a value for invisible characters, which the contract recovers",
    build=_build,
    spoken=False,
)
