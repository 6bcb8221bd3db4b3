"""Makes a small openai/evals log with evals itself: python tests/tools/openai_evals_log.py FOLDER.

The model and the judge are scripted completion functions, so nothing is asked of a network.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

ANSWERS = ["vinegar", "vinegar", "pear"]
REPLIES = ["It names it.\n\nY", "Maybe so", "It is a pear.\nN"]
"""What the judge writes of each answer."""

GRADE = """
grade:
  prompt: "Is it right? {input} {completion} {ideal}"
  eval_type: cot_classify
  choice_scores: {"Y": 1.0, "N": 0.0}
  choice_strings: ["Y", "N"]
  input_outputs: {input: completion}
"""


def scripted(texts: list[str]) -> Any:
    """A completion function that gives these texts in turn."""
    from evals.api import CompletionResult
    from evals.record import record_sampling

    left = iter(texts)

    class Result(CompletionResult):  # type: ignore[misc]  # a class known only where evals is installed
        def __init__(self, text: str) -> None:
            self.text = text

        def get_completions(self) -> list[str]:
            return [self.text]

    def complete(prompt: Any, **more: Any) -> Result:
        text = next(left)
        record_sampling(prompt=prompt, sampled=[text], model="scripted")
        return Result(text)

    return complete


def log(folder: Path) -> Path:
    """The log of a model-graded run in `folder`."""
    os.environ |= {"OPENAI_API_KEY": "none", "EVALS_SEQUENTIAL": "1", "EVALS_SHOW_EVAL_PROGRESS": ""}
    from evals.base import RunSpec
    from evals.elsuite.modelgraded.classify import ModelBasedClassify
    from evals.record import LocalRecorder
    from evals.registry import Registry

    (folder / "modelgraded").mkdir(parents=True)
    (folder / "data").mkdir()
    (folder / "modelgraded" / "grade.yaml").write_text(GRADE)
    rows = [{"input": [{"role": "user", "content": f"Q{n}?"}], "ideal": "vinegar"} for n in range(3)]
    (folder / "data" / "kettle.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    spec = RunSpec(["model", "judge"], "kettle.dev.v0", "kettle", "dev", {}, "test", "run", "2026-11-30")
    recorder = LocalRecorder(str(folder / "log.jsonl"), spec)
    graded = ModelBasedClassify(
        completion_fns=[scripted(ANSWERS), scripted(REPLIES)],
        modelgraded_spec="grade",
        registry=Registry(registry_paths=[folder]),
        samples_jsonl="kettle.jsonl",
        eval_registry_path=folder,
    )
    recorder.record_final_report(graded.run(recorder))
    return folder / "log.jsonl"


if __name__ == "__main__":
    print(log(Path(sys.argv[1])))  # noqa: T201 - a script
