"""How a reply under a contract is laid out: which form of each field is written, and in which order."""

from __future__ import annotations

import msgspec

from oyez.contract.model import EVERY_FIELD, Contract, Field
from oyez.core.errors import ContractError
from oyez.core.form import Form


class Spot(msgspec.Struct, frozen=True):
    """One field and the form that it is written in, of several that it may have."""

    field: Field
    form: Form


class Layout(msgspec.Struct, frozen=True):
    """The spots of a reply from its beginning to its end."""

    first: tuple[Spot, ...]
    """What begins the reply: at most one."""
    lines: tuple[Spot, ...]
    """What stands on lines of its own, in the order of the contract."""
    objects: tuple[Spot, ...]
    """What stands in one JSON object, after the lines."""
    last: tuple[Spot, ...]
    """What ends the reply: at most one."""
    prose: bool
    """Whether other text may stand beside all this without being taken for an answer."""

    @property
    def texts(self) -> tuple[Spot, ...]:
        """Every spot that is no JSON."""
        return (*self.first, *self.lines, *self.last)

    @property
    def spots(self) -> tuple[Spot, ...]:
        """Every spot in order."""
        return (*self.first, *self.lines, *self.objects, *self.last)


def layout(contract: Contract) -> Layout:
    """The layout of a reply that holds every field.

    Raises `ContractError` where no one reply can hold them all, such as a whole reply and a line beside it.
    """
    spots = [Spot(field, written_form(field)) for field in contract.fields.values()]
    by_site: dict[str, tuple[Spot, ...]] = {
        site: tuple(spot for spot in spots if spot.form.site == site)
        for site in ("first", "anywhere", "object", "last", "whole")
    }
    fault = _fault(by_site, len(spots))
    if fault is not None:
        raise ContractError(contract.name, [fault])
    lines = _ordered(by_site["anywhere"], followed=bool(by_site["object"] or by_site["last"]))
    if lines is None:
        raise ContractError(
            contract.name,
            ["no reply holds all fields: a labelled line that runs on would take in what follows"],
        )
    return Layout(
        by_site["first"],
        (*by_site["whole"], *lines),
        _nested(by_site["object"]),
        by_site["last"],
        prose=not by_site["whole"] and all(map(_leaves_room, spots)),
    )


def written_form(field: Field) -> Form:
    """The form that a judge is asked for: the first marked one.

    A place without a mark takes the mark of another form into its value. Where that would compete, as any
    text or as the first of several, the place is written instead.
    """
    placed = [form for form in field.forms if not form.marked]
    marked = [form for form in field.forms if form.marked]
    competes = field.scale.free or field.repeats == "first"
    return [*placed, *marked][0] if competes else [*marked, *placed][0]


def counted(contract: Contract) -> tuple[Field, ...]:
    """The fields on which the status of a reading depends."""
    if contract.all_fields:
        needed = [
            each
            for name, each in contract.fields.items()
            if not each.optional or contract.verdict in (name, EVERY_FIELD)
        ]
        return tuple(needed)
    return (contract.fields[contract.verdict],)


def _ordered(lines: tuple[Spot, ...], *, followed: bool) -> tuple[Spot, ...] | None:
    """The lines in the order of the contract, so changed that no value which runs on takes in another.

    `None` where that cannot be: such a value ends at a labelled line only.
    """
    labelled = [spot for spot in lines if spot.form.labels]
    if not any(spot.form.runs_on for spot in labelled):
        return lines
    others = [spot for spot in lines if not spot.form.labels]
    if followed and labelled[-1].form.runs_on:
        short = [spot for spot in labelled if not spot.form.runs_on]
        if not short:
            return None
        labelled = [spot for spot in labelled if spot is not short[-1]] + short[-1:]
    return (*others, *labelled)


def _nested(objects: tuple[Spot, ...]) -> tuple[Spot, ...]:
    """The spots of an object in the order in which its keys come, those inside one key together."""
    paths = [spot.form.path or () for spot in objects]
    seen = list(dict.fromkeys(path[:size] for path in paths for size in range(1, len(path) + 1)))

    def place(spot: Spot) -> list[int]:
        path = spot.form.path or ()
        return [seen.index(path[:size]) for size in range(1, len(path) + 1)]

    return tuple(sorted(objects, key=place))


def _leaves_room(spot: Spot) -> bool:
    """Whether prose may stand beside the spot: no other form of the field would take a line of it."""
    others = [form for form in spot.field.forms if form is not spot.form and not form.marked]
    if any(form.site != "whole" or spot.field.scale.free for form in others):
        return False
    return spot.form.site != "object" or getattr(spot.form, "around", None) == "prose"


def _fault(by_site: dict[str, tuple[Spot, ...]], total: int) -> str | None:
    """Why no reply can hold all fields, or `None`."""
    for site in ("first", "last", "whole"):
        if len(by_site[site]) > 1:
            return f"no reply holds all fields: {_names(by_site[site])} would be one and the same place"
    if by_site["whole"] and total > 1:
        return f"no reply holds all fields: {_names(by_site['whole'])} is the whole reply"
    objects = by_site["object"]
    if objects and (by_site["last"] or (total > len(objects) and not all(map(_leaves_room, objects)))):
        return f"no reply holds all fields: {_names(objects)} in an object leaves no room for the others"
    return None


def _names(spots: tuple[Spot, ...]) -> str:
    return " and ".join(f"the field {spot.field.name}" for spot in spots)
