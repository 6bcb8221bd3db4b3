"""Small changes to a contract, each of a kind that people make."""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Iterator
from typing import Any

from oyez.contract import Contract, contract
from oyez.core.errors import ContractError

_TOP: tuple[tuple[str, str, Any], ...] = (
    ("let quoted text compete", "quoted", "candidate"),
    ("read thinking as an answer", "thinking", []),
    ("overlook a weaker form that says otherwise", "dissent", "ignore"),
    ("judge menus like values", "menus", "candidate"),
    ("read truncated replies", "recover_truncated", True),
)
_REPEATS = {
    "last": "let the last of several win",
    "first": "let the first of several win",
    "forbid": "forbid repeats",
}


def tree_of(terms: Contract) -> dict[str, Any]:
    """The contract as it was written. Raises `ContractError` for one that was not written in TOML."""
    if terms.toml is None:
        raise ContractError(terms.name, ["is not written in TOML, and only such a contract can be changed"])
    return {key: value for key, value in tomllib.loads(terms.toml).items() if key != "example"}


def contract_mutants(terms: Contract) -> Iterator[tuple[str, Contract]]:
    """What is changed, and the changed contract; changes that make no contract, or the same one, are left out."""
    tree = tree_of(terms)
    for said, changed in _changes(tree):
        try:
            made = contract(changed)
        except ContractError:
            continue
        if made.digest != terms.digest:
            yield said, made


def _changes(tree: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for said, key, value in _TOP:
        yield said, tree | {key: value}
    for key in ("placeholders", "label", "starts_after", "instructions", "cut", "cues"):
        if key in tree:
            yield f"drop {key}", {name: value for name, value in tree.items() if name != key}
    if "field" not in tree:
        yield from _field_changes(tree, "")
        return
    for name, field in tree["field"].items():
        for said, changed in _field_changes(field, f"{name}: "):
            yield said, tree | {"field": tree["field"] | {name: changed}}


def _field_changes(field: dict[str, Any], who: str) -> Iterator[tuple[str, dict[str, Any]]]:
    for repeats, said in _REPEATS.items():
        yield who + said, field | {"repeats": repeats}
    yield who + "recover nothing", field | {"recover": []}
    yield who + "recover whatever is safe", field | {"recover": "safe"}
    if isinstance(field.get("recover"), list):
        for name in field["recover"]:
            left = [one for one in field["recover"] if one != name]
            yield f"{who}drop the recovery {name}", field | {"recover": left}
    for said, scale in _scales(field.get("scale")):
        yield who + said, field | {"scale": scale}
    form = field.get("form")
    if isinstance(form, dict):
        for key in ("around", "until", "at", "object"):
            if key in form:
                less = {name: value for name, value in form.items() if name != key}
                yield f"{who}drop {key} of the form", field | {"form": less}


def _scales(scale: Any) -> Iterator[tuple[str, Any]]:
    if not isinstance(scale, dict):
        return
    for key in ("integer", "number"):
        if isinstance(scale.get(key), list):
            low, high = scale[key]
            yield "raise the upper bound", scale | {key: [low, high + 1]}
            yield "lower the upper bound", scale | {key: [low, high - 1]}
            yield "lower the lower bound", scale | {key: [low - 1, high]}
    if isinstance(scale.get("labels"), list):
        yield "drop the last label", scale | {"labels": scale["labels"][:-1]}
        yield "add a label", scale | {"labels": [*scale["labels"], "other"]}
    for key in ("abstain", "alias"):
        if key in scale:
            yield f"drop {key}", {name: copy.deepcopy(value) for name, value in scale.items() if name != key}
    if scale.get("ignore_case", True) and ("labels" in scale or "preference" in scale):
        yield "compare labels with case", scale | {"ignore_case": False}
