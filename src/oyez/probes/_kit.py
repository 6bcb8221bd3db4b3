"""Puts replies together under any contract: values in its form, beside its other fields, with room for prose."""

from __future__ import annotations

import json
from functools import cached_property
from typing import Any

import msgspec

from oyez.contract import Contract, Field
from oyez.contract.layout import Layout, Spot, layout
from oyez.contract.model import EVERY_FIELD, THINKING
from oyez.contract.prompt import stand_in
from oyez.contract.write import object_of
from oyez.core.errors import ContractError, OyezError
from oyez.core.scale import Scale
from oyez.probes._scene import Piece, Role
from oyez.probes._values import two

ITEMS = ("1", "2")
"""Ids of items where the contract leaves them to the reply."""
NOTE = "Noted"
"""What stands in a text field beside the probe's own words."""
ANYWHERE = ("bracket", "after", "phrase", "tag")
"""Forms that count wherever they stand, also in the middle of a sentence."""


class Kit:
    """One contract, ready to write replies for."""

    def __init__(self, contract: Contract) -> None:
        self.given = contract
        self.contract = promised(contract)
        self.layout = _layout(self.contract)
        self.spot = self._verdict_spot()
        self.form = self.spot.form
        self.field: Field = self.spot.field
        self.scale: Scale = self.field.scale
        self._refuse_broken()

    def _refuse_broken(self) -> None:
        """Raise `ContractError` where a value holds a marker of its own form, so that no reply can say it."""
        for spot in self.layout.texts:
            scale = spot.field.scale
            for value in () if scale.free else two(scale):
                if any(mark in scale.write(value) for mark in spot.form.breaks):
                    fault = f"no probes: the value {scale.write(value)} holds a marker of its form"
                    raise ContractError(self.contract.name, [fault])

    def _verdict_spot(self) -> Spot:
        if self.contract.verdict == EVERY_FIELD:
            needed = [spot for spot in self.layout.spots if not spot.field.optional]
            if not needed:
                raise ContractError(self.contract.name, ["no probes: a reply may do without every field"])
            return next((spot for spot in needed if not spot.field.scale.free), needed[0])
        return next(spot for spot in self.layout.spots if spot.field.name == self.contract.verdict)

    @cached_property
    def pairs(self) -> tuple[tuple[Any, Any], ...]:
        """The value that is right and one that is wrong, in both polarities."""
        one, other = two(self.scale)
        return ((one, other), (other, one)) if one != other else ((one, other),)

    @property
    def ids(self) -> tuple[str, ...] | None:
        """The ids of the items in each reply."""
        return ITEMS if self.form.parts == () and self.contract.ids is None else None

    @property
    def parts(self) -> tuple[str, ...] | None:
        """The names of an object verdict; `None` for a single value."""
        return None if self.form.parts is None else self.form.parts or self.contract.ids or ITEMS

    def verdict(self, value: Any) -> Any:
        """The verdict of a reply that says the value everywhere it is asked for."""
        made = value if self.parts is None else dict.fromkeys(self.parts, value)
        if self.contract.verdict != EVERY_FIELD:
            return made
        rest = {spot.field.name: self._other(spot) for spot in self.layout.spots}
        return rest | {self.field.name: made}

    # Where things may stand.

    @property
    def object(self) -> bool:
        """Whether the value stands in a JSON object."""
        return self.form.site == "object"

    @property
    def lines_before(self) -> bool:
        """Whether lines of text may stand before the value."""
        return self.layout.prose and self.form.site in ("anywhere", "last", "object")

    @property
    def lines_after(self) -> bool:
        """Whether lines of text may stand after the value."""
        room = self.layout.prose and self.form.site in ("anywhere", "first", "object")
        return room and not self.layout.last and not self.runs_on

    @property
    def runs_on(self) -> bool:
        """Whether the value goes on over the lines after it."""
        return getattr(self.form, "until", None) is not None

    @property
    def chosen(self) -> str | None:
        """`first` or `last`, where the contract says which of several values counts."""
        repeats = self.field.repeats if self.field.repeats in ("first", "last") else None
        return self.form.picks or repeats

    @property
    def says_twice(self) -> bool:
        """Whether it is known what a reply says that says two values: not where items are chosen one by one."""
        return self.parts is None or self.form.picks is not None or self.chosen is None

    @property
    def anywhere(self) -> bool:
        """Whether the form counts in the middle of a sentence."""
        return self.form.kind in ANYWHERE and getattr(self.form, "at", None) is None

    @property
    def counts_inline(self) -> bool:
        """Whether the form counts in the middle of a sentence, if only on the last line."""
        return self.form.kind in ANYWHERE and getattr(self.form, "at", None) != "line"

    @property
    def marked(self) -> bool:
        """Whether the value has a mark of its own."""
        return self.form.marked

    @property
    def forbidden(self) -> tuple[str, ...]:
        """Texts that prose must not hold."""
        marks = [mark for spot in self.layout.spots for mark in spot.form.marks if mark.strip()]
        labels = [f"{label}:" for spot in self.layout.spots for label in spot.form.labels]
        return (*marks, *labels, *((self.contract.starts_after,) if self.contract.starts_after else ()))

    # What is written.

    def written(self, value: Any) -> str:
        """The value alone, as text."""
        return self.scale.write(value)

    def statement(self, value: Any) -> str:
        """The value in the form, on one line, and nothing else."""
        if self.object:
            return self._object(value)
        return self.around(self.written(value))

    def around(self, text: str) -> str:
        """Any text in the place of the value."""
        if self.parts is not None:
            return self.form.write({self.parts[0]: text})
        return self.form.write(text)

    def _object(self, value: Any) -> str:
        data = self.scale.data(value)
        return self.object_with(data)

    def object_with(self, data: Any, first: dict[str, Any] | None = None) -> str:
        """The contract's object with any JSON value in the place of the value."""

        def say(spot: Spot, _text: bool) -> Any:
            shown = data if spot is self.spot else self._other(spot)
            return dict.fromkeys(self.parts or (), shown) if spot is self.spot and self.parts else shown

        return json.dumps((first or {}) | object_of(self.layout, say), ensure_ascii=False)

    def _other(self, spot: Spot) -> Any:
        scale = spot.field.scale
        value = NOTE if scale.free else two(scale)[0]
        parts = spot.form.parts
        return value if parts is None else dict.fromkeys(parts or self.contract.ids or ITEMS, value)

    @property
    def notes_key(self) -> str | None:
        """A key of the object that may hold any string; `None` where there is no object."""
        if not self.object:
            return None
        taken = {spot.form.path[0] for spot in self.layout.objects if spot.form.path}
        return next(key for key in ("reasoning", "notes", "remarks", "more_notes") if key not in taken)

    def said(self, value: Any) -> list[Piece]:
        """The pieces that say the value, with every other field of the contract left out."""
        if self.parts is not None and not self.object:
            whole = self.form.write(dict.fromkeys(self.parts, self.written(value)))
            return [Piece(whole, Role.SAID, self.verdict(value))]
        return [Piece(self.statement(value), Role.SAID, self.verdict(value))]

    def reply(
        self,
        body: list[Piece],
        before: list[Piece] | None = None,
        after: list[Piece] | None = None,
    ) -> tuple[Piece, ...]:
        """A whole reply: other fields, lines before, the body in the place of the value, lines after."""
        head = [Piece(f"{self.contract.starts_after}\n")] if self.contract.starts_after else []
        return (
            *head,
            *self._text_fields(before or [], first=True),
            *body,
            *self._text_fields(after or [], first=False),
        )

    def _text_fields(self, lines: list[Piece], *, first: bool) -> list[Piece]:
        """The other text fields on one side of the value; the lines stand in one that takes several, or beside."""
        spots = [spot for spot in self.layout.texts if spot is not self.spot]
        at = list(self.layout.spots).index(self.spot)
        side = [spot for spot in spots if (list(self.layout.spots).index(spot) < at) is first]
        pieces: list[Piece] = []
        left = lines
        for spot in side:
            lead = [Piece(f"{spot.form.write(self._shown(spot))}")]
            if left and spot.field.scale.free and spot.form.runs_on and spot.form.labels:
                lead = [Piece(f"{spot.form.write(NOTE)}.\n"), *left]
                left = []
            else:
                lead.append(Piece("\n"))
            pieces += lead
        if first:
            return [*left, *pieces]
        if not lines and not side:
            return []
        return [Piece("\n"), *pieces, *left]

    def _shown(self, spot: Spot) -> Any:
        value = self._other(spot)
        if isinstance(value, dict):
            return {name: spot.field.scale.write(one) for name, one in value.items()}
        return spot.field.scale.write(value)

    def in_object(self, notes: list[Piece], value: Any) -> list[Piece]:
        """The object that says the value, with the notes in a string before it."""
        rest = self._object(value)
        inner = [Piece(json.dumps(one.text, ensure_ascii=False)[1:-1], one.role, one.value) for one in notes]
        return [
            Piece(f'{{{json.dumps(self.notes_key)}: "'),
            *inner,
            Piece(f'", {rest[1:]}', Role.SAID, self.verdict(value)),
        ]

    @cached_property
    def menu(self) -> str | None:
        """What a prompt shows in the place of the value; `None` where there is no such text."""
        if self.scale.free or self.given.menus == "candidate":
            return None
        return stand_in(self.contract, self.spot)

    @property
    def prompt(self) -> str | None:
        """The format instruction that a judge gets; `None` where there is none."""
        try:
            return self.contract.prompt(ids=self.ids)
        except OyezError:
            return None


