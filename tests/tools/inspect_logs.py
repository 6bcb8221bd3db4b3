"""Makes small Inspect logs with Inspect itself and its mock model: python tests/tools/inspect_logs.py FOLDER.

Nothing is asked of a network: every reply is scripted, and its token counts are given, since Inspect would otherwise
fetch a tokenizer to count them.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

REPLIES = [
    ("It names vinegar.\n\nGRADE: C", "stop"),
    ("The answer says 'GRADE: I', but it is right.\nGRADE: C", "stop"),
    ("It names a pear, and so", "max_tokens"),
    ("**GRADE:** C", "stop"),
    ("GRADE: C | P | I", "stop"),
    ("GRADE: CORRECT. However, GRADE: I would be too strict.", "stop"),
]
"""What the grader writes, and why it stops; one for each sample."""

PANEL = [["GRADE: C", "GRADE: I"], ["GRADE: C", "garbage"], ["GRADE: I", "**GRADE**: C"]]
"""What each grader of a panel writes for the two samples."""


def output(text: str, stop: str = "stop") -> Any:
    """A reply of the mock model."""
    from inspect_ai.model import ModelOutput, ModelUsage

    made = ModelOutput.from_content("mockllm/model", text, stop_reason=stop)
    made.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    return made


def mock(name: str, outputs: list[Any]) -> Any:
    """A mock model that gives these outputs in turn."""
    from inspect_ai.model import get_model

    return get_model(f"mockllm/{name}", custom_outputs=outputs)


def run(folder: Path, graders: list[Any], samples: int, form: str) -> Path:
    """One log of the task; a list of several graders is a panel."""
    import inspect_ai
    from inspect_ai.dataset import Sample
    from inspect_ai.scorer import model_graded_qa

    grader = graders[0] if len(graders) == 1 else graders
    task = inspect_ai.Task(
        name="kettle",
        dataset=[
            Sample(id=f"s{number}", input=f"Question {number}?", target="vinegar")
            for number in range(samples)
        ],
        scorer=model_graded_qa(partial_credit=True, model=grader),
    )
    model = mock("model", [output(f"Answer {number}.") for number in range(samples)])
    logs = inspect_ai.eval(
        task, model=model, log_dir=str(folder), log_format=form, display="none", max_samples=1
    )
    return Path(logs[0].location.removeprefix("file://"))


def single(folder: Path, form: str = "eval") -> Path:
    """Six samples, one grader."""
    return run(folder, [mock("grader", [output(*reply) for reply in REPLIES])], len(REPLIES), form)


def panel(folder: Path) -> Path:
    """Two samples, three graders."""
    return run(
        folder, [mock(f"g{n}", [output(text) for text in texts]) for n, texts in enumerate(PANEL)], 2, "eval"
    )


if __name__ == "__main__":
    target = Path(sys.argv[1])
    print(single(target), single(target, "json"), panel(target), sep="\n")  # noqa: T201 - a script
