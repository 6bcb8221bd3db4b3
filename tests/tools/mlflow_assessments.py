"""Logs assessments with MLflow, has oyez override them, and prints them as they were and are, as JSON.

    python tests/tools/mlflow_assessments.py FOLDER

Everything is kept in FOLDER, in a file store of MLflow; nothing is asked of a network.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any


def assessments(trace_id: str) -> list[dict[str, Any]]:
    """The assessments of a trace, as MLflow writes them."""
    import mlflow

    trace = mlflow.get_trace(trace_id)
    assert trace is not None
    found: list[dict[str, Any]] = trace.to_dict()["info"]["assessments"]
    return found


def judged(folder: Path) -> str:
    """A trace with three assessments by a judge, each with its raw reply; gives its id."""
    import mlflow
    from mlflow.entities import AssessmentError, AssessmentSource

    mlflow.set_tracking_uri(folder.joinpath("store").as_uri())
    with mlflow.start_span("answer") as span:
        span.set_inputs({"question": "How do I descale a kettle?"})
    mlflow.flush_trace_async_logging()
    judge = AssessmentSource(source_type="LLM_JUDGE", source_id="owl-2")
    unread = AssessmentError(error_code="PARSE", error_message="two grades")
    for raw, value, error in (
        ("It names vinegar.\nGRADE: C", "I", None),
        ("GRADE: C or GRADE: I", None, unread),
        ("no grade at all", "I", None),
    ):
        mlflow.log_feedback(
            trace_id=span.trace_id,
            name="right",
            value=value,
            error=error,
            source=judge,
            metadata={"raw": raw},
        )
    return str(span.trace_id)


def main(folder: Path) -> dict[str, Any]:
    import oyez
    from oyez.exporters import EXPORTERS, Reread, WriteBack
    from oyez.importers import open_archive

    trace = judged(folder)
    before = assessments(trace)
    archive = folder / "assessments.json"
    archive.write_text(json.dumps(before))
    grade = oyez.line("GRADE", ["C", "I"], name="grade")
    rereads = [Reread(draw, oyez.read(draw.reply, grade)) for draw in open_archive(archive)]
    exporter = EXPORTERS.get("mlflow")
    assert exporter is not None
    counts = exporter.write(WriteBack(rereads=rereads, to=folder / "done.jsonl", author="test"))
    return {
        "before": before,
        "after": assessments(trace),
        "counts": [counts.rows, counts.verdicts, counts.unread],
    }


if __name__ == "__main__":
    os.environ["MLFLOW_ALLOW_FILE_STORE"] = "true"
    print(json.dumps(main(Path(sys.argv[1]))))  # noqa: T201 - a script
