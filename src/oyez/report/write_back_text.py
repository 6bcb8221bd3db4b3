"""What `oyez write-back` says: which file it made, and how many readings of each kind stand in it."""

from __future__ import annotations

from typing import Any

from oyez.contract import Contract
from oyez.exporters import Exporter, Written
from oyez.report.shares import count, of


def lines(written: Written, exporter: Exporter, contract: Contract, to: str, absent: int) -> list[str]:
    """The whole page; `absent` draws had no text to read again."""
    verdicts = f"{count(written.verdicts)} with a verdict ({of(written.verdicts, written.rows)})"
    made = [
        f"written   {to}, by {exporter.name}",
        f"contract  {contract.ref}",
        f"readings  {count(written.rows)}: {verdicts}, {count(written.unread)} unread",
    ]
    return [*made, f"left      {count(absent)} not re-readable, as they are"] if absent else made


def tree(written: Written, exporter: Exporter, contract: Contract, to: str, absent: int) -> dict[str, Any]:
    """The same as one JSON object."""
    return {
        "to": to,
        "exporter": exporter.name,
        "contract": contract.ref,
        "readings": written.rows,
        "verdicts": written.verdicts,
        "unread": written.unread,
        "not_rereadable": absent,
    }
