"""The menu of the prompt, or its placeholder, stands where a value should."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from oyez.probes._kit import Kit
from oyez.probes._place import alone
from oyez.probes._prose import Voice
from oyez.probes._scene import NOTHING, Family, Piece, Role, Scene, may, says


def _menus(kit: Kit) -> Iterator[tuple[str, str]]:
    if kit.menu is None:
        return
    yield "menu", kit.menu
    labels = kit.scale.labels
    if len(labels) > 1:
        yield "commas", ", ".join(labels)
        yield "or", " or ".join(labels)
        yield "backwards", " | ".join(reversed(labels))


def _build(kit: Kit, voice: Voice, right: Any, wrong: Any) -> Iterator[Scene]:
    for name, menu in _menus(kit):
        shown = kit.object_with(menu) if kit.object else kit.around(menu)
        echoed = Piece(shown, Role.MENU)
        yield Scene(variant=f"{name}-alone", pieces=alone(kit, voice, [echoed]), known=NOTHING)
        if not kit.lines_before or not kit.marked or kit.parts is not None:
            continue
        pieces = kit.reply(kit.said(right), [*voice.prose(), echoed, Piece("\n")])
        verdict = kit.verdict(right)
        yield Scene(
            variant=f"{name}-before", pieces=pieces, known=may(verdict) if kit.object else says(verdict)
        )


FAMILY = Family(
    name="menu-echo",
    about="The judge repeats the menu of the prompt, with its own value after it or none.",
    wrong="takes an entry of the menu, not the value that the judge gives",
    invented="takes an entry of the prompt's menu for a verdict",
    dropped="gives up when the menu is repeated, though the judge's own value is plain",
    build=_build,
)
