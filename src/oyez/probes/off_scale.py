"""A value that stands in the form and is on no scale."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from oyez.core.value import Admitted
from oyez.probes._kit import Kit
from oyez.probes._place import alone
from oyez.probes._prose import Voice
from oyez.probes._scene import NOTHING, Family, Piece, Role, Scene
from oyez.probes._values import off_scale
from oyez.probes.prefix_words import off_piece
from oyez.scales.integer import Integer, Numbers
from oyez.scales.list import json_value


def _build(kit: Kit, voice: Voice, right: Any, wrong: Any) -> Iterator[Scene]:
    if kit.scale.free:
        return
    for number, text in enumerate(off_scale(kit.scale)):
        yield Scene(variant=f"text-{number}", pieces=alone(kit, voice, [off_piece(kit, text)]), known=NOTHING)
    if not isinstance(kit.scale, Numbers):
        return
    odd = [kit.scale.high + 50, kit.scale.low - 3]
    odd += [right + 0.5] if isinstance(kit.scale, Integer) else []
    for number, value in enumerate(odd):
        if isinstance(kit.scale.admit(json_value(value)), Admitted):
            continue
        text = kit.object_with(value) if kit.object else kit.around(str(value))
        yield Scene(
            variant=f"number-{number}", pieces=alone(kit, voice, [Piece(text, Role.OFF)]), known=NOTHING
        )


FAMILY = Family(
    name="off-scale",
    about="A value stands in the form and is not on the scale: out of range, or no allowed word.",
    wrong="turns a value that is not on the scale into another one",
    invented="gives a value that is not on the scale, or brings it into range, instead of reporting it",
    dropped="finds nothing",
    build=_build,
    spoken=False,
)
