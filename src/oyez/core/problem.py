"""What stands in the way of a verdict, or beside it, with its place in the reply."""

from __future__ import annotations

import msgspec


class Problem(msgspec.Struct, frozen=True):
    """One finding about a reply. `raw[start:end]` is what it speaks of."""

    code: str
    """A fixed word, such as `out_of_range` or `quoted`; the docs list them all."""
    message: str
    """One plain sentence for a person."""
    start: int
    """First code point, counted in the untouched reply."""
    end: int
    """One past the last code point."""
