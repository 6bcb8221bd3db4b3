"""Prose holds allowed words or numbers outside the form: denied, weighed, or counted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from oyez.probes._kit import Kit
from oyez.probes._place import beside, in_string
from oyez.probes._prose import Voice
from oyez.probes._scene import NOTHING, Family, Scene, says


def _build(kit: Kit, voice: Voice, right: Any, wrong: Any) -> Iterator[Scene]:
    if kit.scale.free:
        return
    verdict = says(kit.verdict(right))
    sides = {
        "denied": voice.denied(kit.written(wrong)),
        "weighed": voice.weighed(kit.written(wrong), kit.written(right)),
    }
    for name, lines in sides.items():
        for where, pieces in beside(kit, voice, lines, kit.said(right)):
            yield Scene(variant=f"{name}-{where}", pieces=pieces, known=verdict)
        for where, pieces in in_string(kit, lines, right):
            yield Scene(variant=f"{name}-{where}", pieces=pieces, known=verdict)
        yield Scene(variant=f"{name}-alone", pieces=kit.reply(lines[:-1]), known=NOTHING)


FAMILY = Family(
    name="label-in-prose",
    about="Prose denies or weighs allowed values without giving a verdict in the form.",
    wrong="takes an allowed word from the prose, not the value that the judge gives in the form",
    invented="takes an allowed word from prose that gives no verdict",
    dropped="gives up when the prose names allowed words, though the judge's own value is plain",
    build=_build,
)
