"""promptfoo `out.json`: one JSON document with every result of a run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from oyez.importers import _promptfoo
from oyez.importers._head import Head
from oyez.importers._importer import Importer
from oyez.importers._source import Source
from oyez.ledger.facts import Draw


class _Importer(Importer):
    name = "promptfoo"
    title = "promptfoo (`promptfoo eval -o out.json`)"
    tool = "promptfoo"
    verified = True
    checked = "files written by promptfoo 0.123.1 with its echo provider and a scripted judge"
    where = (
        "`results.results[].gradingResult.componentResults[]`, for assertions that ask a judge. The reply itself is "
        "kept only where the `reason` is the whole of it (`model-graded-closedqa`, and `factuality` when its reader "
        "failed), or where a grading provider of one's own returned it as `metadata.raw`, "
        "as oyez's does (see the page on plugs)"
    )
    recorded = "`pass` and `score` of each such assertion"
    lost = (
        "The reply of `llm-rubric`, `select-best`, `g-eval` and others: those rows are *not re-readable*. The stop "
        "reason. A missing `pass` in a judge's JSON is stored as true, and cannot be told from a real one."
    )
    write_back = "nothing to write into: `oyez.exporters` writes JUnit XML or JSONL beside the file"
    example = "promptfoo.json"

    def sniff(self, head: Head) -> float:
        return 0.9 if head.container == "object" and head.has("evalId", "results") else 0.0

    def draws(self, source: Source) -> Iterator[Draw]:
        version = _version(source.members("results", "results"))  # it stands after the results
        return source.each(source.items("results", "results"), lambda row: _promptfoo.draws(row, version))


def _version(members: dict[str, Any]) -> str | None:
    metadata = members.get("metadata")
    version = metadata.get("promptfooVersion") if isinstance(metadata, dict) else None
    return version if isinstance(version, str) else None


IMPORTER = _Importer()
