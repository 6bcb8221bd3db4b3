"""A small reader of GBNF that draws texts from a grammar: literals, classes, groups, choices and counts."""

from __future__ import annotations

import re
from random import Random
from typing import Any

Node = tuple[str, Any]

_TOKEN = re.compile(
    r"""\s*(?:
        (?P<literal>"(?:[^"\\]|\\.)*") | (?P<klass>\[(?:[^\]\\]|\\.)*\]) | (?P<name>[A-Za-z0-9-]+)
        | (?P<count>\{[0-9]+(?:,[0-9]*)?\}) | (?P<sign>[()|*+?])
    )""",
    re.VERBOSE,
)
_ESCAPE = re.compile(r"\\(?:x(..)|u(....)|U(........)|(.))", re.DOTALL)
_SIMPLE = {"n": "\n", "t": "\t", "r": "\r", '"': '"', "\\": "\\", "[": "[", "]": "]"}
MANY = 1000
LONG = 60
"""Steps after which only the shortest way out is taken."""


class Grammar:
    """The rules of a grammar, checked: every name is known, and every rule can end."""

    def __init__(self, text: str) -> None:
        self.rules: dict[str, Node] = {}
        for line in text.splitlines():
            name, _, body = line.partition(" ::= ")
            assert re.fullmatch("[A-Za-z0-9-]+", name), line
            assert name not in self.rules, name
            self.rules[name] = _Parser(body).all()
        self.short = self._shortest()

    def _shortest(self) -> dict[str, int]:
        """How many steps each rule takes at least."""
        known: dict[str, int] = {}
        better = True
        while better:
            better = False
            for name, node in reversed(self.rules.items()):
                cost = self._cost(node, known)
                if cost is not None and cost + 1 < known.get(name, cost + 2):
                    known[name], better = cost + 1, True
        assert known.keys() == self.rules.keys(), self.rules.keys() - known.keys()
        return known

    def _cost(self, node: Node, known: dict[str, int]) -> int | None:
        kind, what = node
        if kind == "name":
            assert what in self.rules, what
            return known.get(what)
        if kind == "choice":
            costs = [cost for each in what if (cost := self._cost(each, known)) is not None]
            return min(costs, default=None)
        if kind == "row":
            parts = [self._cost(each, known) for each in what]
            done = [cost for cost in parts if cost is not None]
            return sum(done) if len(done) == len(parts) else None
        if kind == "count":
            least, _, inner = what
            cost = self._cost(inner, known) if least else 0
            return None if cost is None else cost * least
        return 0

    def draw(self, random: Random) -> str:
        """One text of the grammar."""
        out: list[str] = []
        left: list[Node] = [("name", "root")]
        steps = 0
        while left:
            kind, what = left.pop()
            steps += 1
            if kind == "literal":
                out.append(what)
            elif kind == "class":
                first, last = random.choice(what)
                out.append(chr(random.choice([first, last, random.randint(first, last)])))
            elif kind == "name":
                left.append(self.rules[what])
            elif kind == "row":
                left += what[::-1]
            elif kind == "choice":
                left.append(self._choose(what, random, steps))
            else:
                least, most, inner = what
                size = least if steps > LONG else random.randint(least, min(most, least + 3))
                left += [inner] * size
        return "".join(out)

    def matches(self, text: str) -> bool:
        """Whether the whole text is one of the grammar."""
        return len(text) in self._ends(("name", "root"), text, 0, {})

    def _ends(self, node: Node, text: str, at: int, known: dict[tuple[str, int], set[int]]) -> set[int]:
        """Every place at which a piece of the text that begins at `at` and fits the node may end."""
        kind, what = node
        if kind == "literal":
            return {at + len(what)} if text.startswith(what, at) else set()
        if kind == "class":
            inside = at < len(text) and any(first <= ord(text[at]) <= last for first, last in what)
            return {at + 1} if inside else set()
        if kind == "name":
            if (what, at) not in known:
                known[what, at] = self._ends(self.rules[what], text, at, known)
            return known[what, at]
        if kind == "choice":
            return set().union(*(self._ends(each, text, at, known) for each in what))
        if kind == "row":
            places = {at}
            for each in what:
                places = set().union(*(self._ends(each, text, place, known) for place in places))
            return places
        return self._repeated(what, text, at, known)

    def _repeated(self, what: Any, text: str, at: int, known: dict[tuple[str, int], set[int]]) -> set[int]:
        least, most, inner = what
        found, places = ({at} if least == 0 else set[int]()), {at}
        for count in range(1, most + 1):
            places = set().union(*(self._ends(inner, text, place, known) for place in places)) - found
            found |= places if count >= least else set()
            if not places:
                break
        return found

    def _choose(self, choices: list[Node], random: Random, steps: int) -> Node:
        if steps <= LONG:
            return random.choice(choices)
        costs = [self._cost(each, self.short) or 0 for each in choices]
        return random.choice([each for each, cost in zip(choices, costs, strict=True) if cost == min(costs)])


