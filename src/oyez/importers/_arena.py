"""What both generations of Arena-Hard files have in common: a game as a draw."""

from __future__ import annotations

from typing import Any

from oyez.core.reply import Reply
from oyez.importers._row import Row, known
from oyez.ledger.facts import Draw, Judge, Recorded


def game_draw(
    *,
    row: Row,
    number: int,
    item: str,
    arms: tuple[str, str],
    judge: Judge,
    text: str | None,
    score: str | None,
    prompt: str | None,
    generation: str,
    absent: str = "the judgment is null",
    **more: Any,
) -> Draw:
    """Game `number` of a line (0: `arms` in this order, 1: swapped; later games go on in turn)."""
    order = ("AB", "BA")[number % 2]
    return Draw(
        reply=Reply(
            id=f"{item}/{arms[1]}/{judge.name}/game {number + 1}",
            text=text,
            item=item,
            arm=f"{arms[0]} vs {arms[1]}",
            judge=judge.name,
            draw=number // 2,
            order=order,
            meta=known(place=f"{row.at}, game {number + 1}", **more),
        ),
        judge=judge,
        prompt=prompt,
        raw_absent=absent if text is None else None,
        recorded=(
            Recorded(value=score, name="score", tool="arena-hard-auto", parser=f"arena-hard/{generation}"),
        ),
    )
