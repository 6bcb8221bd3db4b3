"""Keys of a JSON object: the verdict at one of them, or the object of all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from oyez.suggest.guess import Guess, guess_json
from oyez.suggest.ideas._objects import around, objects
from oyez.suggest.names import choose_verdict, field_names, is_hint, often
from oyez.suggest.sample import Seen
from oyez.suggest.sketch import FieldSketch, Sketch

DEEPEST: Final = 3
MOST: Final = 60
"""More keys than this are no format."""
ALWAYS: Final = 0.98
"""A key in this share of the objects is expected in each."""

Path = tuple[str, ...]


def sketches(replies: Sequence[Seen]) -> Iterator[Sketch]:
    """One draft, where half of the replies hold an object and half of the objects have the same keys."""
    found = objects(replies)
    if not often(len(found.trees), len(replies)):
        return
    values: dict[Path, list[Any]] = {}
    for tree in found.trees:
        for path, value in _leaves(tree, ()):
            values.setdefault(path, []).append(value)
    common = {path: each for path, each in values.items() if often(len(each), len(found.trees))}
    if not common or len(common) > MOST:
        return
    verdict, why = _verdict(common)
    if verdict is None:
        return
    place, reason = around(found)
    there = f"{len(found.trees)} of {len(replies)} replies hold a JSON object."
    names = field_names([".".join(path) for path in common])
    yield Sketch(
        idea="json",
        about="A JSON object." if verdict == "*" else f"A JSON object with the verdict at {verdict}.",
        fields=tuple(_field(path, common[path], names, place, len(found.trees)) for path in common),
        verdict=names.get(verdict, verdict),
        why=(there, reason, *why),
    )


def _leaves(tree: dict[str, Any], above: Path) -> Iterator[tuple[Path, Any]]:
    """The values of an object that are no objects themselves, with their paths."""
    for key, value in tree.items():
        path = (*above, key)
        if not key or not key.isprintable():
            continue
        if isinstance(value, dict) and value and len(path) < DEEPEST:
            yield from _leaves(value, path)
        else:
            yield path, value


def _verdict(common: dict[Path, list[Any]]) -> tuple[str | None, tuple[str, ...]]:
    """The dotted path of the verdict, or `*`, or `None` where no key holds one; and why."""
    closed = [path for path, values in common.items() if guess_json(values) is not None]
    hinted = [path for path in closed if is_hint(path[-1])]
    if hinted or len(closed) == 1:
        last = choose_verdict([path[-1] for path in hinted or closed])
        path = next(path for path in hinted or closed if path[-1] == last)
        return ".".join(path), (f"{'.'.join(path)} is taken as the verdict.",)
    if closed:
        return "*", (f"{len(closed)} keys have closed values and none is named like a verdict: all are.",)
    if all(_composite(values) for values in common.values()):
        return "*", ("Every key holds a list or an object: the verdict is all of them.",)
    return None, ()


def _composite(values: list[Any]) -> bool:
    return sum(isinstance(value, list | dict) for value in values) * 2 > len(values)


def _field(
    path: Path, values: list[Any], names: dict[str, str], place: dict[str, str], total: int
) -> FieldSketch:
    dotted = ".".join(path)
    guessed = guess_json(values)
    steps: Any = list(path) if any("." in step for step in path) else dotted
    there = f"{dotted} is in {len(values)} of {total} objects."
    scale, why = _scale(guessed, values)
    return FieldSketch(
        name=names[dotted],
        form={"json": steps} | place,
        scale=scale,
        why=(there, *why),
        optional=len(values) < ALWAYS * total,
    )


def _scale(guessed: Guess | None, values: list[Any]) -> tuple[Any, tuple[str, ...]]:
    if guessed is not None:
        return guessed.scale, guessed.why
    if all(isinstance(value, str) and value.strip() for value in values):
        return "text", ("Its values hardly repeat, so it is text.",)
    return "json", ("No other scale holds its values, so they are taken as they stand.",)
