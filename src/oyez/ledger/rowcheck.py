"""Whether a row is as it was added: its stored hash against the hash of what stands in it now."""

from __future__ import annotations

from typing import Any

from oyez.ledger.escape import escaped, fits, unescape
from oyez.ledger.hashing import REFERENCES, TEXTS, row_hash, text_digest, told


def query(table: str) -> str:
    """All rows of a table by id, with the hashes of the rows that they point at as `hash_COLUMN`."""
    parents = REFERENCES.get(table, {})
    hashes = [
        f"(SELECT {'digest' if parent in TEXTS else 'hash'} FROM {parent} WHERE id = t.{column}) AS hash_{column}"
        for column, parent in parents.items()
    ]
    return f"SELECT {', '.join(['t.*', *hashes])} FROM {table} t ORDER BY t.id"


def check(table: str, row: dict[str, Any]) -> tuple[str | None, bytes]:
    """What is wrong with a row of `query`, if anything, and the hash that the row claims."""
    try:
        return _text(table, row) if table in TEXTS else _columns(table, row)
    except (ValueError, TypeError, AttributeError, KeyError) as fault:
        return f"does not hold what a ledger writes: {fault}", b""


def _text(table: str, row: dict[str, Any]) -> tuple[str | None, bytes]:
    """A reply or prompt: named by its text, and written in the one form that its text has."""
    claimed, stored, marks = row["digest"], row["text"], row["escaped"]
    unescape(row)
    text = row["text"]
    if text_digest(table, text) != claimed:
        return "its text is not the one that its digest names", _bytes(claimed)
    fit = fits(text)
    if stored != (text if fit else escaped(text)) or marks != (None if fit else "text"):
        return "its text is not written as a ledger writes it", _bytes(claimed)
    return None, _bytes(claimed)


def _columns(table: str, row: dict[str, Any]) -> tuple[str | None, bytes]:
    """Any other row: the hash is over all columns, references by the hash of what they point at."""
    parents = REFERENCES.get(table, {})
    known: dict[str, Any] = {}
    for name, value in row.items():
        if value is None or name == "hash" or name.startswith("hash_"):
            continue
        if name in parents:
            found = row[f"hash_{name}"]
            if found is None:
                return f"points at {parents[name]} {value}, which is not there", row["hash"]
            value = _bytes(found) if parents[name] in TEXTS else found
        known[name] = told(value)
    claimed: bytes = row["hash"]
    return None if row_hash(table, known) == claimed else "does not hold what its hash says", claimed


def _bytes(digest: str) -> bytes:
    return bytes.fromhex(digest.removeprefix("sha256:"))
