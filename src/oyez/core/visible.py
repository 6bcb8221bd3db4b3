"""Hostile text made safe to print: what a terminal or a page would act on is shown instead of obeyed."""

from __future__ import annotations

import unicodedata

_PLAIN_SPACES = " \u3000"
_STYLE_SELECTORS = "\ufe0e\ufe0f"
"""They only choose between two drawings of the sign before them; shown, they would be noise."""
_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Zs"}


def visible(char: str) -> str:
    """One code point as it may be printed.

    C0 controls become their pictures (`␛` for ESC), other controls, direction marks, zero-width
    and unassigned characters, odd spaces and lone surrogates become `<U+XXXX>`.
    """
    code = ord(char)
    if 0x20 <= code < 0x7F:
        return char
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "␡"
    if char in _STYLE_SELECTORS:
        return ""
    if unicodedata.category(char) in _HIDDEN and char not in _PLAIN_SPACES:
        return f"<U+{code:04X}>"
    return char


def visible_text(text: str, *, keep: str = "") -> str:
    """`text` with every character made `visible`, but for those in `keep`."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(char if char in keep else visible(char) for char in text)


def columns(char: str) -> int:
    """How many terminal columns one printable character takes: 0, 1 or 2."""
    code = ord(char)
    if code < 0x300:
        return 1
    if unicodedata.category(char) in ("Mn", "Me") or 0x1160 <= code <= 0x11FF:
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def width(shown: str) -> int:
    """How many terminal columns a string of printable characters takes."""
    return len(shown) if shown.isascii() else sum(map(columns, shown))


def fit(text: str, room: int) -> str:
    """`text` made visible and cut to `room` columns, the cut marked by `…`."""
    shown = visible_text(text[: 4 * room + 1])
    if width(shown) <= room and len(text) <= 4 * room:
        return shown
    kept, used = [], 1
    for char in shown:
        used += columns(char)
        if used > room:
            break
        kept.append(char)
    return "".join(kept) + "…"


def fit_end(text: str, room: int) -> str:
    """The end of `text` made visible in `room` columns, the cut marked by `…`."""
    shown = visible_text(text[-4 * room - 1 :])
    if width(shown) <= room and len(text) <= 4 * room:
        return shown
    used, at = 1, len(shown)
    while at and used + columns(shown[at - 1]) <= room:
        at -= 1
        used += columns(shown[at])
    return "…" + shown[at:]
