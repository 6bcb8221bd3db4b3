"""AlpacaEval annotations: one JSON list, one preference between two outputs an item."""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import msgspec

from oyez.core.reply import Reply
from oyez.importers._head import Head
from oyez.importers._importer import Importer
from oyez.importers._row import Row, finite, known
from oyez.importers._source import Source
from oyez.ledger.facts import Draw, Judge, Recorded


class _Annotation(msgspec.Struct):
    instruction: str
    generator_1: str
    generator_2: str
    preference: int | float | None = None
    annotator: str | None = None
    raw_completion: Any = None
    referenced_models: dict[str, Any] | None = None
    dataset: str | None = None
    price_per_example: float | None = None
    time_per_example: float | None = None


class _Importer(Importer):
    name = "alpaca-eval"
    title = "AlpacaEval (`annotations.json`)"
    tool = "alpaca-eval"
    verified = True
    checked = "the first rows of two published leaderboard files, one with and one without completions"
    where = (
        "`raw_completion`: text, or for annotators with a function call the parsed object, which is imported as the "
        "JSON it was parsed from. Which name stood for which output is in `referenced_models`"
    )
    recorded = (
        "`preference`: 1 for the first output, 2 for the second, between them for a weighted one; null unread"
    )
    lost = (
        "The weighted annotators keep no completion at all: those rows are *not re-readable*, and their preferences "
        "are imported. The stop reason and the prompt are never kept."
    )
    write_back = "a list of the same annotations beside the original: see the exporter `alpaca-eval`"
    contracts = ("alpaca-eval-ranking", "alpaca-eval-token")
    exporter = "alpaca-eval"
    example = "alpaca-eval.json"

    def sniff(self, head: Head) -> float:
        return 0.9 if head.has("instruction", "generator_1", "generator_2", "preference") else 0.0

    def draws(self, source: Source) -> Iterator[Draw]:
        return source.one_each(source.rows(), _draw)


def _draw(row: Row) -> Draw:
    found = row.read_as(_Annotation)
    text = _text(found.raw_completion)
    preference = finite(found.preference)
    recorded = Recorded(
        value=preference,
        status="unread" if preference is None else None,
        name="preference",
        tool="alpaca-eval",
        parser=found.annotator,
    )
    return Draw(
        reply=Reply(
            id=f"{row.number}/{found.generator_2}",
            text=text,
            item=_item(found),
            arm=f"{found.generator_1} vs {found.generator_2}",
            judge=found.annotator,
            order=_order(found.referenced_models),
            meta=known(
                dataset=found.dataset,
                instruction=found.instruction,
                referenced_models=found.referenced_models,
                price=found.price_per_example,
                place=row.at,
            ),
        ),
        judge=Judge(name=found.annotator),
        latency=finite(found.time_per_example),
        raw_absent="this annotator keeps no completion" if text is None else None,
        recorded=(recorded,),
    )


def _item(found: _Annotation) -> str:
    """Items have no id in these files: the digest of the instruction is one that all files share."""
    return sha256(found.instruction.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _text(completion: Any) -> str | None:
    if completion is None or isinstance(completion, str):
        return completion
    return json.dumps(completion, ensure_ascii=False)


def _order(names: dict[str, Any] | None) -> str | None:
    """`AB` where the first name listed is the first output: the order in which the judge saw them."""
    first = next(iter(names.values()), None) if names else None
    return {"output_1": "AB", "output_2": "BA"}.get(first) if isinstance(first, str) else None


IMPORTER = _Importer()
