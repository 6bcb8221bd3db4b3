"""The value without its form: the whole reply, or the last line after prose."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from oyez.core.recovery import PlaceRule
from oyez.probes._kit import Kit
from oyez.probes._prose import Voice
from oyez.probes._scene import Family, Piece, Role, Scene, may
from oyez.recoveries import RECOVERIES
from oyez.scales.integer import Integer


def _serves(kit: Kit, rule: str) -> bool:
    found = RECOVERIES.get(rule)
    return isinstance(found, PlaceRule) and any(form.kind in found.forms for form in kit.field.forms)


def _build(kit: Kit, voice: Voice, right: Any, wrong: Any) -> Iterator[Scene]:
    if kit.parts is not None or kit.scale.free or not kit.marked or kit.contract.verdict != kit.field.name:
        return
    if kit.contract.starts_after is not None:
        return
    verdict = kit.verdict(right)
    weak = Piece(kit.written(right), Role.WEAK, verdict)
    whole = any(form.kind == "whole" for form in kit.field.forms)
    if not whole:
        by = ("bare-value",) if _serves(kit, "bare-value") else ()
        yield Scene(variant="alone", pieces=(weak,), known=may(verdict, *by))
    rule = "last-line-label" if kit.scale.labelled else "last-line-integer"
    if kit.scale.labelled or isinstance(kit.scale, Integer):
        by = (rule,) if _serves(kit, rule) and not kit.contract.all_fields else ()
        for name, lines in (("last-line", voice.prose(2)), ("last-line-numbers", voice.numbers())):
            pieces = (*lines, weak)
            yield Scene(variant=name, pieces=pieces, known=may(verdict, *by))


FAMILY = Family(
    name="bare-value",
    about="Prose, and then the value alone on the last line, or nothing but the value: the form is missing.",
    wrong="takes something else than the value that stands alone on the last line",
    invented="gives a verdict for a reply without one",
    dropped="drops a reply that ends with the bare value on a line of its own, which the contract recovers",
    build=_build,
)
