"""What a form or a recovery needs to know of the contract beside its own parameters."""

from __future__ import annotations

import msgspec

from oyez.core.scale import Scale


class Ask(msgspec.Struct, frozen=True):
    """One field of a contract, asked of one reply."""

    scale: Scale
    """What the value may be."""
    labels: tuple[str, ...] = ()
    """Every label that begins a labelled line of the contract."""
    shapes: tuple[tuple[str, ...], ...] = ()
    """The paths of the verdict field, or of all fields where all are the verdict: an object with none of them is not
    the contract's."""
    ids: tuple[str, ...] | None = None
    """The ids that are expected, or `None` when any will do."""
    partial: bool = False
    """Whether ids or names may be missing."""
    at_least: int | None = None
    """How many ids or names are enough."""
    label: str | None = None
    """The word that may stand before a value: inside brackets, or on a labelled last line."""
    placeholders: tuple[str, ...] = ()
    """Words that stand for a value in the prompt."""
    menus: bool = True
    """Whether menus and placeholders are no values."""
    cues: tuple[str, ...] = ()
    """Sentences with a slot, for the recovery `cue-phrase`."""
    optional: bool = False
    """Whether the reply may do without this field."""
    is_verdict: bool = True
    """Whether this field alone is the reply's verdict."""
