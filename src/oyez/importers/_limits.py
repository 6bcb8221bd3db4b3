"""How much of an archive is held in memory at once, and what a compressed entry may swell to."""

from __future__ import annotations

import msgspec

MIB = 1024 * 1024


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """Bounds on what an archive may make oyez hold; a value beyond one is an `InputError`."""

    value_bytes: int = 256 * MIB
    """The largest line, list item or zip entry that is read whole."""
    ratio: int = 1000
    """How many times its compressed size an entry may have; asked only of entries above `ratio_from`."""
    ratio_from: int = 16 * MIB
    """Bytes; entries that unpack to less may have any ratio."""
    entries: int = 1_000_000
    """Entries of a zip file."""


DEFAULT = Limits()
