"""The scales (READING §5), and the placeholders and menus that are no values."""

from __future__ import annotations

import json
from typing import Any

import oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st
from replies.forms import AFTER, BRACKET, LINE_FORM, PHRASE, TAG
from replies.scales import KITS, MENUS, Kit, Written
from replies.scenes import contract_for
from replies.table import bracket, check, json_key, line, whole

import oyez
from oyez.core.value import Admitted
from oyez.scales import scale_from

TREES: list[Any] = [kit.tree for kit in KITS] + [
    {"labels": ["Straße", "Bas", "İ"], "abstain": ["n/a"]},
    {"number": [0, 1]},
    {"number": [0.1, 0.7], "step": 0.2},
    {"integer": [-20, 20], "step": 5, "abstain": ["none"]},
    {"list": {"labels": ["a", "b"]}, "abstain": ["nothing"]},
    {"boolean": True, "abstain": ["unsure"]},
    {"ranking": ["1", "2"]},
]
PIECES = [
    "1",
    "10",
    "7",
    "0",
    "-",
    ".",
    "5",
    "e",
    "+",
    "7.5",
    " ",
    "A",
    ">",
    "B",
    "=",
    "PASS",
    "fail",
    "x",
    ",",
    "/",
    "a",
]
WORDS = st.one_of(
    st.lists(st.sampled_from(PIECES), max_size=5).map("".join),
    st.sampled_from(
        ["Straße", "STRASSE", "straße", "i̇", "İ", "n/a", "N/A", "m", "ⅿ", "unsure", "TRUE", "x > y > z"]
    ),
    st.integers(-30, 200).map(str),
    st.floats(-3, 12).map(lambda value: f"{value:.2f}"),
)


def meant(value: Any, tree: Any) -> Any:
    """What the library says, `NOTHING` for a value off the scale."""
    outcome = scale_from(tree).admit(value)
    return outcome.verdict if isinstance(outcome, Admitted) else oracle.NOTHING


@given(WORDS, st.sampled_from(TREES))
def test_text_means_what_a_second_reading_of_the_rules_says(word: str, tree: Any) -> None:
    if tree in ("text", "json") and not word.strip():
        return
    said, other = meant(word, tree), oracle.from_text(word, tree)
    assert (said is oracle.NOTHING) == (other is oracle.NOTHING), (word, tree, said, other)
    assert said is oracle.NOTHING or repr(said) == repr(other)


@given(WORDS, st.booleans(), st.sampled_from(TREES))
def test_json_means_what_a_second_reading_of_the_rules_says(word: str, as_string: bool, tree: Any) -> None:
    token = json.dumps(word) if as_string else word
    try:
        json.loads(token)
    except ValueError:
        return
    reading = oyez.read(f'{{"k": {token}}}', {"form": {"json": "k"}, "scale": tree, "menus": "candidate"})
    other = oracle.from_json(token, tree)
    assert reading.ok == (other is not oracle.NOTHING), (token, tree, reading, other)
    assert not reading.ok or json.dumps(reading.verdict) == json.dumps(other)


