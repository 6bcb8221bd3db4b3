"""Replies that keep to the format: the value, alone, and with prose where the format leaves room."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from oyez.probes._kit import Kit
from oyez.probes._prose import Voice
from oyez.probes._scene import Family, Scene, says


def _build(kit: Kit, voice: Voice, right: Any, wrong: Any) -> Iterator[Scene]:
    known = says(kit.verdict(right))
    yield Scene(variant="alone", pieces=kit.reply(kit.said(right)), known=known)
    if kit.lines_before:
        pieces = kit.reply(kit.said(right), voice.prose(2))
        yield Scene(variant="prose-before", pieces=pieces, known=known)
    if kit.lines_after:
        pieces = kit.reply(kit.said(right), [], voice.prose(2))
        yield Scene(variant="prose-after", pieces=pieces, known=known)
    if kit.object and kit.contract.starts_after is None:
        pieces = kit.reply(kit.in_object(voice.prose(), right))
        yield Scene(variant="prose-in-object", pieces=pieces, known=known)


FAMILY = Family(
    name="plain",
    about="The reply keeps to the format and says one value.",
    wrong="reads another value than the one that is plainly said",
    invented="gives a verdict for a reply without one",
    dropped="finds nothing in a reply that keeps to the format",
    build=_build,
)
