"""Runs the evaluators inside a tool, on two outputs: python tests/tools/evaluators.py langsmith|openevals|braintrust.

Nothing is asked of a network: the judge is scripted, and nothing is uploaded. Prints the two scores as JSON.
"""

from __future__ import annotations

import json
import sys
import uuid
from typing import Any

from oyez.plugs.evaluators import evaluator, scorer

POLITE = {"name": "polite", "version": 1, "form": {"line": "VERDICT"}, "scale": {"labels": ["PASS", "FAIL"]}}
VALUES = {"PASS": 1, "FAIL": 0}
OUTPUTS = ("Good morning!", "Bye.")


def ask(prompt: str) -> str:
    """A scripted judge."""
    return "VERDICT: PASS or FAIL" if "Bye" in prompt else "VERDICT: PASS"


def langsmith() -> list[Any]:
    """Both outputs through `langsmith.evaluate`, with nothing uploaded."""
    import langsmith
    from langsmith.schemas import Example

    polite = evaluator(POLITE, ask=ask, prompt="{outputs}", values=VALUES)
    examples = [Example(id=uuid.uuid4(), inputs={"text": text}, outputs={}) for text in OUTPUTS]
    client = langsmith.Client(api_key="none", api_url="http://127.0.0.1:9")  # nobody listens there
    found = langsmith.evaluate(
        lambda inputs: {"text": inputs["text"]},
        data=examples,
        evaluators=[polite],
        upload_results=False,
        client=client,
        max_concurrency=0,
    )
    results = [row["evaluation_results"]["results"][0] for row in found]
    return [{"score": each.score, "metadata": each.metadata} for each in results]


def openevals() -> list[Any]:
    """Both outputs as the last turn of a simulated conversation."""
    from openevals.simulators import run_multiturn_simulation

    polite = evaluator(POLITE, ask=ask, prompt="{outputs}", values=VALUES)
    found = []
    for text in OUTPUTS:
        turn = {"role": "assistant", "content": text}
        done = run_multiturn_simulation(
            app=lambda message, turn=turn, **more: turn,
            user=["Hello"],
            trajectory_evaluators=[polite],
            max_turns=1,
        )
        found += done["evaluator_results"]
    return found


def braintrust() -> list[Any]:
    """Both outputs through `Eval`, with nothing sent."""
    from braintrust import Eval

    polite = scorer(POLITE, ask=ask, prompt="{output}", values=VALUES)
    done = Eval(
        "polite",
        data=[{"input": text} for text in OUTPUTS],
        task=lambda text: text,
        scores=[polite],
        no_send_logs=True,
    )
    return [{"score": each.scores["polite"]} for each in done.results]


if __name__ == "__main__":
    tools = {"langsmith": langsmith, "openevals": openevals, "braintrust": braintrust}
    print(json.dumps(tools[sys.argv[1]]()))  # noqa: T201 - a script
