"""Out of a ledger again: the replies as one file that can be imported anywhere."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Protocol

from oyez.core.errors import InputError
from oyez.ledger.escape import fits
from oyez.ledger.facts import Stored
from oyez.rows.atomic import appearing
from oyez.rows.jsonl_out import JsonlWriter
from oyez.rows.parquet_in import arrow
from oyez.rows.parquet_table import ParquetTable
from oyez.rows.reading import to_json

if TYPE_CHECKING:
    from oyez.ledger.ledger import Ledger

FLAT = (".jsonl", ".parquet")
"""Endings of a flat export."""

_TEXT = ("id", "text", "stop", "error", "item", "arm", "judge", "judge_digest", "order", "ids", "meta")
_MORE = (
    "reply_digest",
    "recorded",
    "prompt",
    "prompt_digest",
    "model_returned",
    "usage",
    "received",
)
REPLY_COLUMNS: dict[str, str] = {
    **dict.fromkeys(_TEXT, "string"),
    "draw": "int64",
    **dict.fromkeys(_MORE, "string"),
    "latency": "double",
}
"""Columns of a flat export with their Parquet types: first those that `oyez read` and `oyez import` know."""


class _Writer(Protocol):
    def write(self, row: dict[str, Any]) -> None: ...
    def close(self) -> None: ...


def export_replies(
    ledger: Ledger, target: Path, where: str = "", on_row: Callable[[int], None] | None = None
) -> tuple[int, int]:
    """Write the draws that the filter chooses to `target` (.jsonl or .parquet), one a row.

    Gives how many, and how many were left out because they have no raw text: in a file of replies they would look
    as if nothing had been delivered. The file appears whole or not at all. Raises `InputError` for a lone surrogate
    that Parquet cannot hold.
    """
    kind = target.suffix.lower()
    if kind not in FLAT:
        raise InputError(f"{target}: the ending must say the format: {' or '.join(FLAT)}")
    if kind == ".parquet":
        arrow()  # before anything is written
    count = left = 0
    with appearing(target) as path, path.open("wb") as out, closing(_writer(kind, out)) as writer:
        for stored in ledger.draws(where):
            if not stored.rereadable:
                left += 1
                continue
            writer.write(reply_row(stored))
            count += 1
            if on_row is not None:
                on_row(count)
    return count, left


def _writer(kind: str, out: BinaryIO) -> _Writer:
    return _Parquet(out) if kind == ".parquet" else JsonlWriter(out)


def reply_row(stored: Stored) -> dict[str, Any]:
    """One draw as a row of `REPLY_COLUMNS`; what is not known is None."""
    draw, reply = stored.draw, stored.reply
    recorded = [{name: getattr(one, name) for name in one.__struct_fields__} for one in draw.recorded]
    own = {name: getattr(reply, name) for name in (*_TEXT, "draw")}
    more = {name: getattr(draw, name) for name in _MORE if name not in ("reply_digest", "recorded")}
    return {
        **own,
        "ids": None if reply.ids is None else list(reply.ids),
        **more,
        "reply_digest": stored.reply_digest,
        "recorded": recorded or None,
        "latency": draw.latency,
    }


class _Parquet:
    """Objects and lists as JSON text, which `oyez read` and `oyez import` take back."""

    def __init__(self, out: BinaryIO) -> None:
        self._table = ParquetTable(out, REPLY_COLUMNS)

    def write(self, row: dict[str, Any]) -> None:
        plain = {
            name: to_json(value) if isinstance(value, (dict, list)) else value for name, value in row.items()
        }
        for name, value in plain.items():
            if isinstance(value, str) and not fits(value.replace("\0", "")):
                raise InputError(
                    f"the {name} of {row['id']!r} holds a lone surrogate, which Parquet cannot; export to .jsonl"
                )
        self._table.write([plain[name] for name in REPLY_COLUMNS])

    def close(self) -> None:
        self._table.close()
