"""Prose holds numbers that are no rating."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from oyez.probes._kit import Kit
from oyez.probes._place import beside, in_string
from oyez.probes._prose import Voice
from oyez.probes._scene import NOTHING, Family, Scene, says


def _build(kit: Kit, voice: Voice, right: Any, wrong: Any) -> Iterator[Scene]:
    if kit.scale.bounds is None and kit.scale.labels:
        return
    if kit.scale.free:
        return
    verdict = says(kit.verdict(right))
    lines = voice.numbers()
    for where, pieces in beside(kit, voice, lines, kit.said(right)):
        yield Scene(variant=where, pieces=pieces, known=verdict)
    for where, pieces in in_string(kit, lines, right):
        yield Scene(variant=where, pieces=pieces, known=verdict)
    yield Scene(variant="alone", pieces=kit.reply(lines[:-1]), known=NOTHING)


FAMILY = Family(
    name="number-soup",
    about="Prose around the score holds other numbers: counts, sizes, versions.",
    wrong="takes a number from the prose, not the score that the judge gives",
    invented="takes a number from prose that gives no score",
    dropped="gives up when the prose holds other numbers, though the score is plain",
    build=_build,
)
