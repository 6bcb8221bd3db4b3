"""The short way: cheap tests that prove a reply simple, and its reading without the full rules.

A plan never guesses: where any test fails it gives `None`, and the full rules run. A property holds
both ways together: wherever a plan gives a reading, the full rules give the same one.
"""

from __future__ import annotations

from collections.abc import Callable

from oyez.contract.model import Contract, Field
from oyez.core.scale import Scale
from oyez.core.value import Admitted
from oyez.forms.bracket import BracketForm
from oyez.forms.json import JsonForm
from oyez.forms.line import LineForm
from oyez.reader.fast_json import json_plan
from oyez.reader.settle import Settled, simple
from oyez.text.space import SPACE
from oyez.text.thinking import tags

Plan = Callable[[str], dict[str, Settled] | None]
"""From the text of a reply that was not cut and not refused to the end of each field, or `None`."""

_MOST_ANGLES = 12
"""A text with more `>` is looked at by the full rules."""


def plan_for(contract: Contract) -> Plan | None:
    """The short way for a contract, if there is one."""
    fields = list(contract.fields.values())
    if contract.starts_after is not None or contract.instructions is not None:
        return None
    forms = [form for field in fields for form in field.forms]
    if any(len(field.forms) != 1 for field in fields):
        return None
    if all(isinstance(form, JsonForm) for form in forms):
        return json_plan(contract)
    if len(fields) > 1 or fields[0].scale.free:
        return None
    if isinstance(forms[0], LineForm) and forms[0].until is None and forms[0].label.isascii():
        return _line_plan(fields[0], forms[0], contract)
    if isinstance(forms[0], BracketForm) and _bracket_is_simple(contract, forms[0], fields[0].scale):
        return _bracket_plan(fields[0], forms[0], contract)
    return None


def _bracket_is_simple(contract: Contract, form: BracketForm, scale: Scale) -> bool:
    """Whether a marker closes wherever it stands, and no label is a placeholder that a value could follow."""
    words = {word.lower() for word in contract.placeholders} & {
        label.lower() for label, _ in scale.menu_words
    }
    return form.at is None and not words and not any(char.isalnum() or char in ".," for char in form.closing)


def _line_plan(field: Field, form: LineForm, contract: Contract) -> Plan:
    """One place where the label stands in any case, at the start of a line, with a value on the scale."""
    label, size, scale, name = form.label.lower(), len(form.label), field.scale, field.name
    names, quoted = contract.thinking, contract.quoted == "aside"

    def plan(text: str) -> dict[str, Settled] | None:
        lower = text.lower()
        place = lower.find(label)
        if place < 0 or lower.find(label, place + 1) >= 0 or len(lower) != len(text):
            return None
        colon = place + size
        if text[colon : colon + 1] != ":" or not text[place:colon].isascii():
            return None
        start = text.rfind("\n", 0, place) + 1
        if (start != place and text[start:place].strip(SPACE)) or not is_plain(text, names, quoted):
            return None
        end = text.find("\n", colon)
        return _one(name, text, colon + 1, len(text) if end < 0 else end, scale)

    return plan


def _bracket_plan(field: Field, form: BracketForm, contract: Contract) -> Plan:
    """One opening marker, no brackets inside, a close on the same line, and a value on the scale."""
    opening, closing, scale, name = form.opening, form.closing, field.scale, field.name
    names, quoted = contract.thinking, contract.quoted == "aside"
    first = opening[0]

    def plan(text: str) -> dict[str, Settled] | None:
        place = text.find(first)
        while place >= 0 and not text.startswith(opening, place):
            place = text.find(first, place + 1)
        if place < 0 or text.find(opening, place + 1) >= 0 or "\\" in text:
            return None
        start = place + len(opening)
        end = text.find(closing, start)
        inner = text[start:end]
        if end < 0 or "\n" in inner or "[" in inner or "]" in inner or not is_plain(text, names, quoted):
            return None
        return _one(name, text, start, end, scale)

    return plan


def _one(name: str, text: str, start: int, end: int, scale: Scale) -> dict[str, Settled] | None:
    piece = text[start:end]
    value = piece.strip()
    outcome = scale.admit(value) if value else None
    if not isinstance(outcome, Admitted):
        return None
    left = start + len(piece) - len(piece.lstrip())
    return {name: simple(outcome, left, left + len(value))}


def is_plain(text: str, names: tuple[str, ...], quoted: bool) -> bool:
    """Whether nothing in the text could be set aside, unsupported, or a byte order mark."""
    if "\r" in text or text[0] == "\ufeff":
        return False
    if names and "<" in text and tags(names).search(text) is not None:
        return False
    return not (quoted and _may_quote(text)) and (text.isascii() or _encodes(text))


def _may_quote(text: str) -> bool:
    # One character is found many times faster than three.
    if ("`" in text and "```" in text) or ("~" in text and "~~~" in text):
        return True
    place = text.find(">")
    for _ in range(_MOST_ANGLES):
        if place < 0:
            return False
        if not text[text.rfind("\n", 0, place) + 1 : place].strip(" "):
            return True
        place = text.find(">", place + 1)
    return True


def _encodes(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
