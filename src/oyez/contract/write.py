"""Writing a reply that a contract reads: the verdicts, each in its form, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from oyez.contract.layout import Layout, Spot, layout
from oyez.contract.model import Contract, Field
from oyez.core.errors import OyezError
from oyez.core.scale import Scale
from oyez.core.value import Admitted, same
from oyez.scales.list import json_value


def write(contract: Contract, values: Mapping[str, Any]) -> str:
    """A reply that says the values, one for each field that is named.

    The value of a field is a verdict on its scale, or for items and score sheets an object of them.
    Raises `OyezError` for a field that the contract has not, or a value that is not on the scale, and
    `ContractError` where no one reply can hold all fields.
    """
    unknown = [name for name in values if name not in contract.fields]
    if unknown:
        raise OyezError(f"{contract.name}: no field {unknown[0]!r}; it has {', '.join(contract.fields)}")
    place = layout(msgspec.structs.replace(contract, fields=_named(contract, values)))
    return compose(place, lambda spot, text: _said(contract, spot, values[spot.field.name], text))


def compose(place: Layout, say: Callable[[Spot, bool], Any]) -> str:
    """The text of a reply; `say` gives what is written in a spot, as text or (False) as a JSON value."""
    pieces = [spot.form.write(say(spot, True)) for spot in (*place.first, *place.lines)]
    if place.objects:
        pieces.append(json.dumps(object_of(place, say), ensure_ascii=False))
    pieces += [spot.form.write(say(spot, True)) for spot in place.last]
    return "\n".join(pieces)


def object_of(place: Layout, say: Callable[[Spot, bool], Any]) -> dict[str, Any]:
    """The JSON object of a reply. Raises `OyezError` where two fields claim one key."""
    tree: dict[str, Any] = {}
    for spot in place.objects:
        value = say(spot, False)
        try:
            spot.form.put(tree, value)
        except ValueError as fault:
            raise OyezError(f"the field {spot.field.name}: {fault}") from fault
    return tree


def _named(contract: Contract, values: Mapping[str, Any]) -> dict[str, Field]:
    return {name: field for name, field in contract.fields.items() if name in values}


def _said(contract: Contract, spot: Spot, value: Any, text: bool) -> Any:
    """A value as it is written in its spot, checked against the scale."""
    if spot.form.parts is None:
        return _checked(contract, spot, value, text)
    if not isinstance(value, Mapping):
        raise OyezError(f"{contract.name}: the field {spot.field.name} takes an object, one verdict an item")
    return {str(part): _checked(contract, spot, one, text) for part, one in value.items()}


def _checked(contract: Contract, spot: Spot, verdict: Any, text: bool) -> Any:
    scale = spot.field.scale
    try:
        said = scale.write(verdict) if text else scale.data(verdict)
        good = _admits(scale, said, verdict, text)
    except (TypeError, ValueError, KeyError):
        good = False
    if not good:
        raise OyezError(
            f"{contract.name}: {verdict!r} is not on the scale of {spot.field.name}: {scale.describe()}"
        )
    return said


def _admits(scale: Scale, said: Any, verdict: Any, text: bool) -> bool:
    outcome = scale.admit(said if text else json_value(said))
    return isinstance(outcome, Admitted) and same(outcome.verdict, verdict)
