"""Setting text aside: blanking it by spaces, so that every place stays where it was."""

from __future__ import annotations

import re
from collections.abc import Iterable

_INK = re.compile(r"[^\r\n]++")


def _spaces(match: re.Match[str]) -> str:
    return " " * len(match[0])


def blank(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """The text with the spans (in order, apart) replaced by spaces; line ends stay."""
    pieces, at = [], 0
    for start, end in spans:
        pieces += [text[at:start], _INK.sub(_spaces, text[start:end])]
        at = end
    return "".join([*pieces, text[at:]]) if pieces else text


def only(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """The text with everything but the spans (in order, apart) replaced by spaces; line ends stay."""
    outside, at = [], 0
    for start, end in spans:
        outside.append((at, start))
        at = end
    return blank(text, [*outside, (at, len(text))])
