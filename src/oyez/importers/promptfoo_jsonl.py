"""promptfoo `out.jsonl`: one result of a run a line."""

from __future__ import annotations

from collections.abc import Iterator

from oyez.importers import _promptfoo
from oyez.importers._head import Head
from oyez.importers._importer import Importer
from oyez.importers._source import Source
from oyez.ledger.facts import Draw


class _Importer(Importer):
    name = "promptfoo-jsonl"
    title = "promptfoo (`promptfoo eval -o out.jsonl`)"
    tool = "promptfoo"
    verified = True
    checked = "files written by promptfoo 0.123.1 with its echo provider and a scripted judge"
    where = "`gradingResult.componentResults[]`, as in the format `promptfoo`"
    recorded = "`pass` and `score` of each assertion that asks a judge"
    lost = "All that the format `promptfoo` loses, and the version of promptfoo."
    write_back = "nothing to write into: `oyez.exporters` writes JUnit XML or JSONL beside the file"
    example = "promptfoo.jsonl"

    def sniff(self, head: Head) -> float:
        return 0.9 if head.has("testIdx", "promptIdx", "testCase") else 0.0

    def draws(self, source: Source) -> Iterator[Draw]:
        return source.each(source.lines(), lambda row: _promptfoo.draws(row, None))


IMPORTER = _Importer()
