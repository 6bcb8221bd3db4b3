"""Sealing: a mark made after the judged text was fixed becomes part of every label of the contract.

A judged text cannot hold the mark, for it was drawn at random when the text was there already; so what a judge copies,
quotes or imitates from it never stands in the sealed form.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import Any

import msgspec

from oyez.contract import Contract, Field
from oyez.core.form import Form
from oyez.core.recovery import PlaceRule
from oyez.forms import FORMS
from oyez.recoveries import RECOVERIES

FAMILY = "0SEAL0"
"""Stands for the mark where all sealed forms of one contract are named together."""
_DIGITS = 8
_LOOSE = ("next-line", "cue-phrase", "leading-label", "truncated-first-key", "single-bracket")
"""Recoveries that would read a value which does not stand beside the mark."""


def draw_mark(texts: Iterable[str]) -> str:
    """A mark of eight random hex digits that stands in none of the texts, in any case."""
    held = [text.casefold() for text in texts]
    while True:
        mark = secrets.token_hex(_DIGITS // 2).upper()
        if not any(mark.casefold() in text for text in held) and not mark.isdecimal():
            return mark


def sealed(contract: Contract, mark: str) -> Contract:
    """The contract with the mark in the label of every field.

    `VERDICT` becomes `VERDICT-7F3A01BC`, `[[A]]` becomes `[[7F3A01BC:A]]`, the key `verdict` becomes
    `verdict_7f3a01bc`; a value that stood alone on a line gets the label `VERDICT-7F3A01BC`. Recoveries that read
    a value without its label are left out.
    """
    fields = {name: _sealed_field(field, mark) for name, field in contract.fields.items()}
    return msgspec.structs.replace(
        contract,
        name=f"{contract.name}-sealed",
        fields=fields,
        label=None if contract.label is None else contract.label,
        instructions=None,
        examples=(),
        toml=None,
    )


def _sealed_field(field: Field, mark: str) -> Field:
    forms = tuple(dict.fromkeys(seal_form(form, field.name, mark) for form in field.forms))
    return msgspec.structs.replace(
        field, forms=forms, recover=tuple(name for name in field.recover if not _loose(name))
    )


def _loose(name: str) -> bool:
    rule = RECOVERIES.get(name)
    return name in _LOOSE or (isinstance(rule, PlaceRule) and rule.whole_line)


def seal_form(form: Form, field: str, mark: str) -> Form:
    """The form with the mark in it. Raises `ValueError` for a form that has no place for one."""
    table = _SEALS[form.kind](form.tree(), field, mark) if form.kind in _SEALS else None
    if table is None:
        raise ValueError(f"the form {form.kind} of the field {field} has no place for a seal")
    rule = FORMS.get(next(iter(table)))
    assert rule is not None
    return rule.make(table)


def _line(table: dict[str, Any], field: str, mark: str) -> dict[str, Any]:
    return table | {"line": f"{table['line']}-{mark}"}


def _lines(table: dict[str, Any], field: str, mark: str) -> dict[str, Any]:
    return table | {"lines": [f"{name}-{mark}" for name in table["lines"]]}


def _bracket(table: dict[str, Any], field: str, mark: str) -> dict[str, Any]:
    opening, closing = table["bracket"]
    return table | {"bracket": [f"{opening}{mark}:", closing]}


def _phrase(table: dict[str, Any], field: str, mark: str) -> dict[str, Any]:
    return table | {"phrase": f"{mark}: {table['phrase']}"}


def _after(table: dict[str, Any], field: str, mark: str) -> dict[str, Any]:
    return table | {"after": f"{table['after']}-{mark}"}


def _tag(table: dict[str, Any], field: str, mark: str) -> dict[str, Any]:
    return table | {"tag": f"{table['tag']}_{mark.lower()}"}


def _json(table: dict[str, Any], field: str, mark: str) -> dict[str, Any]:
    return table | {"json": _last(table["json"], mark)}


def _json_items(table: dict[str, Any], field: str, mark: str) -> dict[str, Any]:
    return table | {"json_items": _last(table["json_items"], mark)}


def _last(path: Any, mark: str) -> list[str]:
    """The path with the mark in its last step."""
    steps = path.split(".") if isinstance(path, str) else path
    return [*steps[:-1], f"{steps[-1]}_{mark.lower()}"]


def _alone(table: dict[str, Any], field: str, mark: str) -> dict[str, Any]:
    """A value that stood alone gets a label: the name of its field."""
    return {"line": f"{field.upper().replace('_', '-')}-{mark}"}


_SEALS = {
    "after": _after,
    "bracket": _bracket,
    "first_line": _alone,
    "json": _json,
    "json_items": _json_items,
    "last_line": _alone,
    "line": _line,
    "lines": _lines,
    "phrase": _phrase,
    "tag": _tag,
    "whole": _alone,
}
