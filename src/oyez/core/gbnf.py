"""The pieces of a llama.cpp grammar (GBNF): escaped literals, character classes, and named rules."""

from __future__ import annotations

import re
from collections.abc import Iterable

Ranges = tuple[tuple[int, int], ...]
"""Code points from a first to a last, both included; in order and apart."""

_NAME = re.compile(r"[A-Za-z0-9-]+")
_OPAQUE = re.compile(r'"(?:[^"\\]|\\.)*"|\[(?:[^\]\\]|\\.)*\]|\{[0-9,]*\}')
"""Literals, classes and counts, in which no name of a rule stands."""
_PLAIN = frozenset(" !#$%&'()*+,-./:;<=>?@[]^_`{|}~")


class Rules:
    """The rules of a grammar under construction, by name and in order.

    `tags_count` says that text in strings may be taken for tags, so that it must not hold `<`; `barred`
    are characters that no string may hold.
    """

    def __init__(self, *, tags_count: bool = True, barred: str = "") -> None:
        self.named: dict[str, str] = {}
        self.tags_count = tags_count
        self.barred = barred

    def add(self, name: str, expression: str) -> str:
        """Keep the expression under the name, or the name with a number where it is taken; returns the name."""
        free, number = name, 1
        while self.named.get(free, expression) != expression:
            number += 1
            free = f"{name}-{number}"
        self.named[free] = expression
        return free

    def text(self, root: str) -> str:
        """The whole grammar, one rule a line, `root` first; rules that it does not come to are left out."""
        used, queue = set[str](), [root]
        while queue:
            names = set(_NAME.findall(_OPAQUE.sub(" ", queue.pop()))) & self.named.keys() - used
            used |= names
            queue += [self.named[name] for name in names]
        lines = [f"{name} ::= {body}" for name, body in self.named.items() if name in used]
        return "\n".join([f"root ::= {root}", *lines]) + "\n"


def literal(text: str) -> str:
    """The text as a GBNF literal."""
    return '"' + "".join(map(_in_literal, text)) + '"'


def one_of(expressions: Iterable[str]) -> str:
    """Any of the expressions, in brackets where there are several; each kind once."""
    different = list(dict.fromkeys(expressions))
    return different[0] if len(different) == 1 else "(" + " | ".join(different) + ")"


def char_class(ranges: Ranges) -> str:
    """A GBNF class of the code points; everything but ASCII letters and digits is escaped."""
    pieces = [
        _in_class(first) if first == last else f"{_in_class(first)}-{_in_class(last)}"
        for first, last in ranges
    ]
    return "[" + "".join(pieces) + "]"


def without(ranges: Ranges, chars: Iterable[str]) -> Ranges:
    """The ranges less the characters."""
    left = list(ranges)
    for code in sorted(set(map(ord, chars))):
        left = [piece for first, last in left for piece in _around(first, last, code)]
    return tuple(left)


def _around(first: int, last: int, code: int) -> list[tuple[int, int]]:
    """What is left of a range when one code point is taken out."""
    if not first <= code <= last:
        return [(first, last)]
    return [(low, high) for low, high in ((first, code - 1), (code + 1, last)) if low <= high]


def within(ranges: Ranges, char: str) -> bool:
    """Whether the character is in the ranges."""
    return any(first <= ord(char) <= last for first, last in ranges)


def _in_literal(char: str) -> str:
    if char in '"\\':
        return "\\" + char
    if char == "\n":
        return "\\n"
    return char if char in _PLAIN or (char.isascii() and char.isalnum()) else _escaped(char)


def _in_class(code: int) -> str:
    char = chr(code)
    return char if char.isascii() and char.isalnum() else _escaped(char)


def _escaped(char: str) -> str:
    code = ord(char)
    if code < 0x100:
        return f"\\x{code:02X}"
    return f"\\u{code:04X}" if code < 0x10000 else f"\\U{code:08X}"
