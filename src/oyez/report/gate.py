"""The gate on coverage: whether enough of what was asked for could be read."""

from __future__ import annotations

from decimal import Decimal

from oyez.report.read_table import ReadTable
from oyez.report.shares import count, of


def shortfall(table: ReadTable, least: Decimal) -> str | None:
    """Why the coverage is below `least` (0 to 1), or `None` if it is not.

    A bad row was asked for and could not be read: the share is verdicts / (replies + bad rows), so that no
    gate is passed because an archive is broken.
    """
    verdicts, rows = table.all.with_verdict, table.all.replies + table.bad
    if verdicts >= least * rows and rows:
        return None
    what = f"rows, {count(table.bad)} of them bad" if table.bad else "replies"
    return (
        f"the coverage, {count(verdicts)} of {count(rows)} {what} ({of(verdicts, rows)}), "
        f"is below {(least * 100).normalize():f}%"
    )
