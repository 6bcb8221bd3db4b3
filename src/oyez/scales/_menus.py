"""Menus and placeholders: text that lists what could be said, and says nothing."""

from __future__ import annotations

import re

from oyez.core.ask import Ask
from oyez.core.scale import Scale, equal
from oyez.text.numbers import NUMBER, to_number

SEPARATORS = frozenset("|/,<>[]{}()\"'“”‘’«»「」")
_RANGE = re.compile(r"(-?[0-9.]++)\s*+(?:-|–|to\b)\s*+(-?[0-9.]++)")
_WORD = re.compile(r"(?:or|and)(?![^\W_])", re.IGNORECASE)
LONGEST = 4000
"""A longer text is no menu."""


def is_placeholder(text: str, ask: Ask) -> bool:
    """Whether the text stands for a value instead of being one: a menu, a range, or a named placeholder."""
    word = text.strip()
    if not ask.menus or not word or len(word) > LONGEST:
        return False
    if any(equal(word, known, ignore_case=True) for known in ask.placeholders):
        return True
    return _is_range(word, ask.scale) or _is_menu(word, ask.scale)


def _is_range(word: str, scale: Scale) -> bool:
    """Whether it is the lowest and highest value with a hyphen, an en dash or "to" between them."""
    match = _RANGE.fullmatch(word) if scale.bounds is not None else None
    if match is None or scale.bounds is None or not all(NUMBER.fullmatch(part) for part in match.groups()):
        return False
    return (to_number(match[1]), to_number(match[2])) == scale.bounds


def _is_menu(word: str, scale: Scale) -> bool:
    """Whether it is two or more different labels and nothing but separators, at least one between two labels."""
    words = sorted(scale.menu_words, key=lambda pair: -len(pair[0]))
    seen: set[str] = set()
    at, apart = 0, True
    while words and at < len(word):
        step = _separator(word, at)
        label = _label(word, at, words, scale.ignore_case) if apart else None
        if label is not None:
            seen.add(label[1])
            at, apart = at + len(label[0]), False
        elif step:
            at, apart = at + step, True
        else:
            return False
    return len(seen) > 1


def _separator(word: str, at: int) -> int:
    """How long the separator at this place is; 0 if there is none."""
    if word[at] in SEPARATORS or word[at].isspace():
        return 1
    match = None if at and word[at - 1].isalnum() else _WORD.match(word, at)
    return match.end() - at if match is not None else 0


def _label(word: str, at: int, words: list[tuple[str, str]], ignore_case: bool) -> tuple[str, str] | None:
    """The longest label at this place after which a separator or the end stands."""
    for written, verdict in words:
        end = at + len(written)
        if equal(word[at:end], written, ignore_case) and (end == len(word) or _separator(word, end)):
            return written, verdict
    return None


def only_separators(text: str) -> bool:
    """Whether the text holds separators only, and is not more than a line of them."""
    at = 0
    while at < len(text):
        step = _separator(text, at)
        if not step:
            return False
        at += step
    return True
