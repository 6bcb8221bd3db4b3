"""The value wears something: emphasis, quotation marks, a full stop, brackets of a template."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from oyez.probes._kit import Kit
from oyez.probes._place import alone
from oyez.probes._prose import Voice
from oyez.probes._scene import Family, Piece, Role, Scene, may

DRESSES = {
    "full-stop": ("{}.", "trailing-stop"),
    "exclamation": ("{}!", "trailing-stop"),
    "bold": ("**{}**", "emphasis"),
    "code": ("`{}`", "emphasis"),
    "quoted": ('"{}"', "quotes"),
    "template": ("({})", "placeholder-brackets"),
}


def _build(kit: Kit, voice: Voice, right: Any, wrong: Any) -> Iterator[Scene]:
    if kit.scale.free or kit.object or kit.parts is not None or kit.form.kind == "phrase":
        return
    for name, (dress, rule) in DRESSES.items():
        if any(mark in dress for mark in kit.form.breaks):
            continue
        weak = Piece(kit.around(dress.format(kit.written(right))), Role.WEAK, kit.verdict(right))
        yield Scene(variant=name, pieces=alone(kit, voice, [weak]), known=may(kit.verdict(right), rule))


FAMILY = Family(
    name="dressed-value",
    about="The value wears a full stop, emphasis, quotation marks or brackets.",
    wrong="reads another value than the one that wears a mark",
    invented="gives a verdict for a reply without one",
    dropped="loses a value for one mark beside it, which the contract recovers",
    build=_build,
    spoken=False,
)
