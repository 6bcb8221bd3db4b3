"""OpenCompass judge replicas: one object whose keys are numbers, each with the judge's whole reply."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec

from oyez.core.reply import Reply
from oyez.importers._head import Head
from oyez.importers._importer import Importer
from oyez.importers._row import Row, known
from oyez.importers._source import Source
from oyez.ledger.facts import Draw


class _Prediction(msgspec.Struct):
    prediction: str | list[Any] | None
    origin_prompt: str | list[Any] | None = None
    gold: Any = None
    res_length: int | None = None


class _Importer(Importer):
    name = "opencompass"
    title = "OpenCompass judge replicas (`*_replica*.json`)"
    tool = "opencompass"
    verified = False
    checked = "a file written from the field paths of OpenCompass 0.5.4's source"
    where = "`prediction` of each numbered member; the prompt is `origin_prompt`"
    recorded = "nothing: the verdicts are in another file, under `details[]`"
    lost = "The judge's name (it stands in the file's path), the stop reason, token counts."
    write_back = "JSONL beside the file"
    example = "opencompass_replica0.json"

    def sniff(self, head: Head) -> float:
        first = next(iter(head.members.values()), None)
        named = isinstance(first, dict) and {"origin_prompt", "prediction"} <= first.keys()
        return 0.9 if named and all(key.isdecimal() for key in head.members) else 0.0

    def draws(self, source: Source) -> Iterator[Draw]:
        return source.one_each(source.entries(), lambda entry: _draw(*entry))


def _draw(key: str, row: Row) -> Draw:
    found = row.read_as(_Prediction)
    text = found.prediction if isinstance(found.prediction, str) else None
    return Draw(
        reply=Reply(id=key, text=text, item=key, meta=known(gold=found.gold, place=row.at)),
        prompt=_prompt(found.origin_prompt),
        raw_absent="the prediction is no text" if text is None else None,
    )


def _prompt(prompt: str | list[Any] | None) -> str | None:
    return prompt if isinstance(prompt, str) or prompt is None else json.dumps(prompt, ensure_ascii=False)


IMPORTER = _Importer()
