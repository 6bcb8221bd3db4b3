"""A second way to the reading of a probe: from the roles of its pieces, knowing neither families nor the reader."""

from __future__ import annotations

import json
from typing import Any

from oyez.contract import Contract
from oyez.probes import Kit, Known, Piece, Role, Scene
from oyez.probes._scene import NOTHING, may, says

HIDDEN = "\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"


def derived(scene: Scene, contract: Contract) -> Known:
    """What the reply says, from what its pieces are there for."""
    text = scene.text
    if not text.strip(HIDDEN + " \t\r\n") or "\r" in text.replace("\r\n", "\n"):
        return NOTHING
    roles = {piece.role for piece in scene.pieces}
    if roles & {Role.OPEN, Role.OFF}:
        return NOTHING
    said, weak = _values(scene.pieces, Role.SAID), _values(scene.pieces, Role.WEAK)
    if not said:
        return may(weak[0]) if len(_different(weak)) == 1 else NOTHING
    if len(_different([*said, *weak])) > 1:
        return _several(said, weak, contract)
    if len(said) > 1 and Kit(contract).field.repeats == "forbid":
        return NOTHING
    return may(said[0]) if _doubtful(scene.pieces, roles, contract) else says(said[0])


def _several(said: list[Any], weak: list[Any], contract: Contract) -> Known:
    """Different values: the contract may say which of several counts."""
    kit = Kit(contract)
    pick = getattr(kit.form, "object", None) or kit.field.repeats
    if weak or pick not in ("first", "last"):
        return NOTHING
    return says(said[0] if pick == "first" else said[-1])


def _doubtful(pieces: tuple[Piece, ...], roles: set[Role], contract: Contract) -> bool:
    """Whether something beside the value makes giving none right too."""
    form = Kit(contract).form
    marks_anywhere = form.kind in ("bracket", "after", "phrase", "tag") and not getattr(form, "at", None)
    if Role.INLINE in roles and (marks_anywhere or not form.marked):
        return True
    menus = [piece for piece in pieces if piece.role is Role.MENU]
    return Role.ACROSS in roles or any(form.site == "object" or "\n" in menu.text for menu in menus)


def _values(pieces: tuple[Piece, ...], role: Role) -> list[Any]:
    return [piece.value for piece in pieces if piece.role is role]


def _different(values: list[Any]) -> set[str]:
    return {json.dumps(value, sort_keys=True) for value in values}
