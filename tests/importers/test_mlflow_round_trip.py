"""MLflow itself logs assessments, oyez overrides them, and MLflow reads old and new again."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mlflow", reason="MLflow is not installed: make interop")

SCRIPT = Path(__file__).parents[1] / "tools" / "mlflow_assessments.py"


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("mlflow")
    command = [sys.executable, str(SCRIPT), str(folder)]  # a process of its own: it starts threads
    made = subprocess.run(command, check=True, capture_output=True, text=True, timeout=300)
    return {**json.loads(made.stdout), "journal": (folder / "done.jsonl").read_text().splitlines()}


def by_raw(assessments: list[Any]) -> dict[str, Any]:
    return {each["metadata"]["raw"]: each for each in assessments if "raw" in each["metadata"]}


def test_every_assessment_with_a_reply_is_overridden(told: Any) -> None:
    before, after = by_raw(told["before"]), by_raw(told["after"])
    overrides = {each["overrides"]: each for each in told["after"] if "overrides" in each}
    assert told["counts"] == [3, 1, 2]
    assert len(told["after"]) == 6
    for raw, old in before.items():
        assert after[raw]["feedback"] == old["feedback"]
        assert (old["valid"], after[raw]["valid"]) == (True, False)
        new = overrides[old["assessment_id"]]
        assert new["valid"] is True
        assert new["assessment_name"] == "right"
        assert new["source"]["source_type"] == "CODE"
        assert new["source"]["source_id"].startswith("test/grade@1#")


def test_a_verdict_is_a_value_and_an_unread_reply_an_error(told: Any) -> None:
    old = {each["assessment_id"]: raw for raw, each in by_raw(told["before"]).items()}
    new = {old[each["overrides"]]: each for each in told["after"] if "overrides" in each}
    right = new["It names vinegar.\nGRADE: C"]
    assert right["feedback"] == {"value": "C"}
    assert right["metadata"]["oyez.evidence"] == "C"
    assert right["metadata"]["oyez.start"] == "25"
    assert new["no grade at all"]["feedback"]["value"] is None
    assert new["no grade at all"]["feedback"]["error"]["error_code"] == "JUDGE_ABSENT"
    assert new["GRADE: C or GRADE: I"]["feedback"]["error"]["error_code"].startswith("JUDGE_")


def test_the_journal_names_old_and_new(told: Any) -> None:
    rows = [json.loads(line) for line in told["journal"]]
    ids = {each["assessment_id"]: each for each in told["after"]}
    assert len(rows) == 3
    for row in rows:
        assert ids[row["new"]]["overrides"] == row["old"]
