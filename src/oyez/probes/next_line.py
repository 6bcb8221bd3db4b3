"""The label line is empty, and the value stands on the next line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from oyez.probes._kit import Kit
from oyez.probes._place import alone
from oyez.probes._prose import Voice
from oyez.probes._scene import NOTHING, Family, Piece, Role, Scene, may


def _build(kit: Kit, voice: Voice, right: Any, wrong: Any) -> Iterator[Scene]:
    if kit.form.kind not in ("line", "after") or kit.scale.free:
        return
    mark = kit.around("").rstrip()
    weak = Piece(f"{mark}\n{kit.written(right)}", Role.WEAK, kit.verdict(right))
    yield Scene(variant="next", pieces=alone(kit, voice, [weak]), known=may(kit.verdict(right), "next-line"))
    if kit.form.kind == "line":
        body = [Piece(mark, Role.OPEN), Piece("\n"), *voice.denied(kit.written(wrong))[:-1]]
        yield Scene(variant="sentence-follows", pieces=alone(kit, voice, body), known=NOTHING)


FAMILY = Family(
    name="next-line",
    about="The label is followed by nothing on its line; the value, or a sentence, stands on the next one.",
    wrong="reads another value than the one on the next line",
    invented="takes a word of the sentence after an empty label",
    dropped="does not look at the line after an empty label, which the contract recovers",
    build=_build,
)
