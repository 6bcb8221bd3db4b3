"""A strict JSON scanner (RFC 8259) that keeps the place of every value and every member.

`NaN` and `Infinity` are lexed, so that a scale can refuse them. With `mild` it also takes raw
control characters in strings, backslashes that escape nothing, trailing commas and comments.
"""

from __future__ import annotations

import re
from json import JSONDecodeError
from json.decoder import scanstring  # type: ignore[attr-defined]  # public in the source, not in typeshed

from oyez.core.value import JsonValue, same
from oyez.text import json_lenient as lenient
from oyez.text.json_node import Fault, Node, Repeat
from oyez.text.numbers import to_number

DEEPEST = 500
"""Nesting past this depth is broken (`too_deep`)."""

_SPACE = re.compile(r"[ \t\n\r]*+")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?+(?:[eE][+-]?[0-9]++)?+")
_WORD = re.compile(r"true|false|null|NaN|-?Infinity")
_WORDS = ("true", "false", "null", "NaN", "Infinity", "-Infinity")
_CUT_NUMBER = re.compile(r"-?(?:(?:0|[1-9][0-9]*+)(?:\.[0-9]*+|(?:\.[0-9]++)?+[eE][+-]?))?")
_CUT_STRING = re.compile(
    r'"(?:[^"\\\x00-\x1f]++|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+(?:\\(?:u[0-9a-fA-F]{0,3})?)?'
)


def scan(text: str, start: int, *, mild: bool = False) -> Node | Fault:
    """The JSON value that begins exactly at `start`, or the fault that stopped the scan."""
    scanner = _Scanner(text, mild)
    try:
        return scanner.run(start)
    except Fault as fault:
        fault.open, fault.keys = scanner.stack, scanner.keys
        return fault


def skip_space(text: str, at: int) -> int:
    """The first place from `at` on that is not JSON white space."""
    match = _SPACE.match(text, at)
    assert match is not None
    return match.end()


