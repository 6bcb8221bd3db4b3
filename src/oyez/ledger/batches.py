"""Draws in batches: as many as one commit takes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from oyez.core.reply import Reply
from oyez.ledger.facts import Draw

BATCH = 1000
"""Draws of one commit."""
_BATCH_TEXT = 16_000_000
"""Code points of one commit's texts, beyond which it is closed early: replies of megabytes exist."""


def as_draw(reply: Reply | Draw) -> Draw:
    """A draw, from a bare reply where nothing more is known."""
    return reply if isinstance(reply, Draw) else Draw(reply=reply)


def batches(draws: Iterable[Draw], most: int) -> Iterator[list[Draw]]:
    """Lists of at most `most` draws and a bounded amount of text; if the iterable raises, first what it gave."""
    if most < 1:
        raise ValueError("a batch holds at least one draw")
    iterator = iter(draws)
    fault: BaseException | None = None
    full = True
    while full and fault is None:
        gathered: list[Draw] = []
        held = 0
        full = False
        try:
            for draw in iterator:
                gathered.append(draw)
                held += len(draw.reply.text or "") + len(draw.prompt or "")
                if len(gathered) == most or held > _BATCH_TEXT:
                    full = True
                    break
        except BaseException as raised:
            fault = raised
        if gathered:
            yield gathered
    if fault is not None:
        raise fault
