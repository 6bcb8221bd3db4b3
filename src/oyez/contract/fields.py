"""The fields of a contract: form, scale, repeats and recoveries, at the top level or in tables of their own."""

from __future__ import annotations

from typing import Any

from oyez.contract.keys import Keys, Path, nearest
from oyez.contract.model import EVERY_FIELD, Field
from oyez.core.form import Form
from oyez.core.scale import Scale
from oyez.forms import FORMS
from oyez.recoveries import RECOVERIES, in_order, safe_names
from oyez.scales import SCALES, scale_from

FIELD_KEYS = ("form", "scale", "repeats", "recover", "optional")
REPEATS = ("agree", "forbid", "last", "first")


def fields_from(keys: Keys) -> dict[str, Field]:
    """The fields by name, in the order of the contract."""
    if "field" not in keys.tree:
        return {"verdict": _field(keys, "verdict", keys.tree, ())}
    for key in FIELD_KEYS:
        if key in keys.tree:
            keys.fault((key,), f"{key} belongs into a [field.…] table, since the contract has fields")
    tables = keys.tree["field"]
    if not isinstance(tables, dict) or not tables:
        keys.fault(("field",), "field must hold a table for each field")
        return {}
    if EVERY_FIELD in tables:
        keys.fault(("field", EVERY_FIELD), f"a field cannot be named {EVERY_FIELD}")
    return {name: _field(keys, name, table, ("field", name)) for name, table in tables.items()}


def _field(keys: Keys, name: str, table: Any, path: Path) -> Field:
    if not isinstance(table, dict):
        keys.fault(path, f"field {name} must be a table")
        table = {}
    for key in table if path else ():
        if key not in FIELD_KEYS:
            keys.unknown((*path, key), FIELD_KEYS, "a field")
    return Field(
        name=name,
        forms=_forms(keys, table.get("form"), (*path, "form")),
        scale=_scale(keys, table.get("scale"), (*path, "scale")),
        repeats=keys.choice(table, "repeats", REPEATS, path) or "agree",
        recover=_recover(keys, table.get("recover", []), (*path, "recover")),
        optional=keys.flag(table, "optional", path),
    )


def _forms(keys: Keys, tree: Any, path: Path) -> tuple[Form, ...]:
    trees = tree if isinstance(tree, list) else [tree]
    if tree is None or not trees:
        keys.fault(path[:-1], "a form is missing")
        return ()
    made = [_form(keys, one, path) for one in trees]
    return tuple(form for form in made if form is not None)


def _form(keys: Keys, table: Any, path: Path) -> Form | None:
    known = [rule for key in table if (rule := FORMS.get(key)) is not None] if isinstance(table, dict) else []
    if len(known) != 1:
        names = ", ".join(rule.name for rule in FORMS)
        keys.fault(path, f"a form is a table with exactly one of the keys {names}")
        return None
    rule = known[0]
    unknown = [key for key in table if key not in (rule.name, *rule.keys)]
    for key in unknown:
        keys.unknown((*path, key), (rule.name, *rule.keys), f"the form {rule.name}")
    try:
        return None if unknown else rule.make(table)
    except ValueError as fault:
        keys.fault((*path, rule.name), str(fault))
        return None


def _scale(keys: Keys, tree: Any, path: Path) -> Scale:
    """The scale; after a fault one that stands in for it, so that the search for faults can go on."""
    if tree is None:
        keys.fault(path[:-1], "a scale is missing")
        return SCALES.built_in["text"].make({"text": True})
    try:
        return scale_from(tree)
    except ValueError as fault:
        more = (str(fault.args[1]),) if len(fault.args) > 1 else ()
        keys.fault((*path, *more), str(fault.args[0]))
        return SCALES.built_in["text"].make({"text": True})


def _recover(keys: Keys, tree: Any, path: Path) -> tuple[str, ...]:
    names = [tree] if isinstance(tree, str) else tree
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        keys.fault(path, 'recover must be "safe" or a list of names')
        return ()
    chosen: set[str] = set()
    for name in names:
        if name == "safe":
            chosen.update(safe_names())
        elif RECOVERIES.get(name) is None:
            near = nearest(name, RECOVERIES.built_in)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            keys.fault(path, f"unknown recovery {name!r}{hint}")
        else:
            chosen.add(name)
    return tuple(rule.name for rule in in_order(chosen))
