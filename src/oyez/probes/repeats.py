"""The value is said twice, agreeing or not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from oyez.probes._kit import Kit
from oyez.probes._prose import Voice
from oyez.probes._scene import NOTHING, Family, Known, Piece, Scene, says


def _conflict(kit: Kit, first: Any, last: Any) -> Known:
    chosen = {"last": last, "first": first}.get(kit.chosen or "")
    return NOTHING if chosen is None else says(kit.verdict(chosen))


def _build(kit: Kit, voice: Voice, right: Any, wrong: Any) -> Iterator[Scene]:
    if not (kit.lines_before and kit.lines_after and kit.marked) or kit.scale.free:
        return
    between = [Piece("\n"), *voice.prose()]
    twice = [*kit.said(right), *between, *kit.said(right)]
    agreed = NOTHING if kit.field.repeats == "forbid" else says(kit.verdict(right))
    yield Scene(variant="agreeing", pieces=kit.reply(twice), known=agreed)
    mixed = [*kit.said(wrong), *between, *kit.said(right)]
    if kit.says_twice:
        yield Scene(variant="conflicting", pieces=kit.reply(mixed), known=_conflict(kit, wrong, right))


FAMILY = Family(
    name="repeats",
    about="The form stands twice, with the same value or with two different ones.",
    wrong="takes the other of two values than the contract says",
    invented="picks one of two contradicting verdicts by where it stands",
    dropped="gives up when the same value is said twice",
    build=_build,
)
