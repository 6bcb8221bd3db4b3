"""One object holds the key twice."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from oyez.probes._kit import Kit
from oyez.probes._place import alone
from oyez.probes._prose import Voice
from oyez.probes._scene import NOTHING, Family, Piece, Role, Scene, says


def _twice(kit: Kit, first: Any, last: Any) -> str | None:
    path = kit.form.path or ()
    if len(path) != 1 or kit.parts is not None:
        return None
    key = json.dumps(path[0], ensure_ascii=False)
    shown = kit.object_with(kit.scale.data(last))
    return f"{{{key}: {json.dumps(kit.scale.data(first), ensure_ascii=False)}, {shown[1:]}"


def _build(kit: Kit, voice: Voice, right: Any, wrong: Any) -> Iterator[Scene]:
    if not kit.object or kit.scale.free or kit.contract.verdict == "*":
        return
    differ, agree = _twice(kit, wrong, right), _twice(kit, right, right)
    if differ is None or agree is None:
        return
    yield Scene(variant="differ", pieces=alone(kit, voice, [Piece(differ, Role.OFF)]), known=NOTHING)
    said = Piece(agree, Role.SAID, kit.verdict(right))
    yield Scene(variant="agree", pieces=alone(kit, voice, [said]), known=says(kit.verdict(right)))


FAMILY = Family(
    name="duplicate-keys",
    about="One JSON object holds the key twice, with different values or with equal ones.",
    wrong="reads another value than the one given twice",
    invented="lets the last (or first) of two contradicting keys win",
    dropped="gives up when a key is given twice with one value",
    build=_build,
    spoken=False,
)
