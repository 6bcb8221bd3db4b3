"""`oyez judge check`: what can be seen in a plan without asking anybody."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from judging.plans import PAIR, TEMPLATE, VERDICT, openai, plan
from oyez.judging.checks import check_plan
from oyez.judging.run import made_judges

BOTH = {"old": {"answer": "old"}, "new": {"answer": "new"}}
URL = "http://127.0.0.1:9/v1"


def found(folder: Path, **more: Any) -> dict[str, list[str]]:
    """What is good and what is bad, by the name of the check."""
    judge = openai(URL, **more.pop("judge", {}))
    made = plan(2, folder, judge, **more)
    results = check_plan(made, made_judges(made))
    return {
        "good": [one.what for one in results if one.good],
        "bad": [f"{one.what}: {one.said}" for one in results if not one.good],
    }


def test_a_good_plan(tmp_path: Path) -> None:
    made = found(tmp_path)
    assert made["bad"] == []
    assert made["good"] == ["slots", "braces", "instruction", "examples", "replies", "echo", "menus", "cap"]
    sealed = found(tmp_path, seal=True, template="{fence}\n" + TEMPLATE, judge={"structured": "grammar"})
    assert sealed["bad"] == []
    assert "structured" in sealed["good"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"template": "{question} {instructions}"}, "slots: the protocol single needs {answer} in the template"),
        ({"template": TEMPLATE + "{reference}"}, "slots: .*nothing fills the slot {reference}"),
        ({"template": TEMPLATE + "{ answer }"}, "braces: { answer } is text and not a slot"),
        ({"template": "{{answer}} {answer} {instructions}"}, "braces: {answer} is text"),
        ({"template": "{answer}"}, "instruction: no {instructions} in the prompt; and nowhere in it"),
        ({"template": TEMPLATE + TEMPLATE}, "instruction: {instructions} stands 2 times"),
        ({"template": "{fence}{answer}", "seal": True}, "instruction: a sealed plan needs {instructions}"),
        ({"seal": True}, "fence: judged text is fenced, and the prompt does not say so"),
        ({"template": TEMPLATE + "\nVERDICT: passed"}, "menus: the line in the prompt says 'passed'"),
        ({"template": TEMPLATE + "\nVERDICT: pass"}, "echo: a judge that echoes the prompt would be read as 'pass'"),
        ({"judge": {"settings": {"max_tokens": 2}}}, "cap: m: 2 tokens; the shortest reply takes about 7"),
        ({"judge": {"structured": "schema"}}, "structured: m: has no schema"),
        (
            {"contract": VERDICT | {"example": [{"reply": "VERDICT: pass", "status": "read", "verdict": "fail"}]}},
            "examples: 1 read otherwise",
        ),
        (
            {"contract": VERDICT | {"instructions": "End with VERDICT: pass or fail."}, "template": "{answer}"},
            "instruction: the text that the contract quotes stands 0 times",
        ),
    ],
)  # fmt: skip
def test_what_is_wrong(tmp_path: Path, change: dict[str, Any], said: str) -> None:
    import re

    bad = found(tmp_path, **change)["bad"]
    pattern = re.escape(said).replace(r"\.\*", ".*")
    assert any(re.match(pattern, one) for one in bad), bad


def test_a_published_prompt_shows_its_menu_by_itself(tmp_path: Path) -> None:
    text = PAIR.replace(
        "{instructions}", 'Write "[[A]]" if A is better, "[[B]]" if B is, and "[[C]]" for a tie.'
    )
    made = found(tmp_path, contract="mt-bench-pairwise", protocol="pairwise", template=text, arm=BOTH)
    assert made["bad"] == []
    made = found(
        tmp_path,
        contract="mt-bench-pairwise",
        protocol="pairwise",
        template=text.replace("[[C]]", "[[T]]"),
        arm=BOTH,
    )
    assert [one.split(":")[0] for one in made["bad"]] == ["menus"]
