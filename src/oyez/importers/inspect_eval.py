"""Inspect logs in the `.eval` format: a zip file with one entry a sample."""

from __future__ import annotations

import re
from collections.abc import Iterator

from oyez.core.errors import InputError
from oyez.importers._head import Head
from oyez.importers._importer import Importer
from oyez.importers._inspect import sample_draws
from oyez.importers._inspect_shapes import Header, Spec
from oyez.importers._source import Source
from oyez.importers._zip import SafeZip
from oyez.ledger.facts import Draw

_SAMPLE = re.compile(r"samples/.+\.json")

WHERE = (
    "In the transcript (`samples[].events[]`, `event: model` inside a span of the type `scorer`): every reply of "
    "every grader, with its stop reason, token counts and settings; and for the scorers of the library also in "
    "`scores[NAME].metadata.grading`. A panel of graders gives one draw a grader. Scores of scorers that ask no "
    "model are passed over"
)
RECORDED = (
    "`scores[NAME].value`, NaN imported as no value with `reason` as its status; for a panel the grader's vote, "
    "and the joint value as `NAME/panel`; for an edited score the original value, and the edited one as `NAME/edited`"
)
LOST = (
    "Nothing of a log that was written in one run. `inspect score --action overwrite` deletes the transcript of the "
    "graders it replaces; from such a log only `metadata.grading` is left, without stop reasons."
)
WRITE_BACK = (
    "`edit_score` of the library, which keeps the original in the score's history: see the exporter `inspect`"
)


class _Importer(Importer):
    name = "inspect"
    title = "Inspect (`.eval` logs)"
    tool = "inspect_ai"
    verified = True
    checked = "logs written by inspect_ai 0.3.285 with its mock model, single grader, panel, and edited"
    extra = "zstd"
    where = WHERE
    recorded = RECORDED
    lost = LOST
    write_back = WRITE_BACK
    contracts = ("inspect-grade",)
    exporter = "inspect"
    example = "inspect.json"

    def sniff(self, head: Head) -> float:
        return 0.8 if head.start.startswith(b"PK\x03\x04") else 0.0

    def draws(self, source: Source) -> Iterator[Draw]:
        stream, entries = source.zip()
        with stream:
            spec = _spec(entries)
            samples = filter(_SAMPLE.fullmatch, entries)
            yield from source.each(samples, lambda entry: sample_draws(entries.row(entry), spec))


def _spec(entries: SafeZip) -> Spec:
    """The header; a run that was cut off has only the one written at its start."""
    for entry in ("header.json", "_journal/start.json"):
        if entry in entries:
            return entries.row(entry).read_as(Header).eval
    raise InputError(f"{entries.name}: not an Inspect log: no entry header.json or _journal/start.json")


IMPORTER = _Importer()
