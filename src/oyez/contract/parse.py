"""Reading the text of a contract file, TOML or JSON, as a tree whose keys have places."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Any

from oyez.contract.keys import NOWHERE, Path, Where
from oyez.contract.locate import Place, Places, json_places, json_twice, toml_places
from oyez.core.errors import ContractError
from oyez.text.json_node import Fault, Node
from oyez.text.json_scan import scan, skip_space

_AT = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


class Parsed:
    """The tree of a contract file; places are looked for only where a fault needs one."""

    def __init__(self, name: str, text: str, tree: dict[str, Any], root: Node | None = None) -> None:
        self.name = name
        self.tree = tree
        self.toml = text if root is None else None
        self._text = text
        self._root = root

    @cached_property
    def _places(self) -> Places:
        return toml_places(self._text) if self._root is None else json_places(self._text, self._root)

    def locate(self, path: Path) -> Where:
        """Where the deepest key of the path stands that is there."""
        place = self._places.of(path)
        if place is None:
            return NOWHERE, f"@ {self.name} {'.'.join(map(str, path))}".rstrip()
        return place, _said(self.name, place)


def toml_tree(text: str, name: str) -> Parsed:
    """The tree of a TOML text. Raises `ContractError` for a text that is not TOML."""
    import tomllib  # only where a file is read

    text = text.replace("\r\n", "\n")
    try:
        return Parsed(name, text, tomllib.loads(text))
    except tomllib.TOMLDecodeError as fault:
        message = str(fault)
        at = _AT.search(message)
        place: Place = (text.count("\n") + 1, len(text) - text.rfind("\n"))
        if at is not None and at[1]:
            place = (int(at[1]), int(at[2]))
        reason = message[: at.start()] if at else message
        raise ContractError(name, [f"not TOML: {reason} {_said(name, place)}"]) from fault
    except ValueError as fault:
        raise ContractError(name, ["not read: a number in it has more digits than can be taken"]) from fault
    except RecursionError as fault:
        raise ContractError(name, ["not read: it is nested too deep"]) from fault


def json_tree(text: str, name: str) -> Parsed:
    """The tree of a JSON text that is one object. Raises `ContractError` for anything else."""
    places = Places(text, {})
    root = scan(text, skip_space(text, 0))
    if isinstance(root, Fault):
        raise ContractError(name, [f"not JSON: {root.message} {_said(name, places.at(root.at))}"])
    end = skip_space(text, root.end)
    if end < len(text):
        raise ContractError(name, [f"not JSON: more after its end {_said(name, places.at(end))}"])
    if not isinstance(root.value.data, dict):
        raise ContractError(name, ["a contract is one JSON object"])
    if not root.value.finite:
        raise ContractError(name, ["not read: a number in it is NaN, infinite or too long"])
    if root.repeats:
        faults = [
            f"the key {key!r} stands twice in one object {_said(name, places.at(at))}"
            for key, at in json_twice(text, root)
        ]
        raise ContractError(name, faults)
    return Parsed(name, text, root.value.data, root)


def _said(name: str, place: Place) -> str:
    return f"@ {name}:{place[0]}:{place[1]}"
