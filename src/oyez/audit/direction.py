"""Which way an error goes: the label or arm that it favours, and where in the reply it came from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from oyez.audit.finding import Judged, Kind
from oyez.core.value import same
from oyez.probes import Kit, Known, Role, Scene
from oyez.scales.preference import Preference


def favoured(kit: Kit, known: Known, judged: Judged) -> Iterator[str]:
    """What an error favours, in a few words; nothing for errors without a direction."""
    if judged.kind not in (Kind.SILENT, Kind.INVENTED):
        return
    given = judged.given
    if isinstance(kit.scale, Preference) and given in kit.scale.labels:
        winner = kit.scale.winner(given)
        yield "a tie" if winner is None else f"arm {winner}"
    elif _number(given) and _number(known.verdict):
        yield "higher numbers" if given > known.verdict else "lower numbers"
    else:
        yield given if isinstance(given, str) and len(given) <= 60 else repr(given)[:60]


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def taken_from(kit: Kit, scene: Scene, given: Any) -> tuple[int, int] | None:
    """Where in the reply a value seems to come from: the piece that holds it and does not say it, else its text."""
    if given is None:
        return None
    places = []
    at = 0
    for piece in scene.pieces:
        end = at + len(piece.text)
        if piece.role is not Role.SAID and piece.role is not Role.PROSE and piece.role is not Role.GLUE:
            places.append((at, end, piece))
        at = end
    for start, end, piece in places:
        if piece.value is not None and same(piece.value, given):
            return start, end
    return _word(scene.text, given, places[0][:2] if places else (0, len(scene.text)))


def _word(text: str, given: Any, within: tuple[int, int]) -> tuple[int, int] | None:
    word = given if isinstance(given, str) else str(given)
    found = text.lower().find(word.lower(), *within) if word else -1
    return (found, found + len(word)) if found >= 0 else None


def direction_text(directions: dict[str, int]) -> str:
    """Directions in words: one, or several with their counts."""
    if not directions:
        return ""
    if len(directions) == 1:
        return f"always favours {next(iter(directions))}"
    shown = list(directions.items())[:4]
    more = len(directions) - len(shown)
    said = ", ".join(f"{name} {count}" for name, count in shown)
    return f"favours {said}" + (f" and {more} more" if more else "")