@pytest.mark.parametrize(
    ("tree", "text", "verdict"),
    [
        ({"labels": ["Yes", "No"]}, " yEs\u3000", "Yes"),
        ({"labels": ["Yes", "No"]}, "yes.", None),
        ({"labels": ["Yes", "No"], "ignore_case": False}, "yes", None),
        ({"labels": ["Kelvin"]}, "\u212aelvin", None),
        ({"labels": ["sun"]}, "\u017fun", None),
        ({"labels": ["straße"]}, "STRASSE", None),
        ({"labels": ["straße"]}, "STRAßE", "straße"),
        ({"labels": ["a b"]}, "a  b", None),
        ({"labels": ["Yes", "No"], "alias": {"Y": "Yes"}}, "y", "Yes"),
        ({"labels": ["Yes", "No"], "abstain": ["n/a"]}, "N/A", "n/a"),
        ({"preference": {"A > B": "A+1", "tie": "tie"}}, "a>b", "A > B"),
        ({"preference": {"A > B": "A+1", "tie": "tie"}}, "t i e", "tie"),
        ({"preference": {"A > B": "A+1", "tie": "tie"}}, "A\u3000> B", "A > B"),
        ({"integer": [0, 10]}, "07", None),
        ({"integer": [0, 10]}, "-0", 0),
        ({"integer": [0, 10]}, "+7", None),
        ({"integer": [0, 10]}, "7.0", None),
        ({"integer": [0, 10]}, "٧", None),
        ({"integer": [0, 10]}, "1e1", None),
        ({"integer": [0, 10]}, "10", 10),
        ({"integer": [0, 10]}, "1 0", None),
        ({"integer": [5, 20], "step": 5}, "15", 15),
        ({"integer": [5, 20], "step": 10}, "10", None),
        ({"number": [0, 1]}, "1.", None),
        ({"number": [0, 1]}, ".5", None),
        ({"number": [0, 1]}, "0.30000000000000004", 0.30000000000000004),
        ({"number": [0, 1]}, "1.00000000000000000000001", None),
        ({"number": [0, 1]}, "-0.00000000000000000000001", None),
        ({"number": [0, 1], "step": 0.1}, "0.3", 0.3),
        ({"number": [0, 1], "step": 0.1}, "0.35", None),
        ({"number": [0, 1], "step": 0.1}, "0.300000000000000000001", None),
        ({"boolean": True}, "tRuE", True),
        ({"boolean": True}, "1", None),
        ({"boolean": True}, "t", None),
        ({"ranking": ["a", "b"]}, "b > a", ["b", "a"]),
        ({"ranking": ["a", "b"]}, "B > A", None),
        ({"ranking": ["a", "b"]}, "a, b", ["a", "b"]),
        ({"ranking": ["a", "b"]}, "a", None),
        ({"ranking": ["a", "b"]}, "a > b > a", None),
        ({"list": {"integer": [1, 9]}}, "8 9", [8, 9]),
        ({"list": {"integer": [1, 9]}}, "8 ,\t9;7/6", [8, 9, 7, 6]),
        ({"list": {"integer": [1, 9]}}, "8,,9", None),
        ({"list": {"integer": [1, 9]}}, "8, 9,", None),
        ({"list": {"integer": [1, 9]}}, "89", None),
        ({"list": {"integer": [1, 9]}, "length": 3}, "8 9", None),
    ],
)
def test_values_as_text(tree: Any, text: str, verdict: Any) -> None:
    contract = {**whole(tree), "recover": []}
    check(contract, text, "off_scale" if verdict is None else "read", verdict)


@pytest.mark.parametrize(
    ("tree", "token", "verdict", "code"),
    [
        ({"integer": [0, 10]}, "7", 7, ""),
        ({"integer": [0, 10]}, "10", 10, ""),
        ({"integer": [0, 10]}, "0", 0, ""),
        ({"integer": [0, 10]}, "11", None, "out_of_range"),
        ({"integer": [0, 10]}, "-1", None, "out_of_range"),
        ({"integer": [0, 10]}, "7.0", None, "wrong_type"),
        ({"integer": [0, 10]}, "7e0", None, "wrong_type"),
        ({"integer": [0, 10]}, '"7"', None, "wrong_type"),
        ({"integer": [0, 10]}, "true", None, "wrong_type"),
        ({"integer": [0, 10]}, "null", None, "wrong_type"),
        ({"integer": [0, 10]}, "NaN", None, "not_finite"),
        ({"integer": [0, 10]}, "-Infinity", None, "not_finite"),
        ({"integer": [0, 10]}, "9" * 600, None, "out_of_range"),
        ({"number": [0, 10]}, "1e1", 10, ""),
        ({"number": [0, 10]}, "1e-400", 0, ""),
        ({"number": [0, 10]}, "1e400", None, "out_of_range"),
        ({"number": [0, 10]}, "-1e-400", None, "out_of_range"),
        ({"number": [0, 10]}, "1e-" + "9" * 30, None, "out_of_range"),
        ({"number": [0, 10]}, "0e-" + "9" * 30, 0, ""),
        ({"number": [0, 10]}, "10." + "0" * 900 + "1", None, "out_of_range"),
        ({"number": [0, 10]}, "10." + "0" * 900, 10, ""),
        ({"number": [0, 10], "step": 0.5}, "2.5" + "0" * 900, 2.5, ""),
        ({"number": [0, 10], "step": 0.5}, "25e-1", 2.5, ""),
        ({"number": [0, 10], "step": 0.5}, "2.25", None, "off_step"),
        ({"boolean": True}, "true", True, ""),
        ({"boolean": True}, '"true"', None, "wrong_type"),
        ({"boolean": True}, "1", None, "wrong_type"),
        ({"labels": ["1", "2"]}, "1", None, "wrong_type"),
        ({"labels": ["true", "b"]}, "true", None, "wrong_type"),
        ({"labels": ["yes", "no"]}, '" YES "', "yes", ""),
        ({"list": {"boolean": True}}, "[true, false]", [True, False], ""),
        ({"list": {"integer": [0, 9]}}, "[1.0]", None, "wrong_type"),
        ({"list": {"integer": [0, 9]}}, "[NaN]", None, "not_finite"),
        ({"list": {"integer": [0, 9]}}, "[]", [], ""),
        ({"list": {"integer": [0, 9]}}, "{}", None, "wrong_type"),
        ({"ranking": ["1", "2"]}, "[2, 1]", ["2", "1"], ""),
        ({"ranking": ["a", "b"]}, '["a", null]', None, "wrong_type"),
        ("text", '" x "', "x", ""),
        ("text", '""', None, "wrong_type"),
        ("text", "3", None, "wrong_type"),
        ("json", "[1, NaN]", None, "not_finite"),
        ("json", "null", None, ""),
    ],
)
def test_values_from_json(tree: Any, token: str, verdict: Any, code: str) -> None:
    status = "off_scale" if code else "read"
    check(
        {**json_key(tree), "recover": []}, f'{{"mark": {token}}}', status, verdict, *([code] if code else [])
    )


