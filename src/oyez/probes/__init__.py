"""Probes: replies whose reading is known because of how they were built. One family a file, each exporting `FAMILY`."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import islice

from oyez.contract import Contract
from oyez.core.registry import Registry
from oyez.probes._kit import Kit
from oyez.probes._prose import voices
from oyez.probes._scene import Family, Known, Piece, Probe, Role, Scene

FAMILIES = Registry("oyez.probes", "FAMILY", Family)
"""All families, built in and from other packages (entry points in the group `oyez.probes`)."""

__all__ = ["FAMILIES", "Family", "Kit", "Known", "Piece", "Probe", "Role", "Scene", "probes"]


def probes(
    contract: Contract,
    *,
    families: Iterable[str] | None = None,
    count: int | None = None,
    seed: int = 0,
) -> Iterator[Probe]:
    """Replies under a contract with known readings, family by family, in both polarities and every language.

    Without `count` each reply is built once in each language; with it, rounds with other prose follow until
    there are that many, or until a round has no prose to vary. The same seed gives the same replies. Raises
    `ContractError` for a contract whose fields no one reply can hold.
    """
    kit = Kit(contract)
    chosen = None if families is None else set(families)
    used = [family for family in FAMILIES if chosen is None or family.name in chosen]
    if count is None:
        return _round(kit, used, 0, seed)
    return islice(_rounds(kit, used, seed), count)


def _rounds(kit: Kit, families: list[Family], seed: int) -> Iterator[Probe]:
    number = 0
    while True:
        empty = True
        for probe in _round(kit, families, number, seed):
            empty = False
            yield probe
        if empty:
            return
        number += 1


def _round(kit: Kit, families: list[Family], number: int, seed: int) -> Iterator[Probe]:
    seen: set[tuple[str, str | None]] = set()
    for family in families:
        dice = random.Random(f"{seed}/{number}/{family.name}")
        for voice in voices(dice, kit.forbidden, most=1 + min(number, 4)):
            if not family.spoken and voice.tongue.name != "en":
                continue
            for side, (right, wrong) in enumerate(kit.pairs):
                for scene in family.build(kit, voice, right, wrong):
                    key = (scene.text, scene.stop)
                    if key in seen or (number and not _varies(scene)):
                        continue
                    seen.add(key)
                    yield Probe(
                        id=f"{family.name}/{scene.variant}/{'ab'[side]}/{voice.tongue.name}/{number}",
                        family=family.name,
                        scene=scene,
                        language=voice.tongue.name,
                        ids=kit.ids,
                    )


def _varies(scene: Scene) -> bool:
    """Whether another round can build it with other prose."""
    return any(piece.role is Role.PROSE for piece in scene.pieces)
