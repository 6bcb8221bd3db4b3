"""Inspect logs in the `.json` format: one document with all samples."""

from __future__ import annotations

from collections.abc import Iterator

from oyez.importers import inspect_eval
from oyez.importers._head import Head
from oyez.importers._importer import Importer
from oyez.importers._inspect import sample_draws
from oyez.importers._inspect_shapes import Header
from oyez.importers._row import Row
from oyez.importers._source import Source
from oyez.ledger.facts import Draw


class _Importer(Importer):
    name = "inspect-json"
    title = "Inspect (`.json` logs)"
    tool = "inspect_ai"
    verified = True
    checked = "logs written by inspect_ai 0.3.285 with its mock model"
    where = inspect_eval.WHERE
    recorded = inspect_eval.RECORDED
    lost = inspect_eval.LOST
    write_back = inspect_eval.WRITE_BACK
    contracts = ("inspect-grade",)
    exporter = "inspect"
    example = "inspect.json"

    def sniff(self, head: Head) -> float:
        eval_ = head.get("eval")
        inside = isinstance(eval_, dict) and "task" in eval_ and "model" in eval_
        return 0.9 if head.has("version", "status", "eval") and inside else 0.0

    def draws(self, source: Source) -> Iterator[Draw]:
        spec = Row(source.name, source.members("samples")).read_as(Header).eval
        return source.each(source.items("samples"), lambda row: sample_draws(row, spec))


IMPORTER = _Importer()