@pytest.mark.parametrize(
    ("items", "verdict"),
    [
        ('[{"m": "a", "r": 2}, {"m": "b", "r": 1}]', ["b", "a"]),
        ('[{"m": "a", "r": 2, "x": 1, "x": 2}, {"m": "b", "r": 1}]', ["b", "a"]),
        ('[{"m": "a", "r": 1}, {"m": "b", "r": 1}]', None),
        ('[{"m": "a", "r": 0}, {"m": "b", "r": 1}]', None),
        ('[{"m": "a", "r": 1}, {"m": "a", "r": 2}]', None),
        ('[{"m": "a", "r": 1}, {"m": "c", "r": 2}]', None),
        ('[{"m": "a", "r": true}, {"m": "b", "r": 2}]', None),
        ('[{"m": "a", "r": 1.0}, {"m": "b", "r": 2}]', None),
        ('[{"m": "a", "r": 1}]', None),
        ('["b", "a"]', None),
    ],
)
def test_rankings_as_objects(items: str, verdict: Any) -> None:
    tree = {"ranking": ["a", "b"], "items": {"id": "m", "rank": "r"}}
    contract = {**json_key(tree), "recover": []}
    check(contract, f'{{"mark": {items}}}', "off_scale" if verdict is None else "read", verdict)


def test_a_preference_says_who_wins_and_how_strongly() -> None:
    scale: Any = scale_from({"preference": {"A>>B": "A+2", "=": "tie", "B>A": "B+1"}})
    assert [scale.winner(label) for label in scale.labels] == ["A", None, "B"]
    assert [scale.strength(label) for label in scale.labels] == [2, 0, 1]


@pytest.mark.parametrize(
    "tree",
    [
        {"labels": ["m", "M"]},
        {"labels": ["a", "b"], "alias": {"A": "b"}},
        {"labels": ["a", "a"]},
        {"labels": ["a", "b"], "abstain": ["A"]},
        {"preference": {"A > B": "A+1", "a>b": "B+1"}},
        {"preference": {"A": "A"}},
        {"labels": []},
        {"integer": [5, 5]},
        {"integer": [0, 1.5]},
        {"integer": [0, True]},
        {"number": [0, float("inf")]},
        {"number": [0, 1], "step": 0},
        {"ranking": ["a"]},
        {"list": {"labels": []}},
    ],
)
def test_scales_that_cannot_be_told_apart_or_make_no_sense(tree: Any) -> None:
    with pytest.raises(oyez.ContractError):
        oyez.contract(whole(tree))


MENU_PLACES = (LINE_FORM, BRACKET, PHRASE, AFTER, TAG)


