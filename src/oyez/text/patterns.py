"""Regular expressions for JSON Schema, in the syntax that ECMA-262 and Python share: a word as scales compare it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import product

from oyez.core.scale import equal
from oyez.text.space import SPACE

_SIGMAS = "σςΣ"
"""The one letter whose lower case depends on its neighbours."""


def _escaped(char: str) -> str:
    return f"\\u{ord(char):04x}"


OUTER = "[" + "".join(map(_escaped, sorted(SPACE + "\r\n"))) + "]"
"""A class of everything that `str.strip()` removes."""

NOT_BLANK = "[^" + OUTER[1:]
"""A pattern that finds any character that is not space."""


def words_pattern(words: Iterable[str], *, ignore_case: bool, inner_space: bool = False) -> str:
    """A pattern for exactly the strings that equal one of the words, outer space left out.

    `inner_space` says that space between characters does not count either; the words hold none then.
    """
    gap = OUTER + "*" if inner_space else ""
    spellings = [gap.join(classes) for word in words for classes in _spellings(word, ignore_case)]
    return f"^{OUTER}*(?:{'|'.join(dict.fromkeys(spellings))}){OUTER}*$"


def _spellings(word: str, ignore_case: bool) -> list[list[str]]:
    """The word as lists of classes, one a character: several lists only where it holds a sigma."""
    if not ignore_case:
        return [[_one(char) for char in word]]
    choices = [_SIGMAS if char in _SIGMAS else char for char in word]
    kept = [each for each in product(*choices) if equal("".join(each), word, ignore_case=True)]
    return [[_one(char) if char in _SIGMAS else _any_case(char) for char in each] for each in kept]


def _any_case(char: str) -> str:
    """A class of the characters that equal this one in upper and in lower case."""
    cases = {char, char.lower(), char.upper(), char.title()}
    same = sorted(case for case in cases if len(case) == 1 and equal(case, char, ignore_case=True))
    return _one(char) if len(same) == 1 else "[" + "".join(map(_one, same)) + "]"


def _one(char: str) -> str:
    if ord(char) > 0x7E or ord(char) < 0x20:
        return char if ord(char) > 0xFFFF else _escaped(char)
    return re.escape(char) if char in r"\^$.|?*+()[]{}/" else char
