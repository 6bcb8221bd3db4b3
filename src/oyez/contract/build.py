"""Building a contract from its tree, collecting everything that is wrong with it."""

from __future__ import annotations

from typing import Any

from oyez.contract.examples import check_examples
from oyez.contract.fields import FIELD_KEYS, fields_from
from oyez.contract.keys import NOWHERE, Keys, Locate, Path, Where
from oyez.contract.model import EVERY_FIELD, Contract, Field
from oyez.contract.readable import unreadable_settings
from oyez.core.canonical import canonical
from oyez.core.errors import ContractError, OyezError
from oyez.core.visible import visible_text
from oyez.forms.phrase import slot_fault

TEXT_KEYS = ("about", "source", "label", "starts_after", "instructions")
FLAG_KEYS = ("recover_truncated", "all_fields", "partial", "parity")
LIST_KEYS = ("thinking", "placeholders", "ids", "cues", "faults")
CHOICES = {
    "quoted": ("aside", "candidate"),
    "dissent": ("conflict", "ignore"),
    "menus": ("aside", "candidate"),
    "cut": ("value",),
}
LONGEST_NAME = 200
"""Characters; the name stands in every row of readings."""
TOP_KEYS = (
    "name",
    "version",
    "verdict",
    "field",
    "at_least",
    "example",
    *TEXT_KEYS,
    *FLAG_KEYS,
    *LIST_KEYS,
    *CHOICES,
)


def build(tree: dict[str, Any], *, locate: Locate | None = None, toml: str | None = None) -> Contract:
    """The contract that the tree writes.

    `locate` turns the path of a key into a place in the file, for messages. Raises `ContractError`
    with every fault of the tree.
    """
    try:
        return _build(Keys(tree, locate or _dotted), toml)
    except RecursionError as fault:
        raise ContractError(str(tree.get("name", "unnamed"))[:100], ["it is nested too deep"]) from fault


def _build(keys: Keys, toml: str | None) -> Contract:
    tree = keys.tree
    for key in tree:
        if key not in (*TOP_KEYS, *FIELD_KEYS):
            keys.unknown((key,), (*TOP_KEYS, *FIELD_KEYS), "a contract")
    name, version, fields = _name(keys), keys.count("version", 0), fields_from(keys)
    settings = _settings(keys, fields)
    verdict = _verdict(keys, fields)
    if keys.faults:
        raise ContractError(name, keys.faults)
    if verdict == EVERY_FIELD:
        settings["all_fields"] = True
    made = Contract(
        name=name,
        version=1 if version is None else version,
        verdict=verdict,
        fields=fields,
        examples=tuple(tree.get("example", ())),
        toml=toml,
        **settings,
    )
    try:
        canonical(made.tree)
    except OyezError as error:
        raise ContractError(name, [f"the contract cannot be named by its content: {error}"]) from error
    return made


def _dotted(path: Path) -> Where:
    """A tree has no lines, but its keys have paths."""
    return NOWHERE, "at " + ".".join(str(step) for step in path) if path else ""


def _name(keys: Keys) -> str:
    name = keys.tree.get("name", "unnamed")
    if not isinstance(name, str) or not name.strip() or any(char in name for char in "@#\n"):
        keys.fault(("name",), "name must be a word without @ and #")
        return "unnamed"
    if visible_text(name) != name or len(name) > LONGEST_NAME:
        said = f"name must be at most {LONGEST_NAME} characters that can be printed"
        keys.fault(("name",), said)
        return "unnamed"
    return name


def _settings(keys: Keys, fields: dict[str, Field]) -> dict[str, Any]:
    """Every key beside the fields that is there."""
    made: dict[str, Any] = {key: keys.text(key) for key in TEXT_KEYS}
    made |= {key: keys.flag(keys.tree, key, ()) for key in FLAG_KEYS}
    made |= {key: keys.words(key) for key in LIST_KEYS}
    made |= {key: keys.choice(keys.tree, key, choices, ()) for key, choices in CHOICES.items()}
    made["at_least"] = keys.count("at_least", 1)
    for number, cue in enumerate(made["cues"] or ()):
        if (why := slot_fault(cue)) is not None:
            keys.fault(("cues", number), f"cue {cue!r} {why}")
    if made["cues"] is None and any("cue-phrase" in field.recover for field in fields.values()):
        keys.fault(("recover",), "the recovery cue-phrase needs a list of cues")
    unreadable_settings(keys, made)
    check_examples(keys, fields)
    return {key: value for key, value in made.items() if value is not None}


def _verdict(keys: Keys, fields: dict[str, Field]) -> str:
    verdict = keys.tree.get("verdict")
    if verdict is None and len(fields) == 1:
        return next(iter(fields))
    if verdict == EVERY_FIELD and "field" in keys.tree:
        return EVERY_FIELD
    if not isinstance(verdict, str) or verdict not in fields:
        names = ", ".join(fields) or "none"
        or_all = f' or be "{EVERY_FIELD}"' if "field" in keys.tree else ", or be left out"
        keys.fault(("verdict",), f"verdict must name a field ({names}){or_all}")
        return EVERY_FIELD
    return verdict
