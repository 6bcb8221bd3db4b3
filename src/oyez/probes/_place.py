"""Where the pieces that try a parser stand: before the value, after it, or in a string of its object."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from oyez.probes._kit import Kit
from oyez.probes._prose import Voice
from oyez.probes._scene import Piece, Role


def beside(
    kit: Kit, voice: Voice, lines: list[Piece], body: list[Piece]
) -> Iterator[tuple[str, tuple[Piece, ...]]]:
    """The lines before the value and after it, wherever the form leaves room."""
    if kit.lines_before:
        yield "before", kit.reply(body, [*voice.prose(), *lines])
    if kit.lines_after:
        yield "after", kit.reply(body, voice.prose() if kit.lines_before else [], [*lines, *voice.prose()])


def in_string(kit: Kit, lines: list[Piece], value: Any) -> Iterator[tuple[str, tuple[Piece, ...]]]:
    """The lines in a string of the object that says the value."""
    if kit.object and kit.contract.starts_after is None:
        kept = lines[:-1] if lines and lines[-1].text == "\n" else lines
        yield "string", kit.reply(kit.in_object(kept, value))


def alone(kit: Kit, voice: Voice, body: list[Piece]) -> tuple[Piece, ...]:
    """The body with prose before it where the form leaves room."""
    return kit.reply(body, voice.prose() if kit.lines_before else [])


def decoy(kit: Kit, value: Any, role: Role) -> Piece:
    """The form with a value, in a place where it is not said."""
    return Piece(kit.statement(value), role, kit.verdict(value))
