"""MLflow assessments that override the ones read wrongly; the old ones stay, marked as replaced."""

from __future__ import annotations

from pathlib import Path
from typing import Any, BinaryIO

from oyez.core.errors import InputError
from oyez.core.reading import Reading
from oyez.exporters._exporter import Exporter, Reread, WriteBack, Written, account, explanation, tally
from oyez.importers._extra import need
from oyez.rows.reading import to_json, to_json_bytes


class _Exporter(Exporter):
    name = "mlflow"
    title = "MLflow assessments that override the old ones"
    verified = True
    checked = "written to a local store and read again with MLflow 3.17.2"
    extra = "mlflow"
    about = (
        "For every assessment read again a new one by code that overrides it, in the store that MLflow is set up "
        "for; the old one stays with `valid: false`. An unread reply has the value null and an error whose code "
        "is `JUDGE_` and its status. The file that is made lists the ids of the old and new assessments, a line "
        "each. Assessments that hold no reply, and those that another one overrides already, are passed over"
    )

    def write(self, job: WriteBack) -> Written:
        client = need("mlflow", "mlflow", "writing MLflow assessments")
        entities = need("mlflow.entities", "mlflow", "writing MLflow assessments")
        done = []
        with _journal(job.to) as out:
            for reread in job.rereads:
                if _stands(reread):
                    made = _override(client, entities, reread, job.author)
                    out.write(to_json_bytes({"old": reread.id, "new": made, "trace": reread.draw.reply.item}))
                    out.flush()
                    done.append(reread)
        return tally(done)


def _journal(path: Path) -> BinaryIO:
    """A new file that keeps what was done, also where a later assessment fails."""
    try:
        return path.open("xb")
    except FileExistsError as fault:
        raise InputError(f"{path}: is there already; readings never replace a file: name another") from fault
    except OSError as fault:
        raise InputError(f"{path}: cannot be written: {fault.strerror}") from fault


def _stands(reread: Reread) -> bool:
    """Whether the assessment holds a reply and still stands."""
    replaced = any(recorded.status == "replaced" for recorded in reread.draw.recorded)
    return reread.draw.reply.text is not None and not replaced


def _override(client: Any, entities: Any, reread: Reread, author: str) -> str:
    """Log the new assessment, and give its id."""
    reading, recorded = reread.reading, reread.draw.recorded[0]
    code = f"JUDGE_{str(reading.status).upper()}"
    error = (
        None if reading.ok else entities.AssessmentError(error_code=code, error_message=explanation(reading))
    )
    feedback = entities.Feedback(
        name=recorded.name,
        value=reading.verdict if reading.ok else None,
        error=error,
        source=entities.AssessmentSource(source_type="CODE", source_id=f"{author}/{reading.contract}"),
        rationale=explanation(reading),
        metadata=_metadata(reading),
        span_id=(reread.draw.reply.meta or {}).get("span_id"),
        overrides=reread.id,
    )
    try:
        made = client.log_assessment(reread.draw.reply.item, feedback)
    except Exception as fault:  # a store may fail in many ways
        raise InputError(f"assessment {reread.id}: MLflow did not take the new one: {fault}") from fault
    return str(made.assessment_id)


def _metadata(reading: Reading) -> dict[str, str]:
    """What the reading came to, as MLflow keeps metadata: text by name."""
    told = {key: value for key, value in account(reading).items() if value is not None}
    return {f"oyez.{key}": value if isinstance(value, str) else to_json(value) for key, value in told.items()}


EXPORTER = _Exporter()
