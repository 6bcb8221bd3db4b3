"""Values in tags: `<score>7</score>`, beside other tags with text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from oyez.suggest.guess import guess
from oyez.suggest.names import choose_verdict, field_names, often
from oyez.suggest.sample import Seen
from oyez.suggest.sketch import FieldSketch, Sketch

_TAG: Final = re.compile(r"<(?P<name>[A-Za-z][\w-]{0,40})>(?P<value>[^<]{1,2000})</(?P=name)>")


def sketches(replies: Sequence[Seen]) -> Iterator[Sketch]:
    """One draft: the tag with a closed scale that looks most like a verdict, the other tags beside it."""
    found: dict[str, list[str]] = {}
    for reply in replies:
        last = {match["name"].lower(): match["value"].strip() for match in _TAG.finditer(reply.region.text)}
        for name, value in last.items():
            found.setdefault(name, []).append(value)
    common = {name: values for name, values in found.items() if often(len(values), len(replies))}
    guesses = {name: guess(values) for name, values in common.items()}
    closed = [name for name, guessed in guesses.items() if guessed is not None]
    if not closed:
        return
    names = field_names(list(common))
    fields = []
    for tag, values in common.items():
        guessed = guesses[tag]
        why = (
            f"<{tag}> stands in {len(values)} of {len(replies)} replies.",
            *(guessed.why if guessed else ()),
        )
        scale = guessed.scale if guessed else "text"
        optional = guessed is None and len(values) < len(replies)
        fields.append(
            FieldSketch(name=names[tag], form={"tag": tag}, scale=scale, why=why, optional=optional)
        )
    verdict = choose_verdict(closed)
    yield Sketch(
        idea="tag", about=f"A value in the tag <{verdict}>.", fields=tuple(fields), verdict=names[verdict]
    )
