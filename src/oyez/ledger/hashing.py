"""Hashes of facts: what they cover, so that any other program can compute them.

A reply's or prompt's identity is SHA-256 over the tag `oyez.reply.1` or `oyez.prompt.1`, a zero byte, and the text in
UTF-8, lone surrogates as the three bytes of their code point. The hash of any other row is SHA-256 over the tag
`oyez.row.TABLE.1`, a zero byte, and canonical JSON of the row: its columns by name, keys sorted, without nulls and
without `hash`; a column that points at another row holds that row's hash in hex instead of its id; whole numbers are
written as their digits, others as RFC 8785 says. The digest of a judge or an instrument is SHA-256 over its tag, a zero
byte, and JSON of what is known of it, in ASCII, without spaces, keys sorted. A commit's hash is over its columns, the
hash of its run, of the run's commit before it (`previous`) and of the ledger's commit before it (`before`): the hash of
a run's last commit stands for all rows of the run, that of the last commit for the whole ledger.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any, Final, NamedTuple

import msgspec
import rfc8785

from oyez.core.canonical import digest
from oyez.core.errors import InputError

REFERENCES: Final[dict[str, dict[str, str]]] = {
    "imports": {"run": "runs"},
    "instruments": {"contract": "contracts"},
    "draws": {"run": "runs", "import": "imports", "reply": "replies", "judge": "judges"},
    "readings": {"run": "runs", "draw": "draws", "instrument": "instruments"},
    "recorded": {"run": "runs", "draw": "draws", "instrument": "instruments"},
    "screenings": {"run": "runs"},
    "calibrations": {"run": "runs"},
}
"""Table → column → the table that it points at."""

TEXTS: Final = {"replies": "oyez.reply.1", "prompts": "oyez.prompt.1"}
"""Tables whose rows are named by their text alone, with their tags."""

SPAN_TAG: Final = b"oyez.rows.1\0"

_encode = msgspec.json.Encoder(order="sorted").encode  # as RFC 8785 for ASCII keys and Unicode text, and fast


class Ref(NamedTuple):
    """A row of the ledger: where it stands, and its hash."""

    id: int
    hash: bytes


def text_digest(table: str, text: str) -> str:
    """The identity of a reply or prompt: `sha256:` and 64 hex digits."""
    return "sha256:" + digest(TEXTS[table], text.encode("utf-8", "surrogatepass"))


def tree_digest(tag: str, tree: Mapping[str, Any]) -> str:
    """The digest of a judge or an instrument, 64 hex digits; any JSON tree has one, hostile text included.

    Raises `InputError` for a tree that is not JSON.
    """
    told = {name: value for name, value in tree.items() if value is not None}
    try:
        return digest(tag, json.dumps(told, sort_keys=True, separators=(",", ":")).encode())
    except (TypeError, ValueError, RecursionError) as fault:
        raise InputError(f"cannot be named by a digest: {fault}") from fault


def row_hash(table: str, row: Mapping[str, Any]) -> bytes:
    """The hash of a row without nulls, every value as `told` gives it; 32 bytes."""
    return sha256(b"oyez.row.%b.1\0%b" % (table.encode(), _encode(row))).digest()


def told(value: Any) -> Any:
    """A value as the hash of its row covers it."""
    kind = type(value)
    if kind is int or kind is str:
        return value
    if kind is float:
        return msgspec.Raw(rfc8785.dumps(value))
    return (value.hash if kind is Ref else value).hex()


def span_hash(hashes: Iterable[bytes]) -> str:
    """SHA-256, in hex, over the hashes of rows that were added together, in the order of their ids."""
    whole = sha256(SPAN_TAG)
    for each in hashes:
        whole.update(each)
    return whole.hexdigest()


def commit_hash(row: Mapping[str, Any], run: bytes, previous: bytes | None, before: bytes | None) -> bytes:
    """The hash of a commit: over its columns, the run's commit before it, and the ledger's commit before it."""
    told = {name: row[name] for name in ("id", "at", "spans", "last")}
    chain = {"run": run, "previous": previous, "before": before}
    told |= {name: made.hex() for name, made in chain.items() if made is not None}
    return bytes.fromhex(digest("oyez.commit.1", _encode(told)))
