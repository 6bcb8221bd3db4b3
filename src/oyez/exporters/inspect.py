"""Inspect logs again, with corrected scores as edits: the original stays in each score's history."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any, TypeAlias

from oyez.core.errors import InputError
from oyez.core.value import same
from oyez.exporters._exporter import (
    Exporter,
    Reread,
    WriteBack,
    Written,
    account,
    explanation,
    needs_archive,
    tally,
)
from oyez.exporters._new_file import new_file
from oyez.importers._extra import need

_Waiting: TypeAlias = dict[tuple[str, int], dict[str, list[Reread]]]
"""Sample and epoch → scorer → the readings of its graders, in their order."""


class _Exporter(Exporter):
    name = "inspect"
    title = "Inspect logs (`.eval`, `.json`) with edited scores"
    verified = True
    checked = "written and opened again with inspect_ai 0.3.285"
    extra = "inspect"
    about = (
        "A new log whose scores are edited with `edit_score`: the original is the first entry of `history`, who "
        "and why is in `provenance`, `grading` and all other metadata are carried over, and the reading stands "
        "in `metadata.oyez`. An unread reply is unscored (NaN), never incorrect, with its status as the reason. "
        "A panel has the verdict that more than half of its graders gave, else it is unscored. The metrics are "
        "computed again"
    )

    def write(self, job: WriteBack) -> Written:
        archive = needs_archive(job, self)
        library = need("inspect_ai.log", "inspect", "writing an Inspect log")
        rereads = list(job.rereads)
        with new_file(job.to) as path:
            log = _read(library, archive)
            _edit_log(library, log, _by_sample(rereads), archive, job.author)
            library.write_eval_log(log, str(path))
        return tally(rereads)


def _read(library: Any, archive: Path) -> Any:
    try:
        return library.read_eval_log(str(archive))
    except Exception as fault:  # the library has no error type of its own
        raise InputError(
            f"{archive}: cannot be read by inspect_ai: {' '.join(str(fault).split())}"
        ) from fault


def _by_sample(rereads: list[Reread]) -> _Waiting:
    found: _Waiting = {}
    for reread in rereads:
        if reread.draw.raw_absent is not None:  # nothing was read, so its score stands
            continue
        reply = reread.draw.reply
        sample = (reply.item or "", 1 + (reply.draw or 0))
        scorer = str((reply.meta or {}).get("scorer"))
        found.setdefault(sample, {}).setdefault(scorer, []).append(reread)
    return found


def _edit_log(library: Any, log: Any, waiting: _Waiting, archive: Path, author: str) -> None:
    for sample in log.samples or []:
        for scorer, rereads in waiting.pop((str(sample.id), sample.epoch), {}).items():
            edit = _edit(library, sample, scorer, rereads, author)
            library.edit_score(log, sample.id, scorer, edit, recompute_metrics=False, epoch=sample.epoch)
    if waiting:
        sample_id, epoch = next(iter(waiting))
        raise InputError(
            f"{archive}: has no sample {sample_id!r} of epoch {epoch}, to which a reading belongs"
        )
    try:
        library.recompute_metrics(log)
    except ValueError as fault:
        raise InputError(f"{archive}: inspect_ai cannot compute its metrics again: {fault}") from fault


def _edit(library: Any, sample: Any, scorer: str, rereads: list[Reread], author: str) -> Any:
    """The edit of one score; everything that its metadata held is repeated, since an edit replaces it."""
    scoring = need("inspect_ai.scorer", "inspect", "writing an Inspect log")
    old = (sample.scores or {}).get(scorer)
    accounts = [account(reread.reading) | {"reply": reread.id} for reread in rereads]
    ok, value = _joint(rereads)
    alone = rereads[0] if len(rereads) == 1 else None
    why = (
        explanation(alone.reading)
        if alone
        else f"{len(rereads)} graders read under {rereads[0].reading.contract}"
    )
    return scoring.ScoreEdit(
        value=value if ok else math.nan,
        reason=None if ok else (str(alone.reading.status) if alone else "no majority"),
        # the old text may say that no grade was found
        explanation=alone.draw.reply.text if alone and ok else "UNCHANGED",
        metadata={**((old.metadata or {}) if old else {}), "oyez": accounts[0] if alone else accounts},
        provenance=library.ProvenanceData(
            author=author,
            reason=why,
            metadata={"contract": rereads[0].reading.contract, "rule": _rule(alone)},
        ),
    )


def _joint(rereads: list[Reread]) -> tuple[bool, Any]:
    """Whether there is a value, and which: the verdict that more than half of the graders gave."""
    for reread in rereads:
        verdict = reread.reading.verdict
        votes = sum(other.reading.ok and same(other.reading.verdict, verdict) for other in rereads)
        if reread.reading.ok and 2 * votes > len(rereads):
            return True, verdict
    return False, None


def _rule(alone: Reread | None) -> str | None:
    return alone.reading.rule if alone else None


EXPORTER = _Exporter()