def promised(contract: Contract) -> Contract:
    """What the judge was asked for: of a contract that copies another tool's choices, without those choices."""
    if not contract.parity:
        return contract
    fields = {
        name: msgspec.structs.replace(field, repeats="agree") for name, field in contract.fields.items()
    }
    return msgspec.structs.replace(
        contract, fields=fields, thinking=THINKING, quoted="aside", dissent="conflict", menus="aside"
    )


def _layout(contract: Contract) -> Layout:
    """The layout of the fields that a reply needs, with text fields beside them where there is room."""
    if contract.verdict == EVERY_FIELD or contract.all_fields:
        return _apart(contract, layout(contract))
    own = contract.fields[contract.verdict]
    only = {contract.verdict: own}
    beside = {
        name: field
        for name, field in contract.fields.items()
        if field is own or (field.scale.free and field.forms != own.forms)
    }
    for fields in (beside, only):
        try:
            return layout(msgspec.structs.replace(contract, fields=fields, all_fields=False))
        except ContractError:
            if fields is only:
                raise
    raise AssertionError("the loop returns or raises")


def _apart(contract: Contract, made: Layout) -> Layout:
    """The same layout. Raises `ContractError` where two fields would be written alike, or some beside an object."""
    if made.objects and made.texts:
        raise ContractError(contract.name, ["no probes: it needs an object and text beside it"])
    forms = [str(spot.form.tree()) for spot in made.spots]
    if len(set(forms)) < len(forms):
        raise ContractError(contract.name, ["no probes: two fields stand in the same form"])
    return made
