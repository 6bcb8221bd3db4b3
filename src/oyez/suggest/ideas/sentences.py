"""A closing sentence with one slot: `Therefore, Output ({}) is better.`"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from oyez.suggest.guess import guess
from oyez.suggest.sample import Seen
from oyez.suggest.sketch import FieldSketch, Sketch

SHORTEST: Final = 3
"""A sentence has at least so many words, the slot among them."""
LONGEST: Final = 16
"""And at most so many."""
SHARE: Final = 0.3
"""What share of the replies must end with the sentence."""
TRIED: Final = 3
_PIECES: Final = re.compile(r"^([^\w]*)(.*?)([^\w]*)$")


def sketches(replies: Sequence[Seen]) -> Iterator[Sketch]:
    """A draft for each of the most common closing sentences with a slot whose values are of one scale."""
    values: dict[str, list[str]] = {}
    for reply in replies:
        for frame, value in _frames(_closing(reply)):
            values.setdefault(frame, []).append(value)
    common = [frame for frame, found in values.items() if len(found) >= SHARE * len(replies)]
    common.sort(key=lambda frame: (-len(values[frame]), frame))
    made = 0
    for frame in common:
        guessed = guess(values[frame]) if _repeat(values[frame]) else None
        if guessed is None or made == TRIED:
            continue
        made += 1
        share = f"{len(values[frame])} of {len(replies)} replies end with this sentence."
        field = FieldSketch(
            name="verdict", form={"phrase": frame}, scale=guessed.scale, why=(share, *guessed.why)
        )
        yield Sketch(idea="sentence", about="A closing sentence with one slot.", fields=(field,))


def _repeat(values: list[str]) -> bool:
    """Whether the values repeat: in prose, a sentence with another number each time is no verdict."""
    return len(set(values)) * 3 <= len(values)


def _closing(reply: Seen) -> list[str]:
    """The words of the last sentence, none if it is too short or too long."""
    line = reply.lines[-1][-400:] if reply.lines else ""
    words = re.split(r"(?<=[.!?。])\s+", line)[-1].split()
    return words if SHORTEST <= len(words) <= LONGEST else []


def _frames(words: list[str]) -> Iterator[tuple[str, str]]:
    """The sentence with each of its words made the slot in turn, and that word without its punctuation."""
    for at, word in enumerate(words):
        pieces = _PIECES.match(word)
        if pieces is None or not pieces[2] or "{}" in word:
            continue
        frame = " ".join([*words[:at], f"{pieces[1]}{{}}{pieces[3]}", *words[at + 1 :]])
        if frame.count("{}") == 1 and frame.isprintable():
            yield frame, pieces[2]
