"""How each draw of a pilot ended: from replies, from readings that were written before, or from a ledger."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from oyez.contract import Contract
from oyez.core.errors import InputError, RefusedError
from oyez.core.reading import Reading
from oyez.core.status import Status, Stop
from oyez.ledger import Ledger
from oyez.ledger.asked import Asked
from oyez.reader import read
from oyez.rows.columns import MISSING, Columns, look_up
from oyez.rows.jsonl_in import strict_json
from oyez.rows.raw import BadRow, RawRow
from oyez.rows.replies import Replies, open_source
from oyez.rows.reply import ColumnError, group_of, name_of


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
    count, grouped = 0, by is None
    with open_source(path, {"status", "stop", "contract", "reader", by or "arm", "meta"}) as source:
        for row in source.rows():
            count += 1
            if isinstance(row, BadRow):
                raise InputError(str(row))
            seen = _of_row(row, by or "arm")
            grouped = grouped or seen.group is not None
            yield seen
            if on_row is not None:
                on_row(row.done)
    if not count:
        raise InputError(f"{path}: holds no rows")
    if not grouped:
        raise InputError(f"{path}: in all {count} rows: no column {by!r}, or nothing in it (--by)")


def _seen(group: str | None, reading: Reading) -> DrawSeen:
    return DrawSeen(group, reading.status, reading.stop, reading.contract, reading.reader)


def _of_row(row: RawRow, by: str) -> DrawSeen:
    columns = row.columns
    if "status" not in columns:
        raise InputError(
            f"{row.place}: no column 'status', so this is no reading; to read replies, name their --contract"
        )
    try:
        status = Status(columns["status"])
    except ValueError:
        known = ", ".join(Status)
        raise InputError(f"{row.place}: {columns['status']!r} is no status; there are {known}") from None
    stop, contract, reader = (_word(row, name) for name in ("stop", "contract", "reader"))
    return DrawSeen(
        group=_word(row, by),
        status=status,
        stop=Stop(stop) if stop is not None and stop in [*Stop] else Stop.UNKNOWN,
        contract=contract or NOT_GIVEN,
        reader=reader or NOT_GIVEN,
    )


def _word(row: RawRow, path: str) -> str | None:
    """The word in a column of a reading; `meta` may be an object in a cell of its own."""
    tree: Any = row.columns
    if path.startswith("meta.") and isinstance(tree.get("meta"), str):
        try:
            tree = {"meta": strict_json(tree["meta"] or "null")}
        except (ValueError, RecursionError):
            raise InputError(f"{row.place}: meta does not hold a JSON object") from None
    found = look_up(tree, path)
    try:
        return None if found is MISSING else name_of(found) or None
    except ColumnError as fault:
        raise InputError(f"{row.place}: the column {path!r} holds {fault}, not a word") from fault