class _Parser:
    """Reads the body of one rule."""

    def __init__(self, body: str) -> None:
        self.tokens: list[tuple[str, str]] = []
        at = 0
        while body[at:].strip():
            match = _TOKEN.match(body, at)
            assert match is not None, body[at:]
            assert match.lastgroup is not None
            self.tokens.append((match.lastgroup, match[match.lastgroup]))
            at = match.end()
        self.at = 0

    def all(self) -> Node:
        node = self.choice()
        assert self.at == len(self.tokens), self.tokens[self.at :]
        return node

    def peek(self) -> tuple[str, str]:
        return self.tokens[self.at] if self.at < len(self.tokens) else ("end", "")

    def take(self) -> tuple[str, str]:
        self.at += 1
        return self.tokens[self.at - 1]

    def choice(self) -> Node:
        rows = [self.row()]
        while self.peek()[1] == "|":
            self.take()
            rows.append(self.row())
        return rows[0] if len(rows) == 1 else ("choice", rows)

    def row(self) -> Node:
        nodes = []
        while self.peek()[0] != "end" and self.peek()[1] not in ("|", ")"):
            nodes.append(self.counted())
        assert nodes, "an empty choice is written as an empty literal"
        return ("row", nodes)

    def counted(self) -> Node:
        node = self.one()
        kind, text = self.peek()
        if kind != "count" and text not in ("*", "+", "?"):
            return node
        self.take()
        if kind == "count":
            low, comma, high = text[1:-1].partition(",")
            return ("count", (int(low), int(high) if high else MANY if comma else int(low), node))
        return ("count", {"*": (0, MANY, node), "+": (1, MANY, node), "?": (0, 1, node)}[text])

    def one(self) -> Node:
        kind, text = self.take()
        if text == "(" and kind == "sign":
            node = self.choice()
            assert self.take()[1] == ")"
            return node
        if kind == "literal":
            return ("literal", _unescaped(text[1:-1]))
        if kind == "klass":
            return ("class", _ranges(text[1:-1]))
        assert kind == "name", text
        return ("name", text)


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(lambda match: _char(match), text)


def _char(match: re.Match[str]) -> str:
    digits = match[1] or match[2] or match[3]
    return chr(int(digits, 16)) if digits else _SIMPLE[match[4]]


def _ranges(text: str) -> list[tuple[int, int]]:
    """The ranges of a class; every sign in one is escaped, so that a hyphen is always a range."""
    chars: list[int | None] = []
    at = 0
    while at < len(text):
        match = _ESCAPE.match(text, at)
        if match:
            chars.append(ord(_char(match)))
        else:
            assert text[at].isalnum() or text[at] == "-", text
            chars.append(None if text[at] == "-" else ord(text[at]))
        at = match.end() if match else at + 1
    ranges = []
    while chars:
        first = chars.pop(0)
        assert first is not None
        if chars[:1] == [None]:
            chars.pop(0)
            last = chars.pop(0)
            assert last is not None
            assert first <= last
            ranges.append((first, last))
        else:
            ranges.append((first, first))
    assert ranges, "an empty class"
    return ranges
