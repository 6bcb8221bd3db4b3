"""A JSON value of the wrong type stands at the key."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from oyez.probes._kit import Kit
from oyez.probes._place import alone
from oyez.probes._prose import Voice
from oyez.probes._scene import NOTHING, Family, Piece, Role, Scene, may
from oyez.probes._values import meant_types, wrong_types
from oyez.scales.integer import Numbers


def _build(kit: Kit, voice: Voice, right: Any, wrong: Any) -> Iterator[Scene]:
    if not kit.object or kit.scale.free:
        return
    for number, value in enumerate(wrong_types(kit.scale)):
        off = Piece(kit.object_with(value), Role.OFF)
        yield Scene(variant=f"type-{number}", pieces=alone(kit, voice, [off]), known=NOTHING)
    if isinstance(kit.scale, Numbers):
        off = Piece(kit.object_with(0).replace(": 0", ": NaN"), Role.OFF)
        yield Scene(variant="nan", pieces=alone(kit, voice, [off]), known=NOTHING)
    for value, verdict, rule in meant_types(kit.scale):
        if verdict == right and type(verdict) is type(right):
            weak = Piece(kit.object_with(value), Role.WEAK, kit.verdict(right))
            yield Scene(
                variant="string", pieces=alone(kit, voice, [weak]), known=may(kit.verdict(right), rule)
            )


FAMILY = Family(
    name="wrong-type",
    about='The key holds another type: true for a number, "false" for a boolean, a list, null, NaN.',
    wrong="turns a value of another type into the opposite of what it says",
    invented="turns null, a list, an object or another type into a verdict",
    dropped="loses a number or boolean in quotation marks, which the contract recovers",
    build=_build,
    spoken=False,
)
