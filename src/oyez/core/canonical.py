"""Names for values by their content: a tagged SHA-256 over canonical JSON (RFC 8785)."""

from __future__ import annotations

from typing import Any

from oyez.core.errors import OyezError


def canonical(tree: Any) -> bytes:
    """The tree (dicts, lists, strings, numbers, booleans, None) as canonical JSON, RFC 8785.

    Raises `OyezError` for what that form cannot hold: NaN, infinities, integers past 2**53,
    lone surrogates, other types.
    """
    import rfc8785  # only where something is named

    try:
        return rfc8785.dumps(tree)
    except (rfc8785.CanonicalizationError, UnicodeEncodeError) as fault:
        raise OyezError(f"no canonical JSON form: {fault}") from fault


def digest(tag: str, data: bytes) -> str:
    """SHA-256, in hex, over the tag, a zero byte and the data; the tag keeps kinds apart."""
    import hashlib  # only where something is named

    return hashlib.sha256(tag.encode() + b"\0" + data).hexdigest()
