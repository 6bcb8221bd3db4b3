"""Loading a contract by its name in the catalogue, from a file, or from a tree."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from oyez.contract.build import build
from oyez.contract.keys import nearest
from oyez.contract.locate import place_of
from oyez.contract.model import Contract
from oyez.core.errors import ContractError

CATALOGUE = Path(__file__).parent.parent / "contracts"
"""The folder of the catalogue."""


def contract(source: str | Path | dict[str, Any] | Contract) -> Contract:
    """The contract of that name in the catalogue, in that TOML or JSON file, or written as that tree.

    Text with a path separator or an ending `.toml` or `.json` is a file; other text is a name.
    Raises `ContractError`, which lists every fault with its place.
    """
    if isinstance(source, Contract):
        return source
    if isinstance(source, dict):
        return build(source)
    text = str(source)
    if isinstance(source, Path) or "/" in text or "\\" in text or text.endswith((".toml", ".json")):
        return _from_file(Path(source))
    return _from_catalogue(text)


@lru_cache(maxsize=1)
def contract_names() -> tuple[str, ...]:
    """The names in the catalogue, sorted."""
    return tuple(sorted(path.stem for path in CATALOGUE.glob("*.toml")))


@lru_cache(maxsize=256)
def _from_catalogue(name: str) -> Contract:
    bare = name.split("@")[0]
    if bare not in contract_names():
        near = nearest(bare, contract_names(), 3)
        hint = f"; nearest: {', '.join(near)}" if near else ""
        raise ContractError(name, [f"no such contract in the catalogue{hint}"])
    text = (CATALOGUE / f"{bare}.toml").read_text(encoding="utf-8")
    return _from_toml(text, f"{bare}.toml")


def _from_file(path: Path) -> Contract:
    try:
        text = path.read_bytes().decode("utf-8")
    except OSError as fault:
        raise ContractError(str(path), [fault.strerror or str(fault)]) from fault
    except UnicodeDecodeError as fault:
        raise ContractError(str(path), [f"not UTF-8 at byte {fault.start}"]) from fault
    return _from_json(text, str(path)) if path.suffix == ".json" else _from_toml(text, str(path))


def _from_json(text: str, name: str) -> Contract:
    try:
        tree = json.loads(text)
    except ValueError as fault:
        raise ContractError(name, [f"not JSON: {fault}"]) from fault
    if not isinstance(tree, dict):
        raise ContractError(name, ["a contract is one JSON object"])
    return _named(tree, name, None)


def _from_toml(text: str, name: str) -> Contract:
    import tomllib  # only where a file is read

    try:
        tree = tomllib.loads(text.replace("\r\n", "\n"))
    except tomllib.TOMLDecodeError as fault:
        raise ContractError(name, [f"not TOML: {fault}"]) from fault
    return _named(tree, name, text)


def _named(tree: dict[str, Any], name: str, text: str | None) -> Contract:
    def locate(path: tuple[str | int, ...]) -> str:
        place = place_of(text, path) if text is not None else None
        dotted = ".".join(str(step) for step in path)
        return f"@ {name}:{place[0]}:{place[1]}" if place else f"@ {name} {dotted}".rstrip()

    try:
        return build(tree, locate=locate, toml=text)
    except ContractError as error:
        raise ContractError(name, error.faults) from None
