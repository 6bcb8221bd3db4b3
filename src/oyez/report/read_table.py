"""What the table of one `oyez read` says, and the same as JSON."""

from __future__ import annotations

from typing import Any

import msgspec

from oyez.core.status import Status, Stop
from oyez.core.tally import Tally
from oyez.report.unread import Unread, unread_tree


class KeptReadings(msgspec.Struct, frozen=True):
    """What reading a ledger did to it."""

    added: int
    """Readings that were made now."""
    there: int
    """Readings that this instrument had made before."""
    not_rereadable: int
    """Draws without raw text; they are in no count of the table."""


class ReadTable(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that the table of one `oyez read` says."""

    source: str
    contract: str
    """`name@version#digest`."""
    reader: str
    """The version of the reading rules."""
    all: Tally
    by: str | None = None
    """The column that the replies are grouped by."""
    groups: dict[str | None, Tally] = {}
    """Group → its tally; `None` holds the replies that do not say."""
    bad: int = 0
    """Rows that could not be taken as replies; no tally counts them."""
    unread: list[Unread] = []
    """The most telling replies without a verdict."""
    kinds: dict[tuple[Status, str | None], int] = {}
    """Unread replies by status and problem."""
    kept: KeptReadings | None = None
    """For a ledger, what reading it added; `None` for other archives."""


def tree(table: ReadTable) -> dict[str, Any]:
    """The table as one JSON object."""
    groups = [{"group": name, **tally_tree(tally)} for name, tally in table.groups.items()]
    kept = table.kept
    ledger = None if kept is None else {name: getattr(kept, name) for name in kept.__struct_fields__}
    return {
        "replies": table.source,
        "contract": table.contract,
        "reader": table.reader,
        "bad_rows": table.bad,
        "ledger": ledger,
        "all": tally_tree(table.all),
        "by": table.by,
        "groups": groups if table.by is not None else None,
        "unread": [unread_tree(unread) for unread in table.unread],
    }


def rows(table: ReadTable) -> list[dict[str, Any]]:
    """The table as one JSON object a row: all replies first (group null), then each group."""
    shared = {"contract": table.contract, "reader": table.reader, "by": table.by}
    lines = [{**shared, "by": None, "group": None, **tally_tree(table.all)}]
    return lines + [{**shared, "group": name, **tally_tree(tally)} for name, tally in table.groups.items()]


def tally_tree(tally: Tally) -> dict[str, Any]:
    """A tally as a JSON object; `coverage` is verdicts / replies, `abstained_share` abstained / verdicts."""
    return {
        "replies": tally.replies,
        "verdicts": tally.with_verdict,
        "coverage": tally.coverage,
        "abstained": tally.abstained,
        "abstained_share": tally.abstained_share,
        "status": {str(status): found for status, found in tally.statuses.items()},
        "recovered_by": dict(sorted(tally.rules.items(), key=lambda item: (-item[1], item[0]))),
        "verdict": dict(sorted(tally.verdicts.items(), key=lambda item: (-item[1], item[0]))),
        "stop": {str(stop): tally.stops.get(stop, 0) for stop in Stop},
        "kept_truncated": tally.kept_truncated,
    }
