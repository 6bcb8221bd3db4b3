"""What is screened: an item with its texts, such as an informal statement and a Lean one."""

from __future__ import annotations

from typing import Any

import msgspec

NONE_GIVEN = "(none given)"
"""What stands in a slot that an item may do without, and does."""


class Pair(msgspec.Struct, frozen=True, kw_only=True):
    """One item."""

    id: str
    texts: dict[str, str]
    """Slot → text, such as `informal` and `formal`."""
    place: str
    """Where it stands."""
    accepted: bool | None = None
    """What a person decided of it; `None` where nobody did."""
    meta: dict[str, Any] = {}
    """The other columns of its row."""
