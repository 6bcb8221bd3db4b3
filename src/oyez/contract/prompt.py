"""The format instruction of a contract: what to paste into the prompt of a judge, plain and without a verdict in it.

Where the reader sets a menu or a range aside, the instruction shows the shape of the reply with such a
stand-in in every place; where it has none for a value that counts, it tells the shape in words.
"""

from __future__ import annotations

import json
from typing import Any

from oyez.contract.layout import Layout, Spot, counted, layout
from oyez.contract.model import EVERY_FIELD, Contract
from oyez.contract.write import compose, object_of
from oyez.core.value import Refused
from oyez.scales._menus import is_placeholder
from oyez.text.numbers import plain

SHAPE_FOLLOWS = "shape:"
"""How the line before the shape ends; blank lines stand around the shape."""
INSTEAD = "In place of "
"""How a line begins that says what to write for a stand-in."""
SOME_ID = "..."
"""Stands for the id of an item where the contract does not know the ids."""
LONGEST = 72
"""A JSON object of more characters is shown over several lines."""


def prompt(contract: Contract) -> str:
    """The instruction, its lines ended by line feeds.

    None of its lines reads as a verdict under the contract, nor do all of them together, unless the
    verdict may be any text. Raises `ContractError` where no one reply can hold all fields.
    """
    place = layout(contract)
    stand_ins = {spot.field.name: stand_in(contract, spot) for spot in place.spots}
    body = _by_shape(contract, place, stand_ins) if _may_show(contract, stand_ins) else _in_words(place)
    return "\n".join([*body, *_closing(place)]) + "\n"


def stand_in(contract: Contract, spot: Spot) -> str | None:
    """A text that stands for any value of the field and that the reader sets aside; `None` where there is none."""
    ask, scale = contract.asks[spot.field.name], spot.field.scale
    tries = ["|".join(dict.fromkeys(word for word, verdict in scale.menu_words if word == verdict))]
    if scale.bounds is not None:
        low, high = (plain(bound) for bound in scale.bounds)
        tries.insert(0, f"{low} to {high}" if low.startswith("-") else f"{low}-{high}")
    around = _around(spot)
    for text in [*tries, *contract.placeholders]:
        if scale.free or text in around or not isinstance(scale.admit(text), Refused):
            continue
        if is_placeholder(text, ask):
            return text
    return None


def _around(spot: Spot) -> str:
    """The fixed text of a form, in which a stand-in could not be told from it."""
    if spot.form.path is not None:
        return " ".join(spot.form.path)
    return spot.form.write("" if spot.form.parts is None else dict.fromkeys(spot.form.parts, ""))


def _may_show(contract: Contract, stand_ins: dict[str, str | None]) -> bool:
    """Whether the shape, with the stand-ins in it, is sure not to read as a verdict."""
    fields = counted(contract)
    if any(stand_ins[field.name] is None and not field.scale.free for field in fields):
        return False
    needed = [field for field in fields if not field.optional or contract.verdict == field.name]
    if contract.verdict == EVERY_FIELD and not needed:
        return all(stand_ins[field.name] is not None for field in fields)
    return any(stand_ins[field.name] is not None for field in needed)


def _by_shape(contract: Contract, place: Layout, stand_ins: dict[str, str | None]) -> list[str]:
    """The shape between blank lines, and a line for each stand-in."""

    def say(spot: Spot, _text: bool) -> Any:
        shown = _shown(spot, stand_ins)
        parts = spot.form.parts
        return shown if parts is None else dict.fromkeys(parts or contract.ids or (SOME_ID,), shown)

    rules = [line for spot in place.spots for line in _rules(contract, spot, _shown(spot, stand_ins))]
    return [f"{_opening(place)} {SHAPE_FOLLOWS}", "", *_shape(place, say), "", *dict.fromkeys(rules)]


def _shown(spot: Spot, stand_ins: dict[str, str | None]) -> str:
    return stand_ins[spot.field.name] or f"<{spot.field.name}>"


def _shape(place: Layout, say: Any) -> list[str]:
    """The lines of the shape; an object over several lines where one would be long."""
    if not place.objects:
        return compose(place, say).split("\n")
    above = [spot.form.write(say(spot, True)) for spot in place.texts]
    tree = object_of(place, say)
    flat = json.dumps(tree, ensure_ascii=False)
    shown = flat if len(flat) <= LONGEST else json.dumps(tree, ensure_ascii=False, indent=2)
    return "\n".join([*above, shown]).split("\n")


def _rules(contract: Contract, spot: Spot, shown: str) -> list[str]:
    """What to write in the place of a stand-in, and of ids that are not known."""
    is_json = spot.form.site == "object"
    quoted = json.dumps(shown, ensure_ascii=False) if is_json else shown
    each = "each " if spot.form.parts is not None else ""
    more = ""
    if spot.field.scale.free and not is_json:
        more = ", over several lines if need be" if spot.form.runs_on else ", all of it on one line"
    rule = f"{INSTEAD}{each}{quoted} write {spot.field.scale.describe(json=is_json)}{more}."
    if spot.form.parts == () and contract.ids is None:
        return [rule, f'{INSTEAD}"{SOME_ID}" write the id of an item, in one such object for each item.']
    return [rule]


def _opening(place: Layout) -> str:
    """What begins the instruction and ends before the word for the shape."""
    alone = len(place.spots) == 1
    if place.objects and not place.texts:
        return (
            "End your reply with one JSON object of this"
            if place.prose
            else "Reply with one JSON object of this"
        )
    if place.objects:
        return "End your reply with these lines and one JSON object, in this order and of this"
    if place.lines and place.lines[0].form.site == "whole":
        return "Reply with your value and nothing else, in this"
    if place.last:
        return "End your reply with " + (
            "a last line of this" if alone else "these lines, in this order and of this"
        )
    if place.first:
        return "Begin your reply with " + (
            "a first line of this" if alone else "these lines, in this order and of this"
        )
    if alone and place.spots[0].form.parts is None:
        return "Write your value once, on a line of its own, in this"
    return "Write these lines, each of them once, in this order and of this"


def _in_words(place: Layout) -> list[str]:
    """Where each value stands and what it may be, without the value."""
    lines = []
    if place.objects and not place.texts:
        lines.append(
            "End your reply with one JSON object."
            if place.prose
            else "Reply with one JSON object and nothing else."
        )
    numbered = len(place.spots) > 1
    for number, spot in enumerate(place.spots, 1):
        own = list(spot.form.ask_for())
        own[0] = f"{number}. {own[0]}" if numbered else own[0]
        is_json = spot.form.site == "object"
        lines += [*own, f"Your value is {spot.field.scale.describe(json=is_json)}."]
    return lines


def _closing(place: Layout) -> list[str]:
    """What not to write, and where reasons may stand."""
    if place.objects:
        rest = (
            "begin it on a new line and write nothing after it" if place.prose else "write nothing around it"
        )
        said = f"Write the object once, {rest}, not even a code fence."
    elif place.lines and place.lines[0].form.site == "whole":
        said = "Write no label, no quotation marks, no full stop and no explanation."
    elif place.last:
        said = "Write nothing else on that line, and nothing after it."
    elif len(place.spots) > 1 or place.spots[0].form.parts is not None:
        said = "Write nothing else on these lines, and write none of them twice."
    else:
        said = "Write nothing else on that line, and write it only once."
    where = "after that line" if place.first else "before all this" if len(place.spots) > 1 else "before it"
    return [said, f"If you give reasons, give them {where}."] if place.prose else [said]
