"""Small changes to the source of a Python parser, each of a kind that people make."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator

from oyez.audit.regex_mutants import pattern_mutants

MOST = 80
"""Mutants of one module."""
_CALLS = {"fullmatch": "match", "match": "search", "finditer": None, "strip": "", "lower": "", "upper": ""}
_FLAGS = ("MULTILINE", "IGNORECASE", "DOTALL", "M", "I", "S")
Change = Callable[[ast.AST], str | None]


def source_mutants(source: str) -> Iterator[tuple[str, str]]:
    """What is changed and where, and the changed source. Raises `SyntaxError` for what is no Python."""
    tree = ast.parse(source)
    made = 0
    for number, node in enumerate(ast.walk(tree)):
        for said, change in _changes(node):
            changed = copy.deepcopy(tree)
            if not change(list(ast.walk(changed))[number]):
                continue
            text = ast.unparse(ast.fix_missing_locations(changed))
            made += 1
            yield f"line {getattr(node, 'lineno', 0)}: {said}", text
            if made >= MOST:
                return


def _changes(node: ast.AST) -> Iterator[tuple[str, Callable[[ast.AST], bool]]]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and "\\" in node.value:
        for said, pattern in pattern_mutants(node.value):
            yield said, _set("value", pattern)
    elif isinstance(node, ast.Subscript):
        yield from _ends(node)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        yield from _calls(node.func)
    elif isinstance(node, ast.Attribute) and node.attr in _FLAGS:
        yield f"drop the flag {node.attr}", _set("attr", "NOFLAG")
    elif isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.NotEq):
        yield "take != for <", _set("ops", [ast.Lt(), *node.ops[1:]])
    elif isinstance(node, ast.BoolOp):
        other = ast.And() if isinstance(node.op, ast.Or) else ast.Or()
        yield "swap and with or", _set("op", other)


def _ends(node: ast.Subscript) -> Iterator[tuple[str, Callable[[ast.AST], bool]]]:
    index = node.slice
    if isinstance(index, ast.UnaryOp) and ast.unparse(index) == "-1":
        yield "take the first for the last", _set("slice", ast.Constant(0))
    elif isinstance(index, ast.Constant) and index.value == 0 and type(index.value) is int:
        yield "take the last for the first", _set("slice", ast.UnaryOp(ast.USub(), ast.Constant(1)))


def _calls(func: ast.Attribute) -> Iterator[tuple[str, Callable[[ast.AST], bool]]]:
    instead = _CALLS.get(func.attr)
    if instead:
        yield f"{instead} for {func.attr}", lambda call: _rename(call, instead)
    elif instead == "":
        yield f"leave out {func.attr}()", lambda call: _rename(call, "__str__")


def _rename(call: ast.AST, name: str) -> bool:
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
        return False
    if name == "__str__" and call.args:
        return False
    call.func.attr = name
    return True


def _set(key: str, value: object) -> Callable[[ast.AST], bool]:
    def change(node: ast.AST) -> bool:
        setattr(node, key, value)
        return True

    return change
