"""Loading a contract by its name in the catalogue, from a file, or from a tree."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from oyez.contract.build import build
from oyez.contract.model import Contract
from oyez.contract.parse import json_tree, toml_tree
from oyez.core.errors import ContractError
from oyez.core.nearest import nearest
from oyez.core.visible import visible_text

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
    named = _name_or_path(source)
    if isinstance(named, Path) or names_a_file(named):
        return _from_file(Path(named))
    return _from_catalogue(named)


def _name_or_path(source: object) -> str | Path:
    if isinstance(source, str | Path):
        return source
    kind = type(source).__name__
    raise ContractError("contract", [f"must be a name, a path, a table or a contract, and is of type {kind}"])


def names_a_file(text: str) -> bool:
    """Whether the text names a file, not a contract of the catalogue."""
    return "/" in text or "\\" in text or text.endswith((".toml", ".json"))


@lru_cache(maxsize=1)
def contract_names() -> tuple[str, ...]:
    """The names in the catalogue, sorted."""
    return tuple(sorted(path.stem for path in CATALOGUE.glob("*.toml")))


@lru_cache(maxsize=256)
def _from_catalogue(name: str) -> Contract:
    bare = name.split("@")[0]
    if bare not in contract_names():
        raise ContractError(visible_text(name), [f"no such contract in the catalogue{_hint(name, bare)}"])
    text = (CATALOGUE / f"{bare}.toml").read_text(encoding="utf-8")
    return _from_text(text, f"{bare}.toml")


def _hint(name: str, bare: str) -> str:
    if name and Path(name).is_file():
        return f"; to use the file of that name, write ./{name}"
    near = nearest(bare, contract_names(), 3)
    return f"; nearest: {', '.join(near)}" if near else "; `oyez contracts` lists them"


def _from_file(path: Path) -> Contract:
    name = visible_text(str(path))
    try:
        held = path.read_bytes()
    except (OSError, ValueError) as fault:  # ValueError: a name that holds NUL
        raise ContractError(name, [getattr(fault, "strerror", None) or str(fault)]) from fault
    try:
        text = held.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        hint = "; it looks like UTF-16" if held.startswith((b"\xff\xfe", b"\xfe\xff")) else ""
        raise ContractError(name, [f"not UTF-8 at byte {fault.start}{hint}"]) from fault
    return _from_text(text, name)


def _from_text(text: str, name: str) -> Contract:
    """The contract that a text writes: JSON if the name ends so, else TOML."""
    parsed = json_tree(text, name) if name.endswith(".json") else toml_tree(text, name)
    try:
        return build(parsed.tree, locate=parsed.locate, toml=parsed.toml)
    except ContractError as error:
        raise ContractError(name, error.faults) from None
