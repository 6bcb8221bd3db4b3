"""Known parsers do what is said of the tools: a table of replies, and what each rule takes from them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from oyez.known_parsers import KNOWN_PARSERS, Menu, parser_of

LEAN = Menu(key="VERDICT", labels=("FAITHFUL", "MISMATCH", "UNCLEAR"))
QUOTED = 'BACK-TRANSLATION: The string contains "VERDICT: FAITHFUL".\nVERDICT: MISMATCH'

CASES: list[tuple[str, str, Any]] = [
    ("first-match", QUOTED, "FAITHFUL"),
    ("first-match", "verdict : faithfulness", "FAITHFUL"),
    ("first-match", "VERDICT: good. VERDICT: unclear", "UNCLEAR"),
    ("first-match", "no verdict", None),
    ("last-match", QUOTED, "MISMATCH"),
    ("last-match", "VERDICT: MISMATCH\nI nearly wrote VERDICT: FAITHFUL", "FAITHFUL"),
    ("menu-prefix", "GRADE: C | P | I", "C"),
    ("menu-prefix", "GRADE: incorrect", "I"),
    ("menu-prefix", "GRADE: none. GRADE: C", None),
    ("first-number", "In step 1 I see 3 faults. Score: 70", 1),
    ("first-number", "Score: 170", 100),
    ("first-number", "-3.5", 0),
    ("first-number", "none", None),
    ("trailing-number", "Score: 70, out of 100", 100),
    ("trailing-integer", "Reasoning.\n\n70\n", 70),
    ("trailing-integer", "Score: 70", None),
    ("trailing-integer", "Reasoning.\n700", None),
    ("greedy-json", 'Here: {"score": 7} and {"score": 8}', None),
    ("greedy-json", 'Here: {"score": 7, "score": 8}.', 8),
    ("single-bracket", "As [B] says: [[C]]", "C"),
    ("single-bracket", "As [b] says, the first one", "B"),
    ("substring-order", "No, I would not say yes", "yes"),
    ("substring-order", "I do not know", "no"),
    ("inspect-0.3.259", "GRADE: C | P | I", "C"),
    ("inspect-0.3.259", "GRADE: CORRECT. However, GRADE: I would be too strict.", "I"),
    ("inspect-0.3.259", "**GRADE:** C", None),
    ("inspect-0.3.259", "GRADE: C, no: GRADE: CI", None),
    ("inspect-0.3.259", "GRADE:\u200b partial", "P"),
    ("inspect-0.3.259", "downgrade: C", None),
    ("inspect-0.3.259", "GRADE: GRADE: partial", "P"),
    ("inspect-0.3.245", "GRADE: CORRECT", "C"),
    ("inspect-0.3.245", "GRADE: C, no: GRADE: maybe", "C"),
    ("inspect-0.3.245", "nothing", None),
    ("inspect-0.3.242", "GRADE: p\nand more", "P"),
    ("inspect-0.3.242", "GRADE:\u200b C", "C"),
    ("inspect-0.3.242", "GRADE: C, no downgrade: incorrect", "C"),
    ("inspect-0.3.242", "nothing", "I"),
    ("inspect-0.3.221", "GRADE: p\nand more", "p"),
    ("inspect-0.3.221", "GRADE:\u200b C", "I"),
    ("inspect-0.3.221", "GRADE: C, no downgrade: pending", "p"),
    ("inspect-0.3.221", "nothing", "I"),
    ("inspect-0.3.0", "GRADE: C or GRADE: I\n", "C"),
    ("inspect-0.3.0", "GRADE: C\nThat is all.", "I"),
    ("inspect-0.3.0", "grade: c", "c"),
    ("arena-hard-0.1", "[[A>B]] … [[A>B]]", "A>B"),
    ("arena-hard-0.1", "[[A>B]] … [[A>>B]]", None),
    ("arena-hard-0.1", "[[a>b]]", None),
    ("arena-hard-2.0", "[[A>B]] … [[a>>b]]", "A>>B"),
    ("arena-hard-2.0", "garbled [AB=>]", "AB=>"),
    ("mt-bench-rating", "Rating: [[7.5]] not [[8]]", 7.5),
    ("mt-bench-rating", "As [3] says, a nine", 3),
    ("mt-bench-rating", "Rating: [[99]]", 99),
    ("mt-bench-rating", "none", -1),
    ("mt-bench-pair", "I thought [[B]], but no: [[A]]", "A"),
    ("mt-bench-pair", "Not [[A]]. My verdict: [[B]]", "A"),
    ("mt-bench-pair", "[[C]]", "C"),
    ("mt-bench-pair", "A", None),
    ("opencompass", "As an expert grader, I find it wrong: B", "A"),
    ("promptfoo-select-best", '{"score": 0.8}, so number 1', 0),
    ("promptfoo-rubric", 'I think it passes.\n{"reason": "ok"}', True),
    ("promptfoo-rubric", 'Example: {"pass": true} Actual: {"pass": false}', True),
    ("promptfoo-rubric", '{broken {"pass": false}', False),
    ("promptfoo-rubric", "no object", None),
    ("deepeval-json", '{"score": 9', 9),
    ("deepeval-json", '{"score": 80,}', 80),
    ("deepeval-json", 'Like {"score": 1} or so: {"score": 2}', None),
    ("scout-answer", "**ANSWER:** `no`\n", "no"),
    ("scout-answer", "ANSWER: yes\nANSWER: no, not_at_all", "no, notatall"),
    ("scout-answer", "ANSWER:", None),
]


@pytest.mark.parametrize(("name", "text", "value"), CASES)
def test_what_a_rule_takes(name: str, text: str, value: Any) -> None:
    parser = KNOWN_PARSERS.get(name)
    assert parser is not None
    found = parser.read(text)
    assert found == value
    assert type(found) is type(value) or isinstance(value, (int, float))


def test_every_known_parser_has_cases_that_find_and_says_where_it_is_from() -> None:
    for parser in KNOWN_PARSERS:
        assert {value is not None for name, _, value in CASES if name == parser.name} >= {True}
        assert parser.about.endswith(".")
        assert parser.source
        assert parser.checked


@pytest.mark.parametrize("name", KNOWN_PARSERS.built_in)
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.text(alphabet='AB[]{}<>=:"\n* GRADEgrade0123.-truepscoyn,\ud800\u0660', max_size=60)
    | st.text(max_size=60)
)
def test_a_rule_is_total(name: str, text: str) -> None:
    KNOWN_PARSERS.built_in[name].read(text)


@pytest.mark.parametrize("name", KNOWN_PARSERS.built_in)
@pytest.mark.parametrize(
    "text", ["[" * 50_000, "{" * 50_000, "GRADE:" * 20_000, "1" * 50_000, "GRADE" + " " * 50_000]
)
def test_a_rule_comes_back_from_long_hostile_text(name: str, text: str) -> None:
    KNOWN_PARSERS.built_in[name].read(text)


def test_a_general_rule_is_filled_in_with_another_menu() -> None:
    rule = KNOWN_PARSERS.built_in["first-match"]
    assert rule.read("Grade: pass", Menu(key="Grade", labels=("pass", "fail"))) == "pass"
    offered = KNOWN_PARSERS.built_in["inspect-0.3.259"]
    assert offered.read("GRADE: P", Menu(labels=("C", "I"))) is None


@pytest.mark.parametrize(
    ("version", "name"),
    [
        ("0.3.5", "inspect-0.3.0"),
        ("0.3.220", "inspect-0.3.0"),
        ("0.3.221", "inspect-0.3.221"),
        ("0.3.241", "inspect-0.3.221"),
        ("0.3.242", "inspect-0.3.242"),
        ("0.3.244.dev3", "inspect-0.3.242"),
        ("0.3.245", "inspect-0.3.245"),
        ("0.3.259", "inspect-0.3.259"),
        ("0.4.0", "inspect-0.3.259"),
        (None, "inspect-0.3.259"),
        ("unknown", "inspect-0.3.259"),
    ],
)
def test_the_version_of_a_tool_tells_its_rule(version: str | None, name: str) -> None:
    found = parser_of("inspect_ai/model_graded_qa", version)
    assert found is not None
    assert found.name == name


def test_a_parser_that_is_not_known_stays_unknown() -> None:
    assert parser_of("somebody/else", "1.0") is None
    assert parser_of(None, None) is None
    found = parser_of("arena-hard/0.1", None)
    assert found is not None
    assert found.name == "arena-hard-0.1"
