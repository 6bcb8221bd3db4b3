"""An option that takes several words."""

from __future__ import annotations


def words(said: str | None) -> tuple[str, ...]:
    """The words of an option, which have commas between them; none where it was not given."""
    return tuple(word.strip() for word in (said or "").split(",") if word.strip())
