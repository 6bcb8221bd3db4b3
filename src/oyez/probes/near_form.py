"""Something like the form: single brackets for double ones, another label, another tag, another key."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from oyez.probes._kit import Kit
from oyez.probes._place import alone
from oyez.probes._prose import Voice
from oyez.probes._scene import NOTHING, Family, Piece, Role, Scene


def _near(kit: Kit, word: str, value: Any) -> Iterator[tuple[str, str]]:
    kind = kit.form.kind
    if kind == "bracket" and "single-bracket" not in kit.field.recover:
        opening, closing = kit.form.marks[0], kit.around("")[len(kit.form.marks[0]) :]
        if len(opening) > 1:
            yield "citation", f"As item {opening[:-1]}{word}{closing[:-1]} of the list shows, it holds."
    elif kind == "line":
        yield "longer-label", f"X-{kit.form.labels[0]}: {word}"
        yield "no-colon", f"{kit.form.labels[0]} {word}"
    elif kind == "tag":
        yield "other-tag", kit.around(word).replace("<", "<my_", 1).replace("</", "</my_")
    elif kind == "json":
        yield "other-key", json.dumps({"draft_value": kit.scale.data(value)}, ensure_ascii=False)


def _build(kit: Kit, voice: Voice, right: Any, wrong: Any) -> Iterator[Scene]:
    if kit.scale.free or kit.parts is not None:
        return
    for name, text in _near(kit, kit.written(right), right):
        yield Scene(variant=name, pieces=alone(kit, voice, [Piece(text, Role.LOOSE)]), known=NOTHING)


FAMILY = Family(
    name="near-form",
    about="The reply holds something like the form: single brackets as in a citation, another label, tag or key.",
    wrong="gives another verdict",
    invented="falls back to something that only looks like the form, such as single brackets or another key",
    dropped="finds nothing",
    build=_build,
    spoken=False,
)
