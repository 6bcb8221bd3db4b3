"""The catalogue: every contract says where it comes from, and reads its own examples as they say."""

from __future__ import annotations

import re
from importlib import resources
from typing import Any

import pytest

import oyez
from oyez.core.value import same

NAMES = oyez.contract_names()
LISTED = {
    "lean-faithfulness",
    "lean-faithfulness-strict",
    "lean-probe",
    "lean-clauses",
    "claim-support",
    "ship-hold",
    "arena-hard",
    "arena-hard-v2",
    "trait-score",
    "trait-score-1",
    "trait-score-wide",
    "arena-hard-legacy",
    "mt-bench-pairwise",
    "mt-bench-rating",
    "wildbench-pairwise",
    "wildbench-score",
    "alpaca-eval-ranking",
    "alpaca-eval-token",
    "creative-writing-v3",
    "score-tag-1-10",
    "g-eval",
    "prometheus-rating",
    "prometheus-pairwise",
    "inspect-grade",
    "simpleqa-grade",
    "healthbench-criterion",
    "yes-no",
    "correct-incorrect",
    "likert-1-5",
    "rubric-criteria",
    "llmbar-sentence",
    "vicuna-first-line",
}
EXAMPLE_KEYS = {
    "reply", "stop", "error", "ids", "why", "status", "verdict", "rule", "abstained", "problems", "fields"
}  # fmt: skip
EXAMPLES = [
    pytest.param(name, example, id=f"{name}-{number}")
    for name in NAMES
    for number, example in enumerate(oyez.contract(name).examples, 1)
]


def reply_of(example: dict[str, Any]) -> oyez.Reply:
    ids = example.get("ids")
    return oyez.Reply(
        text=example["reply"],
        stop=example.get("stop"),
        error=example.get("error"),
        ids=None if ids is None else tuple(ids),
    )


@pytest.mark.parametrize(("name", "example"), EXAMPLES)
def test_each_example_is_read_as_it_says(name: str, example: dict[str, Any]) -> None:
    reading = oyez.read(reply_of(example), name)
    assert reading.status == example["status"], reading
    assert same(reading.verdict, example.get("verdict")), reading
    assert reading.rule == example.get("rule")
    assert reading.abstained is example.get("abstained", False)
    assert set(example.get("problems", ())) <= {problem.code for problem in reading.problems}
    for field, wanted in example.get("fields", {}).items():
        assert reading.fields is not None
        for key, value in wanted.items():
            assert same(getattr(reading.fields[field], key), value), (field, key)


@pytest.mark.parametrize(("name", "example"), EXAMPLES)
def test_each_example_says_enough_to_be_wrong(name: str, example: dict[str, Any]) -> None:
    """No unknown key, a verdict exactly where there is one, and a rule exactly where it was recovered."""
    assert example.keys() <= EXAMPLE_KEYS
    assert ("verdict" in example) == (example["status"] in ("read", "recovered"))
    assert ("rule" in example) == (example["status"] == "recovered")


def test_the_catalogue_holds_what_it_promises() -> None:
    assert set(NAMES) == LISTED


@pytest.mark.parametrize("name", NAMES)
def test_each_contract_is_documented(name: str) -> None:
    contract = oyez.contract(name)
    assert contract.name == name
    assert contract.version >= 1
    assert contract.about.endswith((".", '"'))
    assert contract.source.endswith(".")
    assert len(contract.examples) >= 8
    assert contract.parity == bool(contract.faults)


@pytest.mark.parametrize("name", NAMES)
def test_no_contract_names_an_address(name: str) -> None:
    text = (resources.files("oyez.contracts") / f"{name}.toml").read_text(encoding="utf-8")
    assert re.search(r"https?:|www\.|\.(?:com|org|io|net)\b", text) is None


@pytest.mark.parametrize("name", NAMES)
def test_examples_show_verdicts_and_refusals_to_guess(name: str) -> None:
    """At least one reply is read, one is cut, and at least three end without a verdict for other reasons."""
    ends = [example["status"] for example in oyez.contract(name).examples]
    assert "read" in ends
    assert "truncated" in ends or name in UNCUT
    assert len([end for end in ends if end not in ("read", "recovered", "truncated")]) >= 3


UNCUT = ("lean-faithfulness-strict",)
"""The function that it copies knows nothing of how a reply ended."""


def test_every_recovery_that_needs_no_asking_is_shown() -> None:
    """Each safe recovery that a contract of the catalogue can use stands in the rule of some example."""
    from oyez.recoveries import safe_names

    shown = {
        rule
        for name in NAMES
        for example in oyez.contract(name).examples
        for rule in example.get("rule", "").split("+")
    }
    assert set(safe_names()) - shown == set(NOT_SHOWN)


NOT_SHOWN = ("scalar-label",)
"""No format of the catalogue writes labels that are digits as JSON."""
