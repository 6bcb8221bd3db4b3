"""Contracts made from replies: every idea is tried, and what loads is measured like any other contract."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from typing import Final

from oyez.contract import contract
from oyez.core.reply import Reply
from oyez.suggest.ideas import (
    brackets,
    edges,
    json_items,
    json_keys,
    labelled,
    markers,
    sentences,
    sheet,
    tags,
)
from oyez.suggest.measure import measure, with_text
from oyez.suggest.sample import seen
from oyez.suggest.sketch import Sketch, reasons, toml_of
from oyez.suggest.values import Suggestion

IDEAS: Final = (labelled, sheet, brackets, markers, tags, json_keys, json_items, sentences, edges)
"""Each has `sketches(seen)`; the order does not matter to the result."""


def drafts(sample: Sequence[Reply]) -> list[Suggestion]:
    """Every draft that the sample gives rise to, measured on it."""
    replies = seen(sample)
    found = [sketch for idea in IDEAS for sketch in idea.sketches(replies)]
    return [_measured(sketch, sample) for sketch in found]


def _measured(sketch: Sketch, sample: Sequence[Reply]) -> Suggestion:
    toml = toml_of(sketch)
    made = contract(tomllib.loads(toml))
    return with_text(measure(sample, made, drafted=True), reasons(sketch), toml)
