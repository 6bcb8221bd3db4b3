"""Values behind a marker on a line: `[RESULT] 4`, `#### 7`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from oyez.suggest.guess import guess
from oyez.suggest.names import often
from oyez.suggest.sample import Seen
from oyez.suggest.sketch import FieldSketch, Sketch

_MARKER: Final = re.compile(r".*?(\[[A-Z][A-Z _-]{1,20}\]|#{4}|={2,3}>|--?>|→)\s*:?\s*(\S.{0,80})")


def sketches(replies: Sequence[Seen]) -> Iterator[Sketch]:
    """A draft for each marker that half of the replies put before values of one scale."""
    found: dict[str, list[str]] = {}
    for reply in replies:
        last = {match[1]: match[2] for line in reply.lines if (match := _MARKER.fullmatch(line[-160:]))}
        for marker, value in last.items():
            found.setdefault(marker, []).append(value)
    counts = Counter({marker: len(values) for marker, values in found.items()})
    for marker, count in sorted(counts.items()):
        guessed = guess(found[marker]) if often(count, len(replies)) else None
        if guessed is not None:
            why = (f"{marker} stands before a value in {count} of {len(replies)} replies.", *guessed.why)
            field = FieldSketch(name="verdict", form={"after": marker}, scale=guessed.scale, why=why)
            yield Sketch(idea="marker", about=f"A value behind {marker}.", fields=(field,))
