"""Two objects, a draft and a broken one, and objects inside objects."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from oyez.probes._kit import Kit
from oyez.probes._place import decoy
from oyez.probes._prose import Voice
from oyez.probes._scene import NOTHING, Family, Known, Piece, Role, Scene, says


def _chosen(kit: Kit, first: Any, last: Any) -> Known:
    value = {"last": last, "first": first}.get(kit.chosen or "")
    return NOTHING if value is None else says(kit.verdict(value))


def _build(kit: Kit, voice: Voice, right: Any, wrong: Any) -> Iterator[Scene]:
    if not kit.object or kit.scale.free:
        return
    prose = kit.lines_before
    two = [decoy(kit, wrong, Role.SAID), Piece("\n"), *voice.prose(), *kit.said(right)]
    if kit.says_twice and (prose or kit.chosen is None):
        known = _chosen(kit, wrong, right) if prose else NOTHING
        yield Scene(variant="two", pieces=kit.reply(two), known=known)
    said = kit.statement(right)
    cut = Piece(said[: said.rindex("}")].rstrip(), Role.OPEN)
    if kit.form.picks != "first":
        broken = [decoy(kit, wrong, Role.SAID), Piece("\n"), *voice.prose(), cut]
        yield Scene(variant="draft-and-broken", pieces=kit.reply(broken), known=NOTHING)
    if kit.contract.verdict != "*":
        inside = json.dumps({"draft": json.loads(kit.statement(wrong))}, ensure_ascii=False)
        both = [Piece(f"{inside[:-1]}, {said[1:]}", Role.SAID, kit.verdict(right))]
        yield Scene(variant="nested-draft", pieces=kit.reply(both), known=says(kit.verdict(right)))
        only = [Piece(json.dumps({"answer": json.loads(said)}, ensure_ascii=False), Role.OFF)]
        yield Scene(variant="nested-only", pieces=kit.reply(only), known=NOTHING, basic=False)


FAMILY = Family(
    name="two-objects",
    about="Two objects contradict each other, a broken one follows a draft, or one stands inside another.",
    wrong="takes the value of another object than the one that counts",
    invented="picks one of two contradicting objects, or falls back to an earlier or inner one",
    dropped="loses the object because another one stands inside it",
    build=_build,
)
