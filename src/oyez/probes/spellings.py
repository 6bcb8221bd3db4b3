"""Numbers written another way: out of the maximum, with a sign, with zeros; labels in another case."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from oyez.core.value import Admitted
from oyez.probes._kit import Kit
from oyez.probes._place import alone
from oyez.probes._prose import Voice
from oyez.probes._scene import Family, Piece, Role, Scene, may, says
from oyez.scales.integer import Integer, Numbers


def _numbers(kit: Kit, value: Any) -> Iterator[tuple[str, str, str]]:
    assert isinstance(kit.scale, Numbers)
    one, top = kit.written(value), kit.written(kit.scale.high)
    yield "slash-max", f"{one}/{top}", "of-max"
    yield "out-of-max", f"{one} out of {top}", "of-max"
    if value > 0:
        yield "plus", f"+{one}", "numeric-spelling"
    if isinstance(kit.scale, Integer):
        yield "decimal-zero", f"{one}.0", "numeric-spelling"


def _build(kit: Kit, voice: Voice, right: Any, wrong: Any) -> Iterator[Scene]:
    if kit.object or kit.parts is not None or kit.scale.free:
        return
    verdict = kit.verdict(right)
    if isinstance(kit.scale, Numbers):
        half = kit.scale.admit(f"{kit.written(right)}.5")
        if isinstance(half, Admitted):
            said = Piece(kit.around(f"{kit.written(right)}.5"), Role.SAID, half.verdict)
            yield Scene(variant="half", pieces=alone(kit, voice, [said]), known=says(half.verdict))
        for name, text, rule in _numbers(kit, right):
            weak = Piece(kit.around(text), Role.WEAK, verdict)
            yield Scene(variant=name, pieces=alone(kit, voice, [weak]), known=may(verdict, rule))
    elif kit.scale.labelled and kit.scale.ignore_case:
        word = kit.written(right)
        for name, text in (("upper", word.upper()), ("lower", word.lower()), ("title", word.title())):
            said = Piece(kit.around(text), Role.SAID, verdict)
            yield Scene(variant=name, pieces=alone(kit, voice, [said]), known=says(verdict), basic=False)


FAMILY = Family(
    name="spellings",
    about="The value is written another way: 70/100, +70, 70.0, or a label in another case.",
    wrong="reads another number than the one that is written, as when 7/10 becomes 10 or 0.7",
    invented="gives a verdict for a reply without one",
    dropped="loses a value for its spelling, which the contract reads",
    build=_build,
    spoken=False,
)
