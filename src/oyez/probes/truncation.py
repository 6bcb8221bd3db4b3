"""The reply is cut before, inside or after the value."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from oyez.core.value import Admitted
from oyez.probes._kit import Kit
from oyez.probes._prose import Voice
from oyez.probes._scene import NOTHING, Family, Piece, Role, Scene, says


def _build(kit: Kit, voice: Voice, right: Any, wrong: Any) -> Iterator[Scene]:
    if kit.scale.free or kit.contract.cut == "value":
        return
    lead = [*kit.reply([], voice.prose() if kit.lines_before else [])]
    lead = lead[: _last_prose(lead)]
    said = kit.statement(right) if kit.parts is None or kit.object else kit.said(right)[0].text
    if lead:
        yield Scene(variant="before", pieces=tuple(lead), known=NOTHING, stop="length")
    at = said.rindex(_token(kit, right)) if _token(kit, right) in said else 0
    some_will_do = kit.contract.partial or kit.contract.at_least is not None
    if kit.marked and at > 0 and not some_will_do:
        opened = Piece(said[:at].rstrip(), Role.OPEN)
        yield Scene(variant="before-value", pieces=(*_start(kit), opened), known=NOTHING, stop="length")
        yield from _inside(kit, said, at, right)
    if kit.lines_after and kit.parts is None:
        pieces = kit.reply(kit.said(right), [], [Piece("The first reason is that the", Role.PROSE)])
        yield Scene(variant="after", pieces=pieces, known=says(kit.verdict(right)), stop="length")


def _inside(kit: Kit, said: str, at: int, right: Any) -> Iterator[Scene]:
    """The cut inside the value."""
    token = _token(kit, right)
    size = max(1, len(token) // 2)
    if not kit.marked or len(token) < 2:
        return
    rest = token[:size]
    whole = isinstance(kit.scale.admit(rest), Admitted)
    opened = Piece(said[: at + size], Role.OPEN)
    needs = whole and not kit.object and kit.form.kind in ("line", "after")
    yield Scene(
        variant="inside-value",
        pieces=(*_start(kit), opened),
        known=NOTHING,
        stop="length",
        needs_stop=needs,
    )


def _start(kit: Kit) -> tuple[Piece, ...]:
    return (Piece(f"{kit.contract.starts_after}\n"),) if kit.contract.starts_after else ()


def _token(kit: Kit, value: Any) -> str:
    if not kit.object:
        return kit.written(value)
    import json

    return json.dumps(kit.scale.data(value), ensure_ascii=False)


def _last_prose(pieces: list[Piece]) -> int:
    return max((at + 1 for at, piece in enumerate(pieces) if piece.role is Role.PROSE), default=0)


FAMILY = Family(
    name="truncation",
    about="The provider cut the reply for length: before the value, inside it, or in the text after it.",
    wrong="reads another value than the one that was complete before the cut",
    invented="takes a value that was cut, or completes one that never came",
    dropped="loses a value that was complete before the cut",
    build=_build,
    spoken=False,
)
