"""The JSON objects of a reply: the reply itself, one in a fence, or one in prose."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import msgspec

from oyez.suggest.sample import Seen
from oyez.text.json_objects import find_objects


class Objects(msgspec.Struct, frozen=True):
    """The last object of each reply that has one."""

    trees: tuple[dict[str, Any], ...]
    alone: int
    """How many of them are the whole reply."""


def objects(replies: Sequence[Seen]) -> Objects:
    """The last object of each reply: in the answer region, else in a closed fence."""
    trees, alone = [], 0
    for reply in replies:
        region = reply.region
        raw = region.raw[region.start :].strip()
        tree = _loaded(raw) if raw.startswith("{") else None
        alone += tree is not None
        tree = tree or _last(region.text)
        for fence in reversed(region.fences):
            tree = tree or _last(region.spoken[fence.inner_start : fence.inner_end])
        if tree:
            trees.append(tree)
    return Objects(tuple(trees), alone)


def _last(text: str) -> dict[str, Any] | None:
    found = find_objects(text).all
    return _loaded(text[found[-1].start : found[-1].end]) if found else None


def _loaded(text: str) -> dict[str, Any] | None:
    try:
        tree = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return tree if isinstance(tree, dict) else None


def around(found: Objects) -> tuple[dict[str, str], str]:
    """The key of the form that says what may stand around the object, and the reason."""
    whole = f"{found.alone} of {len(found.trees)} objects are the whole reply"
    if found.alone >= 0.95 * len(found.trees):
        return {}, f"{whole}, so nothing is let stand around it."
    return {"around": "prose"}, f"{whole}, so prose or a fence may stand around it."
