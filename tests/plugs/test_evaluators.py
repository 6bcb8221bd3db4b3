"""Evaluators for openevals, LangSmith and Braintrust: their shapes, and the tools themselves where installed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from oyez import Reply
from oyez.core.errors import InputError
from oyez.plugs.evaluators import evaluator, scorer
from plugs.page import run

POLITE = {"name": "polite", "version": 1, "form": {"line": "VERDICT"}, "scale": {"labels": ["PASS", "FAIL"]}}
VALUES = {"PASS": 1, "FAIL": 0}
TOOLS = Path(__file__).parents[1] / "tools"


def test_outputs_are_the_reply_where_nobody_is_asked() -> None:
    read = evaluator(POLITE, values=VALUES)
    for outputs in ("VERDICT: PASS", {"reply": "VERDICT: PASS"}, Reply(text="VERDICT: PASS")):
        told = read(inputs={}, outputs=outputs, reference_outputs=None, run=None)
        assert (told["key"], told["score"]) == ("polite", 1)
        assert told["metadata"]["oyez"]["evidence"] == "PASS"
    assert read.__name__ == "polite"
    assert (
        read(outputs=Reply(text="VERDICT: PASS", stop="length"))["metadata"]["oyez"]["status"] == "truncated"
    )
    assert read(outputs=None)["metadata"]["oyez"]["status"] == "undelivered"
    with pytest.raises(InputError, match="of the type list"):
        read(outputs=["VERDICT: PASS"])


def test_an_unread_reply_has_no_score_and_says_why() -> None:
    told = evaluator(POLITE, key="manners", values=VALUES)(outputs="VERDICT: PASS or FAIL")
    assert told["key"] == "manners"
    assert told["score"] is None
    assert told["comment"].startswith("no verdict under polite@1#")
    assert told["metadata"]["oyez"]["status"] == "off_scale"
    assert told["metadata"]["oyez"]["raw"] == "VERDICT: PASS or FAIL"
    json.dumps(told)


def test_a_judge_is_asked_with_the_instructions_of_the_contract() -> None:
    asked = []

    def ask(prompt: str) -> str:
        asked.append(prompt)
        return "VERDICT: FAIL"

    prompt = "{inputs}|{outputs}|{reference_outputs}|{instructions}"
    told = evaluator(POLITE, ask=ask, prompt=prompt, values=VALUES)(
        inputs="i", outputs="{o}", reference_outputs="r"
    )
    assert told["score"] == 0
    assert asked[0].startswith("i|{o}|r|")
    assert "VERDICT: PASS|FAIL" in asked[0]
    told = scorer(POLITE, ask=ask, prompt="{input}|{output}|{expected}", values=VALUES)("i", "o", "e")
    assert (told["name"], told["score"], asked[1]) == ("polite", 0.0, "i|o|e")


def test_what_the_judge_raises_is_not_caught() -> None:
    def ask(prompt: str) -> str:
        raise TimeoutError("no answer")

    with pytest.raises(TimeoutError):
        evaluator(POLITE, ask=ask, prompt="{outputs}", values=VALUES)(outputs="o")


@pytest.mark.parametrize("more", [{"ask": str}, {"prompt": "{output}"}])
def test_ask_and_prompt_go_together(more: dict[str, Any]) -> None:
    for make in (evaluator, scorer):
        with pytest.raises(InputError, match="go together"):
            make(POLITE, values=VALUES, **more)


@pytest.mark.parametrize("tool", ["langsmith", "openevals", "braintrust"])
def test_the_tool_itself_keeps_an_unread_reply_apart(tool: str, tmp_path: Path) -> None:
    pytest.importorskip(tool, reason=f"{tool} is not installed")
    done = run(tmp_path, "python", str(TOOLS / "evaluators.py"), tool)
    assert done.returncode == 0, done.stderr
    read, unread = json.loads(done.stdout.splitlines()[-1])
    assert read["score"] == 1
    assert unread["score"] is None
    if tool != "braintrust":  # which shows metadata in its own interface only
        assert unread["metadata"]["oyez"]["status"] == "off_scale"
        assert unread["metadata"]["oyez"]["raw"] == "VERDICT: PASS or FAIL"