class _Scanner:
    """An iterative scan: no depth of nesting reaches Python's own stack."""

    def __init__(self, text: str, mild: bool) -> None:
        self.text = text
        self.lenient = mild
        self.space = lenient.SPACE_AND_COMMENTS if mild else _SPACE
        self.stack: list[Node] = []
        self.keys: list[str | None] = []
        self.repeats: list[Repeat] = []

    def run(self, at: int) -> Node:
        while True:
            done, at = self._value(at)
            while done is not None:
                if not self.stack:
                    done.repeats = self.repeats
                    return done
                self._attach(done)
                done, at = self._next(at)

    def _skip(self, at: int) -> int:
        match = self.space.match(self.text, at)
        assert match is not None
        return match.end()

    def _value(self, at: int) -> tuple[Node | None, int]:
        """A scalar, or `None` once a container was opened and holds something."""
        char = self.text[at : at + 1]
        if char == '"':
            return self._string(at)
        if char in ("{", "["):
            return self._open(at, char)
        return self._scalar(at)

    def _open(self, at: int, char: str) -> tuple[Node | None, int]:
        if len(self.stack) >= DEEPEST:
            raise Fault(at, f"nesting deeper than {DEEPEST}", code="too_deep")
        is_object = char == "{"
        empty = JsonValue("object", {}, "") if is_object else JsonValue("array", [], "")
        node = Node(at, at, empty, [] if is_object else None, None if is_object else [])
        self.stack.append(node)
        self.keys.append(None)
        at = self._skip(at + 1)
        if self.text.startswith("}" if is_object else "]", at):
            return self._close(at)
        return None, self._key(at) if is_object else at

    def _key(self, at: int) -> int:
        if not self.text.startswith('"', at):
            raise self._unexpected(at, "a key in double quotation marks")
        key, at = self._string(at)
        self.keys[-1] = key.value.data
        at = self._skip(at)
        if not self.text.startswith(":", at):
            raise self._unexpected(at, "a colon after the key")
        return self._skip(at + 1)

    def _attach(self, done: Node) -> None:
        top = self.stack[-1]
        if top.members is not None:
            key = self.keys[-1]
            assert key is not None
            data = top.value.data
            if key in data:
                self.repeats.append(Repeat(key, done.start, done.end, not same(data[key], done.value.data)))
            top.members.append((key, done))
            data[key] = done.value.data
        else:
            assert top.items is not None
            top.items.append(done)
            top.value.data.append(done.value.data)
        if not done.value.finite and top.value.finite:
            top.value = JsonValue(top.value.kind, top.value.data, "", finite=False)

    def _next(self, at: int) -> tuple[Node | None, int]:
        """What follows a value inside a container: its end, or a comma and the next value."""
        at = self._skip(at)
        is_object = self.stack[-1].members is not None
        close = "}" if is_object else "]"
        if self.text.startswith(close, at):
            return self._close(at)
        if not self.text.startswith(",", at):
            raise self._unexpected(at, f"a comma or {close}")
        at = self._skip(at + 1)
        if self.lenient and self.text.startswith(close, at):
            return self._close(at)
        return None, self._key(at) if is_object else at

    def _close(self, at: int) -> tuple[Node, int]:
        node = self.stack.pop()
        self.keys.pop()
        node.end = at + 1
        return node, at + 1

    def _string(self, at: int) -> tuple[Node, int]:
        if self.lenient:
            return self._lenient_string(at)
        try:
            data, end = scanstring(self.text, at + 1, True)
        except JSONDecodeError as fault:
            cut = _CUT_STRING.match(self.text, at)
            assert cut is not None
            at_end = cut.end() == len(self.text)
            raise Fault(cut.end(), "a string that is not closed or not valid", at_end=at_end) from fault
        return Node(at, end, JsonValue("string", data, "")), end

    def _lenient_string(self, at: int) -> tuple[Node, int]:
        match = lenient.STRING.match(self.text, at)
        if match is None:
            raise Fault(at, "a string that is not closed", at_end=True)
        return Node(at, match.end(), JsonValue("string", lenient.content(match[1]), "")), match.end()

    def _scalar(self, at: int) -> tuple[Node, int]:
        word = _WORD.match(self.text, at)
        if word is not None:
            return Node(at, word.end(), _WORD_VALUES[word[0]]), word.end()
        number = _NUMBER.match(self.text, at)
        if number is None or self._number_goes_on(number.end()):
            raise self._unexpected(at, "a value")
        data = to_number(number[0])
        finite = abs(data) != float("inf")
        return Node(at, number.end(), JsonValue("number", data, number[0], finite)), number.end()

    def _number_goes_on(self, end: int) -> bool:
        """Whether something is glued to the number: `070`, `1_0`, `1.`, `5px`."""
        return self.text[end : end + 1] not in ("", " ", "\t", "\n", "\r", ",", "}", "]", "/")

    def _unexpected(self, at: int, wanted: str) -> Fault:
        rest = self.text[at : at + 400]
        whole = at + len(rest) == len(self.text)
        cut_number = _CUT_NUMBER.fullmatch(rest) if whole else None
        at_end = whole and (
            not rest.strip() or cut_number is not None or (wanted == "a value" and _cut_word(rest))
        )
        return Fault(at, f"expected {wanted}", at_end=at_end)


def _cut_word(rest: str) -> bool:
    return any(word.startswith(rest) for word in _WORDS)


_WORD_VALUES = {
    "true": JsonValue("boolean", True, ""),
    "false": JsonValue("boolean", False, ""),
    "null": JsonValue("null", None, ""),
    "NaN": JsonValue("number", float("nan"), "NaN", finite=False),
    "Infinity": JsonValue("number", float("inf"), "Infinity", finite=False),
    "-Infinity": JsonValue("number", float("-inf"), "-Infinity", finite=False),
}
