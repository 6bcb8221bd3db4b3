"""A score sheet: three or more labelled lines whose values are numbers of one scale."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from oyez.suggest.guess import guess
from oyez.suggest.ideas.labelled import SHEET, labelled
from oyez.suggest.sample import Seen
from oyez.suggest.sketch import FieldSketch, Sketch


def sketches(replies: Sequence[Seen]) -> Iterator[Sketch]:
    """One draft: all labels with numbers behind them, which together are the verdict."""
    made = [(each, guess(each.values.values())) for each in labelled(replies)]
    rated = [each for each, found in made if found is not None and set(found.scale) <= {"integer", "number"}]
    if len(rated) < SHEET:
        return
    together = guess(value for each in rated for value in each.values.values())
    if together is None:
        return
    names = [each.label for each in rated]
    scale: dict[str, Any] = together.scale
    why = (f"{len(names)} labels with a number each stand in at least half of the replies.", *together.why)
    field = FieldSketch(name="verdict", form={"lines": names}, scale=scale, why=why)
    yield Sketch(idea="sheet", about=f"A score sheet of {len(names)} lines.", fields=(field,))
