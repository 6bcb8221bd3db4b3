"""A value with a second one, a doubt or a negation beside it in its own place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from oyez.probes._kit import Kit
from oyez.probes._place import alone
from oyez.probes._prose import Voice
from oyez.probes._scene import NOTHING, Family, Scene
from oyez.probes._values import unclear
from oyez.probes.prefix_words import off_piece


def _build(kit: Kit, voice: Voice, right: Any, wrong: Any) -> Iterator[Scene]:
    if "leading-label" in kit.field.recover:
        return
    for number, words in enumerate(unclear(kit.scale)):
        if (right, wrong) != kit.pairs[0]:
            one, other = kit.written(wrong), kit.written(right)
            words = "\0".join(words.split(one)).replace(other, one).replace("\0", other)
        name = ("or-other", "maybe-other", "negated")[number if len(unclear(kit.scale)) > 1 else 2]
        yield Scene(variant=name, pieces=alone(kit, voice, [off_piece(kit, words)]), known=NOTHING)


FAMILY = Family(
    name="taken-back",
    about="The value's place names a value and takes it back, or adds another one.",
    wrong="takes the other of two values in one place",
    invented="takes the first allowed word of a place that says more than one thing, or says no to it",
    dropped="finds nothing",
    build=_build,
    spoken=False,
)
