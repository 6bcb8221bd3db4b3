"""The known word that an unknown one was probably meant to be, for messages."""

from __future__ import annotations

from collections.abc import Iterable

from oyez.core.visible import visible_text

MOST_LISTED = 40
"""A longer list would hide what is wrong."""


def nearest(word: str, known: Iterable[str], count: int = 1) -> list[str]:
    """The known words that are most like this one, best first; none if none is."""
    from difflib import get_close_matches  # only for messages

    return get_close_matches(word, list(known), n=count, cutoff=0.5)


def listed(word: str, known: Iterable[str]) -> str:
    """`there are …`, with the known words in one line, and the one that is most like `word` where one is."""
    words = [str(word) for word in known]
    more = f" and {len(words) - MOST_LISTED} more" if len(words) > MOST_LISTED else ""
    there = (
        f"there are: {', '.join(map(visible_text, words[:MOST_LISTED]))}{more}" if words else "there are none"
    )
    near = nearest(word, words)
    return f"{there}; do you mean {near[0]!r}?" if near else there
