"""Replies that were given before, from a ledger or a file: the same questions, and nobody is asked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from oyez.core.errors import InputError
from oyez.core.reply import Reply
from oyez.judges._judge import Delivery, Fault, Judge, JudgeRule, JudgeSpec, Request
from oyez.ledger.file import is_ledger
from oyez.ledger.ledger import Ledger
from oyez.rows.columns import COLUMNS, Columns
from oyez.rows.replies import Replies, open_source

_Key = tuple[str | None, str | None, str | None, int]


class ReplayJudge(Judge):
    """Answers a question by the recorded reply of the same item, arm, order and draw.

    Arm and order are compared where the record has them. Nothing is repeated: a recorded reply answers once.
    """

    def __init__(self, spec: JudgeSpec) -> None:
        super().__init__(spec)
        self._path = Path(spec.base, str(spec.option("from", "")))
        if not spec.option("from") or not self._path.exists():
            raise ValueError(f"from must name a ledger or a file of replies; there is no {self._path.name!r}")
        self._held: dict[_Key, list[Reply]] | None = None

    def identity(self) -> dict[str, Any]:
        """A record is not the judge that it was made by."""
        return {"from": self._path.name}

    async def reach(self) -> None:
        """Read the record. Raises `InputError` for a file that holds no replies."""
        self._load()

    def _load(self) -> dict[_Key, list[Reply]]:
        if self._held is None:
            self._held = {}
            for reply in _replies(self._path, str(self.spec.option("where", ""))):
                key = (reply.item or reply.id, reply.arm, reply.order, reply.draw or 0)
                self._held.setdefault(key, []).append(reply)
        return self._held

    async def ask(self, request: Request) -> Delivery:
        """Look the reply up."""
        held = self._load()
        for arm, order in (
            (request.arm, request.order),
            (request.arm, None),
            (None, request.order),
            (None, None),
        ):
            found = held.get((request.item, arm, order, request.draw))
            if found:
                return _delivery(found.pop(0))
        said = f"the record has no reply for item {request.item}, arm {request.arm}, order {request.order}"
        return Delivery(error=f"{said}, draw {request.draw}", fault=Fault.FINAL)


def _replies(path: Path, where: str) -> Iterator[Reply]:
    if is_ledger(path):
        with Ledger(path, readonly=True) as ledger:
            yield from ledger.replies(where)
        return
    if where:
        raise InputError(f"{path}: `where` chooses draws of a ledger, and this is none")
    with open_source(str(path), set(COLUMNS)) as source:
        for row in Replies(source, Columns()):
            yield row.reply


def _delivery(reply: Reply) -> Delivery:
    failed = reply.error is not None or reply.text is None
    return Delivery(
        text=reply.text,
        stop=reply.stop,
        error=reply.error or ("the recorded draw has no text" if reply.text is None else None),
        fault=Fault.FINAL if failed else None,
        model=reply.judge,
    )


JUDGE = JudgeRule("replay", ("from", "where"), ReplayJudge, model=False)
