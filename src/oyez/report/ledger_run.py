"""Reads a ledger under one contract, keeps the readings, and makes the same table as for any archive."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from oyez.contract import Contract
from oyez.core.errors import InputError
from oyez.ledger import Ledger
from oyez.report.read_table import KeptReadings, ReadTable
from oyez.report.run import ReadRun
from oyez.rows.readings import RowWriter
from oyez.rows.replies import ReplyRow
from oyez.rows.reply import group_of


def read_into(
    ledger: Ledger,
    contract: Contract,
    run: ReadRun,
    where: str = "",
    by: str | None = None,
    writer: RowWriter | None = None,
    on_row: Callable[[int], None] | None = None,
) -> ReadTable:
    """Read what the contract has not read yet, and give the table of all draws that the filter chooses.

    Raises `InputError` where no draw can be read.
    """
    added = there = absent = 0
    for at, draw in enumerate(ledger.read(contract, where), start=1):
        if draw.reading is None:
            absent += 1
            continue
        added += not draw.stored
        there += draw.stored
        group = group_of(draw.reply, by) if by is not None else None
        run.take(draw.reading, ReplyRow(draw.reply, f"draw {draw.draw}", group), writer)
        if on_row is not None:
            on_row(at)
    if not added + there:
        lost = f"; {absent:,} draws are not re-readable" if absent else ""
        raise InputError(f"{ledger.path}: no draw can be read{lost}")
    return msgspec.structs.replace(run.table(), kept=KeptReadings(added, there, absent))
