"""An array of JSON objects, each with an id and a verdict: `{"criteria": [{"id": "1", "met": true}]}`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

from oyez.suggest.guess import guess_json
from oyez.suggest.ideas._objects import around, objects
from oyez.suggest.names import choose_verdict, often
from oyez.suggest.sample import Seen
from oyez.suggest.sketch import FieldSketch, Sketch

IDS: Final = ("id", "index", "criterion_id", "item", "number", "criterion", "name", "key", "metric")
"""Keys that ids go by."""

Items = list[dict[str, Any]]


def sketches(replies: Sequence[Seen]) -> Iterator[Sketch]:
    """A draft for each array of objects that half of the replies hold, with an id and a closed value each."""
    found = objects(replies)
    arrays: dict[str, list[Items]] = {}
    for tree in found.trees:
        for key, value in tree.items():
            if key.isprintable() and _is_items(value):
                arrays.setdefault(key, []).append(value)
    for key, each in arrays.items():
        if often(len(each), len(replies)):
            yield from _sketch(key, each, *around(found), len(replies))


def _is_items(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(item, dict) for item in value)


def _sketch(
    key: str, arrays: list[Items], place: dict[str, str], reason: str, total: int
) -> Iterator[Sketch]:
    items = [item for array in arrays for item in array]
    name = next((each for each in IDS if all(_is_id(item.get(each)) for item in items)), None)
    keys = [each for each in items[0] if each != name and all(each in item for item in items)]
    guesses = {each: guess_json([item[each] for item in items]) for each in keys}
    closed = [each for each, guessed in guesses.items() if guessed is not None]
    if name is None or not closed:
        return
    value = choose_verdict(closed)
    guessed = guesses[value]
    assert guessed is not None
    settings, ids = _ids(arrays, name)
    there = f"{key} is an array of objects with {name} and {value} in {len(arrays)} of {total} replies."
    field = FieldSketch(
        name="verdict",
        form={"json_items": key, "id": name, "value": value} | place,
        scale=guessed.scale,
        why=(there, reason, *guessed.why),
    )
    yield Sketch(
        idea="items", about=f"A JSON array of verdicts at {key}.", fields=(field,), settings=settings, why=ids
    )


def _is_id(value: Any) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool) and str(value).isprintable()


def _ids(arrays: list[Items], name: str) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The ids that nearly all arrays share, if there are such; otherwise they must come with the replies."""
    sets = Counter(tuple(sorted({str(item[name]) for item in array})) for array in arrays)
    ids, count = sets.most_common(1)[0]
    if count >= 0.9 * len(arrays):
        return {"ids": list(ids)}, (f"{count} of {len(arrays)} arrays have the same ids.",)
    return {}, ("The ids differ from reply to reply: they must come with the replies, in a column ids.",)
