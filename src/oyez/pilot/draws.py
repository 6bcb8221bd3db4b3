"""How each draw of a pilot ended: from replies, from readings that were written before, or from a ledger."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from oyez.contract import Contract
from oyez.core.errors import InputError, RefusedError
from oyez.core.reading import Reading
from oyez.core.status import Status, Stop
from oyez.ledger import Ledger
from oyez.ledger.asked import Asked
from oyez.measure.groups import group_of as group_seen
from oyez.measure.rows import observations_in
from oyez.reader import read
from oyez.rows.columns import Columns
from oyez.rows.replies import Replies, open_source
from oyez.rows.reply import group_of


class DrawSeen(msgspec.Struct, frozen=True):
    """How one draw ended."""

    group: str | None
    """The arm, or what else the draws are grouped by; `None` where the draw does not say."""
    status: Status
    stop: Stop
    contract: str
    """`name@version#digest` of the contract that it was read under."""
    reader: str
    """The version of the reading rules."""


NOT_GIVEN = "(not given)"
Step = Callable[[int], None]
"""Is told how far the source is read, in the unit of its total."""


def seen_in_replies(
    path: str, contract: Contract, columns: Columns, by: str | None = None, on_row: Step | None = None
) -> Iterator[DrawSeen]:
    """The draws of a file or directory of replies, read under a contract, by their arm or another column.

    Raises `InputError` for a bad row, and for a column `by` that is in no row.
    """
    with open_source(path, columns.paths() | {columns.place(by or "arm")}) as source:
        for row in Replies(source, columns, by=by):
            yield _seen(row.reply.arm if by is None else row.group, read(row.reply, contract))
            if on_row is not None:
                on_row(row.done)


def seen_in_ledger(
    ledger: Ledger, contract: Asked, by: str | None = None, where: str = "", on_row: Step | None = None
) -> Iterator[DrawSeen]:
    """The draws of a ledger that the filter chooses; stored readings are used, missing ones made and not kept.

    Raises `RefusedError` for a draw that is not re-readable: nothing is known of how it ended.
    """
    for at, draw in enumerate(ledger.readings(contract, where), start=1):
        if draw.reading is None:
            why = draw.raw_absent or f"no stored reading by {contract.ref}, reader {contract.reader}"
            raise RefusedError(
                f"{ledger.path}: draw {draw.draw} cannot be checked: {why}; choose draws with --where"
            )
        yield _seen(group_of(draw.reply, by or "arm"), draw.reading)
        if on_row is not None:
            on_row(at)


def seen_in_readings(path: str, by: str | None = None, on_row: Step | None = None) -> Iterator[DrawSeen]:
    """The draws of a file of readings, as `oyez read --to` writes it.

    Raises `InputError` for a row that is no reading, and for a column `by` that is in no row.
    """
    grouped = by is None
    for one in observations_in(path, None, on_row):
        group = group_seen(one, by or "arm")
        grouped = grouped or group is not None
        assert one.status is not None  # every row of readings has a status, or it was refused
        yield DrawSeen(group, one.status, one.stop, one.contract or NOT_GIVEN, one.reader or NOT_GIVEN)
    if not grouped:
        raise InputError(f"{path}: no row has anything in the field {by!r} (--by)")


def _seen(group: str | None, reading: Reading) -> DrawSeen:
    return DrawSeen(group, reading.status, reading.stop, reading.contract, reading.reader)
