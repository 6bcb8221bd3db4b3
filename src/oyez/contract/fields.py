"""The fields of a contract: form, scale, repeats and recoveries, at the top level or in tables of their own."""

from __future__ import annotations

from typing import Any

from oyez.contract.keys import Keys, Path
from oyez.contract.model import EVERY_FIELD, Field
from oyez.contract.parts import make_part, part_table
from oyez.contract.readable import unreadable_form
from oyez.core.form import Form
from oyez.core.nearest import nearest
from oyez.core.scale import Scale
from oyez.forms import FORMS
from oyez.recoveries import RECOVERIES, in_order, safe_names
from oyez.scales import SCALES

COMMON = ("abstain",)
"""The keys that every scale takes."""
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
    where = f" in the field {name!r}" if path else ""
    if not isinstance(table, dict):
        keys.fault(path, f"field {name} must be a table")
        table = {}
    for key in table if path else ():
        if key not in FIELD_KEYS:
            keys.unknown((*path, key), FIELD_KEYS, f"the field {name!r}")
    scale = _scale(keys, table.get("scale"), (*path, "scale"), where)
    return Field(
        name=name,
        forms=_forms(keys, table.get("form"), (*path, "form"), where),
        scale=scale or SCALES.built_in["text"].make({"text": True}),
        repeats=keys.choice(table, "repeats", REPEATS, path) or "agree",
        recover=_recover(keys, table.get("recover", []), (*path, "recover")),
        optional=keys.flag(table, "optional", path),
    )


def _forms(keys: Keys, tree: Any, path: Path, where: str) -> tuple[Form, ...]:
    trees = tree if isinstance(tree, list) else [tree]
    if tree is None or not trees:
        keys.fault(path[:-1], f"a form is missing{where}")
        return ()
    paths = [(*path, index) for index in range(len(trees))] if isinstance(tree, list) else [path]
    made = [_form(keys, one, at) for one, at in zip(trees, paths, strict=True)]
    return tuple(form for form in made if form is not None)


def _form(keys: Keys, tree: Any, path: Path) -> Form | None:
    table = part_table(keys, tree, path, "form", FORMS, ())
    if table is None or unreadable_form(keys, table, path):
        return None
    made: Form | None = make_part(keys, table, path, FORMS)
    return made


def _scale(keys: Keys, tree: Any, path: Path, where: str) -> Scale | None:
    """The scale; `None` after a fault."""
    if tree is None:
        keys.fault(path[:-1], f"a scale is missing{where}")
        return None
    table = part_table(keys, {tree: True} if isinstance(tree, str) else tree, path, "scale", SCALES, COMMON)
    if table is None or ("list" in table and _scale(keys, table["list"], (*path, "list"), where) is None):
        return None
    made: Scale | None = make_part(keys, table, path, SCALES)
    return made


def _recover(keys: Keys, tree: Any, path: Path) -> tuple[str, ...]:
    names = [tree] if isinstance(tree, str) else tree
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        keys.fault(path, 'recover must be "safe" or a list of names')
        return ()
    chosen: set[str] = set()
    for number, name in enumerate(names):
        at = (*path, number) if names is tree else path
        if name == "safe":
            chosen.update(safe_names())
        elif RECOVERIES.get(name) is None:
            near = nearest(name, ("safe", *RECOVERIES.built_in))
            hint = f"; did you mean {near[0]!r}?" if near else ""
            keys.fault(at, f"unknown recovery {name!r}{hint}")
        else:
            chosen.add(name)
    return tuple(rule.name for rule in in_order(chosen))
