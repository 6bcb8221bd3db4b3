"""Exact text in SQLite: every Python string comes back as it was, lone surrogates and NUL included.

SQLite keeps text as UTF-8, which has no form for lone surrogates, and many tools end a text at NUL. A text with
either stands as a JSON list of strings in ASCII (`["a\\ud800b"]`) that make the text when joined, and the row's
column `escaped` names the columns that do, joined by commas. The list has more than one string only where a high
surrogate stands before a low one, which JSON would take for one character.
"""

from __future__ import annotations

import json
import re
from typing import Any

from oyez.core.errors import InputError

_PAIR = re.compile("(?<=[\ud800-\udbff])(?=[\udc00-\udfff])")


def fits(text: str) -> bool:
    """Whether a text stands in the ledger as it is."""
    if "\0" in text:
        return False
    if text.isascii():
        return True
    try:
        text.encode()  # much faster than a search for surrogates
    except UnicodeEncodeError:
        return False
    return True


def escaped(text: str) -> str:
    """A text that does not fit as a JSON list of strings."""
    return json.dumps(_PAIR.split(text))


def unescape(row: dict[str, Any], prefix: str = "") -> None:
    """Put back, in `row`, the texts that `PREFIXescaped` names; their columns have the prefix too if they are there.

    Raises `ValueError` for a text that is no list of strings.
    """
    names = row[f"{prefix}escaped"]
    if names is None:
        return
    for name in names.split(","):
        column = prefix + name
        if column in row:
            row[column] = "".join(json.loads(row[column]))


def json_text(tree: Any, what: str) -> str:
    """A JSON tree as text in the order it came; `what` names it if it cannot be written.

    Lone surrogates are `\\udXXX` escapes. NaN and infinities, which some archives hold, stay as Python writes
    them. A high surrogate before a low one comes back as the character that they make. Raises `InputError`.
    """
    try:
        text = json.dumps(tree, ensure_ascii=False, separators=(",", ":"))
        return text if fits(text) else json.dumps(tree, separators=(",", ":"))
    except (TypeError, ValueError, RecursionError) as fault:
        raise InputError(f"{what}: holds what JSON cannot: {fault}") from fault
