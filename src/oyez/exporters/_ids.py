"""Names that come out the same whenever the same reply is read by the same instrument."""

from __future__ import annotations

import uuid
from typing import Final

from oyez.exporters._exporter import Reread

_SPACE: Final = uuid.UUID("5a0f0f52-6c39-5a52-9f0c-6f79657a0001")
"""A name space of our own, so that no other program's names collide."""


def stable_id(reread: Reread) -> str:
    """A UUID made of contract, reader, judge and the reply's name and text: writing twice changes nothing."""
    reply, reading = reread.draw.reply, reread.reading
    judge = reply.judge_digest or reply.judge
    parts = (reading.contract, reading.reader, judge, reread.id, reply.item, reply.text)
    told = "\0".join("" if part is None else part for part in parts)
    return str(uuid.uuid5(_SPACE, told.encode("utf-8", "backslashreplace").decode()))
