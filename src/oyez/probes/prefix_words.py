"""Words that begin or end like a value, and are none; and the form's own words with more behind them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from oyez.core.value import Admitted
from oyez.probes._kit import Kit
from oyez.probes._place import alone
from oyez.probes._prose import Voice
from oyez.probes._scene import NOTHING, Family, Piece, Role, Scene
from oyez.probes._values import garbled


def off_piece(kit: Kit, text: str) -> Piece:
    """A text that is no value, in the place of one."""
    return Piece(kit.object_with(text) if kit.object else kit.around(text), Role.OFF)


def _build(kit: Kit, voice: Voice, right: Any, wrong: Any) -> Iterator[Scene]:
    whole = kit.around(kit.written(right)) if not kit.object else ""
    if whole and whole[-1].isalnum() and not whole.endswith(kit.written(right)):
        longer = Piece(whole + ("0" if whole[-1].isdigit() else "ness"), Role.OFF)
        yield Scene(variant="form", pieces=alone(kit, voice, [longer]), known=NOTHING)
    for number, word in enumerate(garbled(kit.scale)):
        if (right, wrong) != kit.pairs[0]:
            word = word.replace(kit.written(wrong), kit.written(right))
        if isinstance(kit.scale.admit(word), Admitted):
            continue  # as "unsupported" beside "supported": the longer word is allowed too
        yield Scene(variant=f"word-{number}", pieces=alone(kit, voice, [off_piece(kit, word)]), known=NOTHING)


FAMILY = Family(
    name="prefix-words",
    about="The value's place holds a longer word that begins or ends like an allowed one.",
    wrong="cuts a longer word down to another allowed value",
    invented="cuts a longer word down to an allowed value that it begins or ends with",
    dropped="finds nothing",
    build=_build,
)
