"""Small changes to a regular expression, each of a kind that people make."""

from __future__ import annotations

import re
from collections.abc import Iterator

_CHANGES = (
    ("drop the anchor {}", re.compile(r"(?<!\\)(?<!\[)\^|(?<!\\)\$|\\[AZbB]"), ""),
    ("take any word for {}", re.compile(r"(?<=[(:>|])[A-Za-z_]+(?:\|[A-Za-z_]+)+(?=\))"), r"\\w+"),
    ("take any character for {}", re.compile(r"\[[^\]\\^]+\](?=[+*])"), "."),
    ("take one bracket for {}", re.compile(r"\\\[\\\[|\\\]\\\]"), None),
    ("repeat {} never too", re.compile(r"(?<=[\])\w])\+"), "*"),
    ("drop the flag in {}", re.compile(r"\(\?[aimsx]+\)"), ""),
)


def pattern_mutants(pattern: str) -> Iterator[tuple[str, str]]:
    """What is changed, and the changed pattern; only patterns that are still regular expressions."""
    for said, looked_for, instead in _CHANGES:
        for match in looked_for.finditer(pattern):
            new = match.group()[:2] if instead is None else instead.replace("\\\\", "\\")
            changed = pattern[: match.start()] + new + pattern[match.end() :]
            if changed != pattern and _compiles(changed):
                yield said.format(match.group()), changed


def _compiles(pattern: str) -> bool:
    try:
        re.compile(pattern)
    except re.error:
        return False
    return True
