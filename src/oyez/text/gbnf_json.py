"""GBNF rules for JSON: strings, any value, and objects whose keys are known."""

from __future__ import annotations

import json
from typing import Any

from oyez.core.gbnf import Ranges, Rules, char_class, literal, without
from oyez.text.gbnf_prose import PROSE

_FREE: Ranges = ((PROSE[0][0], PROSE[1][1]), *PROSE[2:])
"""The same with `<`."""


class Slot(str):
    """An expression that stands where a value belongs in a tree."""

    __slots__ = ()


def gap(rules: Rules) -> str:
    """The name of a rule for the white space between the pieces of an object."""
    return rules.add("gap", r'"" | " " | "\n" [\x20\x09]{0,12}')


def json_string(rules: Rules, *, blank: bool = False) -> str:
    """The name of a rule for a JSON string; with `blank` also one that holds nothing but space."""
    allowed = without(PROSE if rules.tags_count else _FREE, f'"\\{rules.barred}')
    char = rules.add("char", f'{char_class(allowed)} | "\\\\" {_escapes(rules.barred)}')
    if blank:
        return rules.add("string", f'"\\"" {char}* "\\""')
    ink = rules.add("ink", char_class(without(allowed, " ")))
    return rules.add("filled-string", f'"\\"" {char}* {ink} {char}* "\\""')


def _escapes(barred: str) -> str:
    return char_class(tuple((ord(char), ord(char)) for char in '"/\\nt' if char not in barred))


def json_value(rules: Rules) -> str:
    """The name of a rule for JSON values; an object in one has one key, for a grammar cannot keep keys apart."""
    space, text = gap(rules), json_string(rules, blank=True)
    whole = '"0" | [1-9] [0-9]{0,14}'
    number = rules.add("number", f'"-"? ({whole}) ("." [0-9]{{1,6}})?')
    rules.add("items", f'value ({space} "," {space} value)*')
    array = f'"[" {space} (items {space})? "]"'
    tree = f'"{{" {space} ({text} {space} ":" {space} value {space})? "}}"'
    return rules.add("value", f'{text} | {number} | "true" | "false" | "null" | {array} | {tree}')


def json_tree(rules: Rules, tree: Any) -> str:
    """An expression for the tree with its slots filled; keys in the order of the tree."""
    space = gap(rules)
    if isinstance(tree, Slot):
        return str(tree)
    if isinstance(tree, dict):
        pairs = [
            f'{literal(json.dumps(key, ensure_ascii=False))} {space} ":" {space} {json_tree(rules, value)}'
            for key, value in tree.items()
        ]
        return _between("{", "}", pairs, space)
    if isinstance(tree, list):
        return _between("[", "]", [json_tree(rules, value) for value in tree], space)
    return literal(json.dumps(tree, ensure_ascii=False))


def _between(opening: str, closing: str, pieces: list[str], space: str) -> str:
    inner = f' {space} "," {space} '.join(pieces)
    return f'"{opening}" {space} {inner} {space} "{closing}"'
