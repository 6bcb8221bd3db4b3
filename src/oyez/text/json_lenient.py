"""What the lenient scan takes beside JSON: raw control characters, stray backslashes, comments as space."""

from __future__ import annotations

import re
from json.decoder import scanstring  # type: ignore[attr-defined]  # public in the source, not in typeshed

SPACE_AND_COMMENTS = re.compile(r"(?:[ \t\n\r]++|//[^\n]*+|/\*(?:[^*]|\*(?!/))*+\*/)*+")
STRING = re.compile(r'"((?:[^"\\]++|\\.)*+)"', re.DOTALL)
_ESCAPE = re.compile(r'\\(u[0-9a-fA-F]{4}|["\\/bfnrt])')
_CONTROL = re.compile(r"[\x00-\x1f]")


def content(inner: str) -> str:
    """The content of a string in which control characters stand raw and some backslashes escape nothing."""
    pieces, at = [], 0
    for match in _ESCAPE.finditer(inner):
        pieces.append(_escape_all(inner[at : match.start()]))
        pieces.append(match[0])
        at = match.end()
    pieces.append(_escape_all(inner[at:]))
    content, _ = scanstring("".join(pieces) + '"', 0, True)
    return str(content)


def _escape_all(text: str) -> str:
    doubled = text.replace("\\", "\\\\")
    return _CONTROL.sub(lambda match: f"\\u{ord(match[0]):04x}", doubled)
