"""A JSON Schema (2020-12) for the objects that a contract reads."""

from __future__ import annotations

from typing import Any

from oyez.contract.layout import counted
from oyez.contract.model import EVERY_FIELD, Contract, Field
from oyez.core.errors import ContractError
from oyez.forms._write import merged

DIALECT = "https://json-schema.org/draft/2020-12/schema"
UNSEEN = (
    "Exact but for what JSON Schema cannot see: a key given twice, a whole number written with a fraction or an "
    "exponent (3.0), more digits than a float holds, an id given twice or two keys for one field with "
    "different values, nesting deeper than 500"
)
NARROW = "Accepts only what the contract asks a judge to write, and less than it reads"


def schema(contract: Contract, *, narrow: bool = False) -> dict[str, Any]:
    """A schema that accepts exactly the objects that the contract reads without a recovery.

    With `narrow`, the schema to hand to a provider of structured output: every field required, labels
    spelt one way, no other keys. Raises `ContractError` for a contract that reads no JSON object.
    """
    try:
        made = _narrow(contract) if narrow else _exact(contract)
    except ValueError as fault:
        raise ContractError(contract.name, [f"has no schema: {fault}"]) from fault
    about = {"description": contract.about} if contract.about else {}
    head = {"$schema": DIALECT, "title": contract.name} | about
    return head | {"$comment": NARROW if narrow else UNSEEN} | made


def _exact(contract: Contract) -> dict[str, Any]:
    """What the status depends on, and no more."""
    made: dict[str, Any] = {}
    for field in counted(contract):
        if contract.verdict != EVERY_FIELD or not field.optional:
            made = merged(made, _field(contract, field, narrow=False))
    if made:
        return made
    choices = [_field(contract, field, narrow=False) for field in counted(contract)]
    return {"type": "object", "anyOf": choices}


def _narrow(contract: Contract) -> dict[str, Any]:
    """Every field that can be written in an object, and nothing else."""
    made: dict[str, Any] = {}
    for name, field in contract.fields.items():
        if _is_json(field):
            made = merged(made, _field(contract, field, narrow=True))
        elif field in counted(contract):
            raise ContractError(contract.name, [f"has no schema: {_no_json(name, field)}"])
    closed = _closed(made)
    assert isinstance(closed, dict)
    return closed


def _field(contract: Contract, field: Field, *, narrow: bool) -> dict[str, Any]:
    """A schema for objects that hold the field: in one of its JSON forms, and in no other wrongly."""
    value = field.scale.schema(narrow=narrow)
    ask = contract.asks[field.name]
    made = [form.schema(value, ask, narrow=narrow) for form in field.forms]
    found = [one for one in made if one is not None]
    if not found:
        raise ContractError(contract.name, [f"has no schema: {_no_json(field.name, field)}"])
    if narrow or len(found) == 1:
        return found[0]
    return {"anyOf": found, "allOf": [_optional(one) for one in found]}


def _optional(tree: Any) -> Any:
    """The same schema for objects that need not hold the path."""
    if not isinstance(tree, dict) or "required" not in tree:
        return tree
    return {"properties": {key: _optional(value) for key, value in tree["properties"].items()}}


def _is_json(field: Field) -> bool:
    return any(form.path is not None for form in field.forms)


def _no_json(name: str, field: Field) -> str:
    where = " or ".join(form.describe() for form in field.forms)
    return f"the field {name} is no JSON, it stands {where}"


def _closed(tree: Any) -> Any:
    """The schema with every object limited to the keys that are named."""
    if isinstance(tree, list):
        return [_closed(each) for each in tree]
    if not isinstance(tree, dict):
        return tree
    made = {key: _closed(value) if key in ("items", "anyOf") else value for key, value in tree.items()}
    if "properties" in tree:
        made["properties"] = {key: _closed(value) for key, value in tree["properties"].items()}
        made["additionalProperties"] = False
    return made
