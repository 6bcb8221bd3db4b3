"""Values between two markers on a line: `[[A]]`, `<<B>>`, `\\boxed{4}`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from oyez.suggest.guess import Guess, guess
from oyez.suggest.names import often
from oyez.suggest.sample import Seen
from oyez.suggest.sketch import FieldSketch, Sketch

PAIRS: Final = (
    ("[[", "]]"), ("<<", ">>"), ("{{", "}}"), ("\\boxed{", "}"), ("【", "】"), ("「", "」"), ("[", "]"),
)  # fmt: skip
"""Markers that are looked for."""
_NAMED: Final = re.compile(r"([^\W\d][\w ]{0,30}):\s*(\S.*)")


def sketches(replies: Sequence[Seen]) -> Iterator[Sketch]:
    """A draft for each pair of markers that half of the replies use around values of one scale."""
    for opening, closing in PAIRS:
        inside = re.compile(rf"{re.escape(opening)}([^\[\]\n]{{1,80}}?){re.escape(closing)}")
        values = [found[-1] for reply in replies if (found := inside.findall(reply.region.text))]
        if not often(len(values), len(replies)):
            continue
        label, bare = _without_label(values)
        guessed = guess(bare)
        if guessed is not None:
            yield _sketch(opening, closing, guessed, label, f"{len(values)} of {len(replies)} replies")


def _sketch(opening: str, closing: str, guessed: Guess, label: str | None, share: str) -> Sketch:
    why = (f"{opening}…{closing} stands in {share}.", *guessed.why)
    field = FieldSketch(name="verdict", form={"bracket": [opening, closing]}, scale=guessed.scale, why=why)
    settings = {"label": label} if label else {}
    return Sketch(
        idea="bracket", about=f"A value between {opening} and {closing}.", fields=(field,), settings=settings
    )


def _without_label(values: list[str]) -> tuple[str | None, list[str]]:
    """The word that stands before some values inside the markers (`[[Rating: 8]]`), and the values without it."""
    named = [_NAMED.fullmatch(value.strip()) for value in values]
    words = [match[1] for match in named if match]
    label = max(sorted(set(words)), key=words.count) if words else None
    return label, [match[2] if match else value for match, value in zip(named, values, strict=True)]