@given(st.sampled_from(MENUS), st.sampled_from(MENU_PLACES), st.data())
def test_a_menu_alone_is_off_the_scale_and_beside_a_value_is_set_aside(
    kit: Kit, place: Any, data: st.DataObject
) -> None:
    text = data.draw(st.sampled_from(kit.menus))
    if (place is PHRASE and "(" in text) or (place is BRACKET and "[" in text):
        return
    menu = Written(text, json.dumps(text))
    contract = {**contract_for(place, kit, []), "dissent": "ignore"}
    before, after = data.draw(place.before), data.draw(place.after)
    alone = oyez.read(before + place.value(menu) + after, contract)
    assert alone.status == "off_scale"
    assert "placeholder" in {one.code for one in alone.problems}
    one = data.draw(kit.on)
    both = f"{before}{place.value(menu)}{after}\n{data.draw(place.before)}{place.value(one)}{data.draw(place.after)}"
    assert oyez.read(both, contract).verdict == one.verdict
    off = oyez.read(both, {**contract, "menus": "candidate"})
    assert off.status in ("off_scale", "read")
    assert "placeholder" not in {problem.code for problem in off.problems}
    if place is LINE_FORM:
        assert off.status == "off_scale"


@pytest.mark.parametrize(
    ("contract", "text", "menu"),
    [
        (line(), "Outcome: keep/drop", True),
        (line(), "Outcome: drop or KEEP", True),
        (line(), "Outcome: keepdrop", False),
        (line(), "Outcome: keep keep", False),
        (line(), "Outcome: keep or not", False),
        (line(), "Outcome: keep or", False),
        (line(), "Outcome: {keep} and (drop)", True),
        (line(), 'Outcome: "keep", "drop"', True),
        (line(), "Outcome: keep; drop", False),
        (line(), "Outcome: keep\u3000drop", True),
        (line(), "Outcome: orkeep/drop", False),
        (bracket(), "[[1-5]]", True),
        (bracket(), "[[1 – 5]]", True),
        (bracket(), "[[1 to 5]]", True),
        (bracket(), "[[1to5]]", False),
        (bracket(), "[[1 - 4]]", False),
        (bracket(), "[[5-1]]", False),
        (bracket(), "[[1.0-5.0]]", True),
        (bracket({"integer": [-5, 5]}), "[[-5-5]]", True),
        (bracket({"integer": [-5, 5]}), "[[-5 to 5]]", True),
        (bracket(placeholders=["grade"]), "[[GRADE]]", True),
        (bracket(placeholders=["grade"]), "[[grades]]", False),
        (bracket({"labels": ["a", "b", "c"]}), "[[a]] then [[b]] then [[c]]", True),
        (bracket({"labels": ["a", "b"]}), "[[a]] or [[b]]", True),
        (bracket({"labels": ["a", "b"], "abstain": ["none"]}), "[[a / none]]", True),
        (whole({"boolean": True}), "true | false", True),
    ],
)
def test_what_is_a_menu(contract: dict[str, Any], text: str, menu: bool) -> None:
    reading = check({**contract, "recover": []}, text, "off_scale")
    assert (reading.problems[0].code == "placeholder") is menu


@pytest.mark.parametrize(
    ("labels", "text", "status"),
    [
        (["a", "b"], "[[a]] then [[b]]", "conflict"),
        (["a", "b"], "[[a]], [[b]]\n[[b]]", "read"),
        (["a", "b", "c"], "[[a]] x [[b]] y [[c]]\n[[c]]", "read"),
        (["a", "b", "c"], "[[a]] [[b]] [[b]]", "conflict"),
        (["a", "b", "c"], "[[a]] [[b]] [[c]] [[a]]", "conflict"),
        (["a", "b", "c"], "[[a]] [[b]]\n[[c]]", "conflict"),
        (["a", "b", "c"], "[[a]], [[b]], [[c]] or [[unsure]]\n[[b]]", "read"),
        (["a", "b", "c"], "[[a]], [[b]] or [[unsure]]\n[[b]]", "conflict"),
        (["a", "b"], "[[a]] / [[b]] / [[unsure]]", "off_scale"),
        (["a", "b"], "[[a]] not [[b]], [[unsure]]", "conflict"),
        (["a"], "[[a]]", "read"),
    ],
)
def test_lines_whose_brackets_list_every_label(labels: list[str], text: str, status: str) -> None:
    check(bracket({"labels": labels, "abstain": ["unsure"]}, recover=[]), text, status)


def test_a_single_label_equal_to_the_example_of_the_prompt_is_a_value() -> None:
    check(line(placeholders=["verdict"]), "Outcome: keep", "read", "keep")
    check(line(placeholders=["keep"]), "Outcome: keep", "read", "keep")
