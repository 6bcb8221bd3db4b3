"""Digests: equal contracts have equal ones, different contracts different ones."""

from __future__ import annotations

import random
from typing import Any

import fuzz_replies
import pytest
from hypothesis import given
from hypothesis import strategies as st

import oyez

BASE: dict[str, Any] = {"form": {"line": "VERDICT"}, "scale": {"labels": ["PASS", "FAIL"]}}
DEFAULTS: dict[str, Any] = {
    "repeats": "agree",
    "recover": [],
    "quoted": "aside",
    "dissent": "conflict",
    "menus": "aside",
    "thinking": ["think", "thinking", "thought", "reasoning"],
    "recover_truncated": False,
    "all_fields": False,
    "partial": False,
    "placeholders": [],
    "cues": [],
    "parity": True,
    "faults": ["takes the last"],
    "about": "words",
    "source": "a paper",
    "example": [{"reply": "VERDICT: PASS", "status": "read", "verdict": "PASS"}],
    "name": "other",
    "version": 7,
}
CHANGES: dict[str, Any] = {
    "form": {"line": "GRADE"},
    "scale": {"labels": ["FAIL", "PASS", "OTHER"]},
    "repeats": "forbid",
    "recover": ["emphasis"],
    "quoted": "candidate",
    "dissent": "ignore",
    "menus": "candidate",
    "thinking": ["think"],
    "recover_truncated": True,
    "partial": True,
    "placeholders": ["x"],
    "label": "Rating",
    "ids": ["1"],
    "at_least": 1,
    "cues": ["so {}"],
    "cut": "value",
    "starts_after": "Answer:",
    "instructions": "Say it.",
}


def shuffled(tree: Any, dice: random.Random) -> Any:
    """The same tree with the keys of every table in another order."""
    if isinstance(tree, dict):
        names = dice.sample(list(tree), len(tree))
        return {name: shuffled(tree[name], dice) for name in names}
    return [shuffled(item, dice) for item in tree] if isinstance(tree, list) else tree


@pytest.mark.parametrize("key", DEFAULTS)
def test_a_default_written_out_changes_no_digest(key: str) -> None:
    assert oyez.contract({**BASE, key: DEFAULTS[key]}).digest == oyez.contract(BASE).digest


@pytest.mark.parametrize("key", CHANGES)
def test_what_affects_reading_changes_the_digest(key: str) -> None:
    assert oyez.contract({**BASE, key: CHANGES[key]}).digest != oyez.contract(BASE).digest


@given(st.randoms(use_true_random=False))
def test_the_order_of_keys_does_not_matter(dice: random.Random) -> None:
    tree = fuzz_replies.contract(dice)
    fields = tree.pop("field", None)
    again = shuffled(tree, dice)
    if fields is not None:
        tree["field"] = fields
        again["field"] = {name: shuffled(field, dice) for name, field in fields.items()}
    assert oyez.contract(again).digest == oyez.contract(tree).digest


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"scale": "text"}, {"scale": {"text": True}}),
        ({"scale": "json"}, {"scale": {"json": True, "abstain": []}}),
        ({"form": {"json": "a.b"}}, {"form": {"json": ["a", "b"]}}),
        ({"form": {"json": "a", "object": "only"}}, {"form": [{"json": "a"}]}),
        ({"scale": {"number": [0, 1]}}, {"scale": {"number": [0.0, 1.0]}}),
        ({"recover": "safe"}, {"recover": ["safe"]}),
        ({"recover": ["quotes", "emphasis"]}, {"recover": ["emphasis", "quotes", "emphasis"]}),
        ({"thinking": ["a", "b"]}, {"thinking": ["b", "a"]}),
        ({"placeholders": ["a", "b"]}, {"placeholders": ["b", "a"]}),
        ({"scale": {"labels": ["PASS", "FAIL"], "ignore_case": True}}, {}),
        ({"ids": [1, 2]}, {"ids": ["1", "2"]}),
    ],
)
def test_two_spellings_of_one_contract(one: dict[str, Any], other: dict[str, Any]) -> None:
    assert oyez.contract({**BASE, **one}).digest == oyez.contract({**BASE, **other}).digest


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"scale": {"integer": [0, 10]}}, {"scale": {"number": [0, 10]}}),
        ({"scale": {"labels": ["A", "B"]}}, {"scale": {"labels": ["A", "b"]}}),
        ({"scale": {"labels": ["A", "B"]}}, {"scale": {"labels": ["A", "B"], "abstain": ["B"]}}),
        ({"scale": {"labels": ["A", "B"]}}, {"scale": {"labels": ["A", "B"], "ignore_case": False}}),
        ({"form": {"json": "a.b"}}, {"form": {"json": ["a.b"]}}),
        ({"form": {"json": "a"}}, {"form": {"json": "a", "around": "prose"}}),
        ({"form": {"bracket": ["[[", "]]"]}}, {"form": {"bracket": ["[[", "]]"], "at": "line"}}),
        ({"form": {"line": "A"}}, {"form": {"line": "A", "until": "next-label"}}),
        ({"form": [{"line": "A"}, {"line": "B"}]}, {"form": [{"line": "B"}, {"line": "A"}]}),
        ({"scale": {"number": [0, 1]}}, {"scale": {"number": [0, 1], "step": 0.5}}),
        ({"recover": "safe"}, {"recover": ["safe", "single-bracket"]}),
    ],
)
def test_two_contracts_that_read_differently(one: dict[str, Any], other: dict[str, Any]) -> None:
    assert oyez.contract({**BASE, **one}).digest != oyez.contract({**BASE, **other}).digest


def test_the_name_of_a_contract_holds_name_version_and_digest() -> None:
    made = oyez.contract({**BASE, "name": "mine", "version": 3})
    assert made.ref == f"mine@3#{made.digest[:16]}"
    assert len(made.digest) == 64
    assert oyez.read("VERDICT: PASS", made).contract == made.ref
