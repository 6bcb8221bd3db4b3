"""GBNF rules for lines of prose that hold no text of a given list and begin with no label of another.

The rules are the states of an automaton that follows all the forbidden texts at once (Aho and Corasick
1975), so that prose is free but for those texts. Upper and lower case of ASCII letters do not count.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from functools import lru_cache

from oyez.core.gbnf import Ranges, Rules, char_class, within, without

LETTERS: Ranges = (
    (0x41, 0x5A),
    (0x61, 0x7A),
    (0xC0, 0x24F),
    (0x391, 0x3C9),
    (0x410, 0x44F),
    (0x5D0, 0x5EA),
    (0x620, 0x64A),
    (0x904, 0x939),
    (0xE01, 0xE30),
    (0x3041, 0x3096),
    (0x30A1, 0x30FA),
    (0x4E00, 0x9FFF),
    (0xAC00, 0xD7A3),
)
"""What a line may begin with: letters of the larger scripts, never a mark of Markdown."""

PROSE: Ranges = (
    (0x20, 0x3B),
    (0x3D, 0x7E),
    (0xA1, 0x167F),
    (0x1681, 0x1FFF),
    (0x2010, 0x2027),
    (0x2030, 0x205E),
    (0x2070, 0x2FFF),
    (0x3001, 0xD7FF),
    (0xF900, 0xFDFF),
    (0x10000, 0x1FFFF),
)
"""What may follow: no control, no space but the plain one, nothing invisible, and no `<`, which begins tags."""

_WIDE = 0x80
"""From here on characters have a rule of their own, so that the others stay short."""
_START = "\n"
"""Stands for the beginning of a line in the forbidden texts."""


def prose_line(rules: Rules, texts: Iterable[str], labels: Iterable[str]) -> str:
    """The name of a rule for one line that is not blank, holds none of the texts and begins with no label.

    A grammar has one such rule.
    """
    lowered = {_lower(text) for text in texts if text} | {_START + _lower(label) for label in labels}
    machine = _machine(tuple(sorted(lowered)))
    start = machine.step(0, _START)
    for state in machine.reached(start):
        rules.add(_name(state), _choices(rules, machine, state, PROSE, may_end=True))
    return rules.add("line", _choices(rules, machine, start, LETTERS, may_end=False))


def _name(state: int) -> str:
    return f"line-{state}" if state else "rest"


class _Machine:
    """States numbered from 0, each with where every character that matters leads; `None` is forbidden."""

    def __init__(self, following: list[dict[str, int]], bad: set[int]) -> None:
        self.following = following
        self.bad = bad
        self.alphabet = sorted({char for each in following for char in each} - {_START})

    def step(self, state: int, char: str) -> int:
        """Where a lower-case character leads; every character that is not listed leads back to state 0."""
        return self.following[state].get(char, 0)

    def reached(self, start: int) -> list[int]:
        """The states that can follow the start without a forbidden text, in order."""
        seen = {0}
        queue = [0, start]
        while queue:
            state = queue.pop()
            targets = {self.step(state, char) for char in self.alphabet} - self.bad - seen
            seen |= targets
            queue += targets
        return sorted(seen)


@lru_cache(maxsize=256)
def _machine(texts: tuple[str, ...]) -> _Machine:
    tree: list[dict[str, int]] = [{}]
    bad: set[int] = set()
    for text in texts:
        state = 0
        for char in text:
            if char not in tree[state]:
                tree[state][char] = len(tree)
                tree.append({})
            state = tree[state][char]
        bad.add(state)
    return _with_falls(tree, bad)


def _with_falls(tree: list[dict[str, int]], bad: set[int]) -> _Machine:
    """The tree of texts with, in every state, where a character leads that the texts do not go on with."""
    following: list[dict[str, int]] = [{} for _ in tree]
    falls = [0] * len(tree)
    following[0] = dict(tree[0])
    queue = deque(tree[0].values())
    while queue:
        state = queue.popleft()
        fall = falls[state]
        if fall in bad:
            bad.add(state)
        following[state] = {**following[fall], **tree[state]}
        for char, child in tree[state].items():
            falls[child] = following[fall].get(char, 0)
            queue.append(child)
    return _Machine(following, bad)


def _choices(rules: Rules, machine: _Machine, state: int, allowed: Ranges, *, may_end: bool) -> str:
    """What may come next in a state, as one expression; each piece ends in the state that it leads to."""
    explicit = {char: target for char in machine.alphabet if (target := machine.step(state, char))}
    spelt = [case for char in explicit for case in _cases(char)]
    free = without(allowed, spelt)
    narrow = tuple(each for each in free if each[0] < _WIDE)
    wide = rules.add("wide", char_class(tuple(each for each in free if each[0] >= _WIDE)))
    pieces = [f"({char_class(narrow)} | {wide}) {_name(0)}"]
    for char, target in explicit.items():
        cases = [case for case in _cases(char) if within(allowed, case)]
        if target not in machine.bad and cases:
            shown = char_class(tuple((ord(case), ord(case)) for case in cases))
            pieces.append(f"{shown} {_name(target)}")
    return " | ".join([*pieces, '""'] if may_end else pieces)


def _cases(char: str) -> tuple[str, ...]:
    return (char, char.upper()) if char.isascii() and char.isalpha() else (char,)


def _lower(text: str) -> str:
    return "".join(char.lower() if char.isascii() else char for char in text)
