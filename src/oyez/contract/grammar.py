"""A llama.cpp grammar (GBNF) for the replies that a contract asks for: whatever it generates, the contract reads.

Reasons may stand beside the answer where the form leaves room for them, in lines of prose that hold no
mark of the contract.
"""

from __future__ import annotations

from oyez.contract.layout import Layout, Spot, layout
from oyez.contract.model import Contract
from oyez.contract.write import object_of
from oyez.core.errors import ContractError
from oyez.core.form import Form
from oyez.core.gbnf import Rules, literal
from oyez.text.gbnf_json import Slot, json_tree
from oyez.text.gbnf_prose import prose_line

_SLOT = "\ue000"
"""Stands for a value while the literal text of a form is written around it."""


def grammar(contract: Contract) -> str:
    """The grammar, one rule a line, `root` first.

    Raises `ContractError` where no one reply can hold all fields, a scale is too wide to list, or the
    ids of items are not known.
    """
    place = layout(contract)
    rules = Rules(tags_count=not _is_one_object(place), barred=_barred(contract))
    line = prose_line(rules, _marks(contract), _labels(contract))
    rules.add("lines", f'{line} ("\\n" {line})*')
    try:
        root = _root(contract, place, rules)
    except ValueError as fault:
        raise ContractError(contract.name, [f"has no grammar: {fault}"]) from fault
    return rules.text(root)


def _root(contract: Contract, place: Layout, rules: Rules) -> str:
    before = [_text(contract, spot, rules) for spot in place.first]
    after = [_text(contract, spot, rules) for spot in place.lines]
    if place.objects:
        after.append(_object(contract, place, rules))
    after += [_text(contract, spot, rules) for spot in place.last]
    if place.prose and before and not after:
        return f'{before[0]} ("\\n" lines)?'
    if place.prose:
        after[0] = f'(lines "\\n")? {after[0]}'
    return ' "\\n" '.join([*before, *after])


def _text(contract: Contract, spot: Spot, rules: Rules) -> str:
    """The name of a rule for one spot: the text of its form around values of its scale."""
    form, scale = spot.form, spot.field.scale
    room = "whole" if form.site == "whole" else "lines" if form.runs_on else "line"
    value = rules.add(f"value-of-{_word(spot)}", scale.grammar(rules, room))
    written = form.write(_SLOT if form.parts is None else dict.fromkeys(form.parts, _SLOT))
    pieces = [literal(piece) if piece else "" for piece in written.split(_SLOT)]
    return rules.add(_word(spot), f" {value} ".join(pieces).strip())


def _object(contract: Contract, place: Layout, rules: Rules) -> str:
    """The name of a rule for the JSON object."""

    def say(spot: Spot, _text: bool) -> object:
        value = rules.add(f"value-of-{_word(spot)}", spot.field.scale.grammar(rules, "json"))
        if spot.form.parts is None:
            return Slot(value)
        if contract.ids is None:
            raise ValueError(
                f"the ids of the items of {spot.field.name} are not known; give the contract ids"
            )
        return dict.fromkeys(contract.ids, Slot(value))

    return rules.add("object", json_tree(rules, object_of(place, say)))


def _marks(contract: Contract) -> list[str]:
    """Every text that must not stand in prose, of all forms that any field may be written in."""
    texts = [contract.starts_after] if contract.starts_after else []
    for field in contract.fields.values():
        for form in field.forms:
            texts += [*form.marks, *(form.breaks if field.scale.free else ())]
    return texts


def _labels(contract: Contract) -> list[str]:
    forms: list[Form] = [form for field in contract.fields.values() for form in field.forms]
    return [label for form in forms for label in form.labels]


def _is_one_object(place: Layout) -> bool:
    return bool(place.objects) and not place.prose and not place.texts


def _barred(contract: Contract) -> str:
    """A character without which the text after which the region starts cannot stand in a string."""
    marks = [char for char in contract.starts_after or "" if char not in "\\ "]
    return next((char for char in marks if not char.isalnum()), marks[0] if marks else "")


def _word(spot: Spot) -> str:
    """The field's name as the name of a rule: ASCII letters, digits and hyphens."""
    kept = "".join(char if char.isascii() and char.isalnum() else "-" for char in spot.field.name)
    return f"field-{kept}"
