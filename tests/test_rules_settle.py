"""Settling (READING §6): repeats, siblings off the scale, dissent, broken places, length, refusal."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from replies.forms import AFTER, BRACKET, LINE_FORM, PHRASE, PROSE_OBJECT, TAG
from replies.scales import CLOSED
from replies.scenes import Scene, scene
from replies.table import bracket, check, json_key, line, tag, whole

import oyez

OUT = {**line(), "recover": []}
RATED = {**bracket(), "recover": []}
TAGGED = {**tag(), "recover": []}
CHOSEN = {**bracket({"labels": ["up", "down"]}), "recover": []}
PICK = {"form": {"phrase": "I say {}!"}, "scale": {"labels": ["up", "down"]}, "recover": []}
MARKER = {"form": {"after": "###"}, "scale": {"integer": [1, 5]}, "recover": []}
PROSE = json_key(form={"around": "prose"}, recover=[])
SHEET = {"form": {"lines": ["Plot", "Pace"]}, "scale": {"integer": [1, 5]}, "recover": []}


@given(scene("off", "on", places=(LINE_FORM, PROSE_OBJECT), kits=CLOSED))
def test_an_off_scale_line_or_object_blocks_a_value(built: Scene) -> None:
    assert built.read().status == "off_scale"


@given(scene("on", "off", places=(LINE_FORM, PROSE_OBJECT), kits=CLOSED))
def test_it_blocks_from_behind_as_well(built: Scene) -> None:
    assert built.read().status == "off_scale"


@pytest.mark.parametrize(
    ("contract", "sibling", "value", "blocks"),
    [
        (RATED, "[[9]]", "[[4]]", True),
        (RATED, "[[3/4]]", "[[4]]", True),
        (RATED, "[[3 or 4]]", "[[4]]", True),
        (RATED, "[[-4]]", "[[4]]", True),
        (RATED, "[[4.5]]", "[[4]]", True),
        (RATED, "[[４]]", "[[4]]", True),
        (RATED, "[[4 points]]", "[[4]]", False),
        (RATED, "[[note 4]]", "[[4]]", False),
        (RATED, "[[~4]]", "[[4]]", False),
        (CHOSEN, "[[updown]]", "[[up]]", True),
        (CHOSEN, "[[PUN]]", "[[up]]", True),
        (CHOSEN, "[[upper]]", "[[up]]", False),
        (CHOSEN, "[[up!]]", "[[up]]", False),
        (CHOSEN, "[[see below]]", "[[up]]", False),
        (PICK, "I say upp!", "I say up!", True),
        (PICK, "I say what I like!", "I say up!", False),
        (MARKER, "### 6", "### 4", True),
        (MARKER, "### of the result", "### 4", False),
        (TAGGED, "<mark>0</mark>", "<mark>4</mark>", True),
        (TAGGED, "<mark>\n3, 4\n</mark>", "<mark>4</mark>", True),
        (TAGGED, "<mark>four</mark>", "<mark>4</mark>", False),
        (OUT, "Outcome: to be seen", "Outcome: keep", True),
        (SHEET, "Plot: good\nPace: 2", "Plot: 4", True),
    ],
)
def test_a_sibling_blocks_if_it_could_have_been_meant(
    contract: dict[str, Any], sibling: str, value: str, blocks: bool
) -> None:
    for text in (f"{sibling}\n{value}", f"{value}\n{sibling}"):
        reading = check(contract, text, "off_scale" if blocks else "read")
        assert blocks or len(reading.problems) == 1


@pytest.mark.parametrize(
    ("contract", "text"),
    [
        (OUT, "Outcome: keep\nOutcome: **keep**"),
        (OUT, "Outcome: 'Keep'.\nOutcome: keep"),
        (RATED, "[[4/5]]\n[[4]]"),
        (RATED, "[[04]] [[4]]"),
        (PROSE, '{"mark": "4"}\n{"mark": 4}'),
        (PROSE, '{"mark": 4}\n{"mark": 4.0}'),
        (SHEET, "Plot: 4\nPlot: 4/5\nPace: 2"),
    ],
)
def test_a_sibling_that_a_value_recovery_turns_into_the_same_does_not_block(
    contract: dict[str, Any], text: str
) -> None:
    check(contract, text, "read")


@pytest.mark.parametrize(
    ("contract", "text"),
    [
        (OUT, "Outcome: keep\nOutcome: **drop**"),
        (RATED, "[[4]] [[3/5]]"),
        (PROSE, '{"mark": 4}\n{"mark": "3"}'),
        (SHEET, "Plot: 4\nPlot: 3.\nPace: 2"),
    ],
)
def test_one_that_it_turns_into_another_value_does(contract: dict[str, Any], text: str) -> None:
    check(contract, text, "off_scale")


REPEATS = ["agree", "forbid", "last", "first"]


@given(scene("on", "on", places=(LINE_FORM, BRACKET, PHRASE, AFTER, TAG)), st.sampled_from(REPEATS))
def test_repeats(built: Scene, repeats: str) -> None:
    reading = built.read(repeats=repeats)
    one, other = built.written
    index = {"agree": 0, "first": 0, "last": 1}.get(repeats)
    if repeats == "forbid" or (repeats == "agree" and repr(one.verdict) != repr(other.verdict)):
        assert reading.status == "conflict"
        return
    assert reading.status == "read"
    assert index is not None
    assert (reading.start, reading.end) == built.spans[index]
    if repeats != "agree":
        assert [(each.code, each.start, each.end) for each in reading.problems] == [
            ("passed_over", *built.spans[1 - index])
        ]


@given(scene("off", "on", "off", places=(LINE_FORM, BRACKET, TAG), kits=CLOSED))
def test_first_and_last_pass_over_the_others_without_judging_them(built: Scene) -> None:
    assert built.read(repeats="last", recover="safe").status == "off_scale"
    assert built.read(repeats="first", recover="safe").status == "off_scale"


@pytest.mark.parametrize(
    ("repeats", "text", "status", "verdict"),
    [
        ("last", "Outcome: drop\nOutcome: keep", "read", "keep"),
        ("last", "Outcome: x\nOutcome: keep", "read", "keep"),
        ("first", "Outcome: keep\nOutcome: x", "read", "keep"),
        ("last", "Outcome: keep\nOutcome: keep/drop", "read", "keep"),
        ("last", "Outcome: keep\nOutcome:", "read", "keep"),
        ("forbid", "Outcome: keep\nOutcome: keep", "conflict", None),
        ("forbid", "Outcome: keep\nOutcome: keep/drop", "read", "keep"),
        ("forbid", "Outcome: keep\nOutcome: **keep**", "conflict", None),
        ("last", "Outcome: keep\n**Outcome:** drop", "conflict", None),
    ],
)
def test_repeats_beside_other_things(repeats: str, text: str, status: str, verdict: str | None) -> None:
    check({**OUT, "repeats": repeats}, text, status, verdict)


DISSENT = [
    (OUT, "Outcome: keep", "**Outcome:** drop"),
    (OUT, "Outcome: keep", "## Outcome: drop"),
    (OUT, "Outcome: keep", "- Outcome: drop."),
    (OUT, "Outcome: keep", "2) **Outcome: drop**"),
    (OUT, "Outcome: keep", "Outcome ： drop"),
    (RATED, "[[4]]", "\\[\\[3\\]\\]"),
    (RATED, "[[4]]", "[[**3**]]"),
    ({**RATED, "label": "Mark"}, "[[4]]", "[[Mark: 3]]"),
    ({**RATED, "placeholders": ["mark"]}, "[[4]]", "[[mark]]: 3"),
    (TAGGED, "<mark>4</mark>", "<mark>`3`</mark>"),
    (MARKER, "### 4", "### **3**"),
    (PICK, "I say up!", "I say 'down'!"),
]


@pytest.mark.parametrize(("contract", "said", "other"), DISSENT)
def test_a_weaker_form_that_says_otherwise_makes_a_conflict(
    contract: dict[str, Any], said: str, other: str
) -> None:
    for text in (f"{said}\n{other}", f"{other}\n{said}"):
        check(contract, text, "conflict", None, "dissent")
        check({**contract, "recover": "safe"}, text, "conflict", None, "dissent")
        loose = oyez.read(text, oyez.contract({**contract, "dissent": "ignore"}))
        assert loose.status in ("read", "off_scale")
        assert "dissent" not in {one.code for one in loose.problems}


RECOVERED_DISSENT = [
    (OUT, "Outcome: **keep**", "**Outcome:** drop"),
    (OUT, "Outcome: keep.", "## Outcome: drop"),
    (RATED, "[[*4*]]", "\\[\\[3\\]\\]"),
]


@pytest.mark.parametrize(("contract", "said", "other"), RECOVERED_DISSENT)
def test_a_recovered_verdict_is_contradicted_as_a_strict_one_is(
    contract: dict[str, Any], said: str, other: str
) -> None:
    assert oyez.read(said, oyez.contract({**contract, "recover": "safe"})).status == "recovered"
    for text in (f"{said}\n{other}", f"{other}\n{said}"):
        check({**contract, "recover": "safe"}, text, "conflict", None)
        check({**contract, "recover": ["emphasis", "trailing-stop"]}, text, "conflict", None)


def test_a_place_that_a_recovery_takes_is_contradicted_by_one_that_it_does_not() -> None:
    text = "\\[\\[4\\]\\]\n\\[\\[**3**\\]\\]"
    check({**RATED, "recover": ["escaped-markers"]}, text, "conflict", None, "dissent")
    check({**OUT, "recover": ["last-line-label"]}, "**Outcome:** drop\nkeep", "conflict", None, "dissent")


def test_no_message_is_longer_than_the_reply_that_it_speaks_of() -> None:
    long = "x" * 5000
    reading = check(
        {"form": {"tag": "s"}, "scale": "text"}, f"<s>{long}</s><s>{long}y</s>", "conflict", None, "competing"
    )
    assert all(len(one.message) < 200 for one in reading.problems)


@pytest.mark.parametrize(
    ("contract", "text"),
    [
        (OUT, "Outcome: keep\n**Outcome:** keep"),
        (OUT, "Outcome: keep\n- Outcome: to be seen"),
        (OUT, "Outcome: keep\n**Outcome:**"),
        (OUT, "Outcome: keep\n> **Outcome:** drop"),
        (OUT, "Outcome: keep\nThe **Outcome:** drop"),
        (RATED, "[[4]]\n\\[\\[4\\]\\]"),
        (RATED, "[[4]]\n\\[\\[see\\]\\]"),
        (RATED, "[[4]]\n[3]"),
        ({**RATED, "label": "Mark"}, "[[4]] [[Mark: 9]]"),
        (TAGGED, "<mark>4</mark> 3"),
    ],
)
def test_what_is_no_dissent(contract: dict[str, Any], text: str) -> None:
    check(contract, text, "read")


def test_there_is_no_dissent_on_text() -> None:
    check({**OUT, "scale": "text"}, "Outcome: keep\n**Outcome:** drop", "read", "keep")


@pytest.mark.parametrize(
    ("contract", "text", "status", "code"),
    [
        (OUT, "Outcome:\nx\nOutcome: keep", "read", "empty_value"),
        (RATED, "[[ ]] and [[4]]", "read", "empty_value"),
        (RATED, "[[4]] and [[", "read", "unclosed"),
        (TAGGED, "<mark>4</mark><mark>", "read", "unclosed"),
        (PROSE, '{"mark": 4}\n{', "truncated", "invalid_json"),
        (PROSE, '{ x }\n{"mark": 4}', "malformed", "invalid_json"),
    ],
)
def test_broken_places_beside_a_value(contract: dict[str, Any], text: str, status: str, code: str) -> None:
    check(
        contract,
        text,
        status,
        4 if "keep" not in text and status == "read" else oyez.read(text, contract).verdict,
        code,
    )


LENGTH = [
    (OUT, "Outcome: keep", "truncated"),
    (OUT, "Outcome: keep\n", "read"),
    (OUT, "Outcome: keep\r\n", "read"),
    (OUT, "Outcome: keep\u2028", "truncated"),
    (OUT, "Outcome: keep\nand", "read"),
    (OUT, "Outcome: x\nand", "off_scale"),
    (OUT, "Outcome: x", "truncated"),
    (OUT, "so", "truncated"),
    (OUT, "Outcome:\nso", "truncated"),
    (OUT, "Outcome: keep\nOutcome: drop\nso", "conflict"),
    (OUT, "Outcome: keep\nOutcome: drop", "truncated"),
    (OUT, "Outcome: keep\nOutcome: keep", "read"),
    (OUT, "Outcome: keep\nOutcome: kee", "truncated"),
    (OUT, "Outcome: keep\nOutcome:", "truncated"),
    (OUT, "Outcome: keep/drop\nso", "off_scale"),
    (OUT, "Outcome: keep/drop", "truncated"),
    (RATED, "[[4]]", "read"),
    (RATED, "[[4", "truncated"),
    (RATED, "[[4]] [[", "truncated"),
    (RATED, "[[4]] [[\nso", "read"),
    (RATED, "[[4]] [[5]]", "conflict"),
    (RATED, "[[9]]", "off_scale"),
    (TAGGED, "<mark>4</mark>", "read"),
    (TAGGED, "<mark>4</mar", "truncated"),
    (TAGGED, "<mark>4</mark><mark>5", "truncated"),
    (MARKER, "### 4", "truncated"),
    (MARKER, "### 4\n", "read"),
    (PICK, "I say up!", "read"),
    (PICK, "I say up", "truncated"),
    (json_key(recover=[]), '{"mark": 4}', "read"),
    (json_key(recover=[]), '{"mark": 4', "truncated"),
    (json_key(recover=[]), '{"mark": 9}', "off_scale"),
    (json_key(recover=[]), '{"mark" 4}', "truncated"),
    (json_key(recover=[]), '{"x": 4}', "truncated"),
    (whole({"labels": ["a"]}, recover=[]), "a", "truncated"),
    (whole({"labels": ["a"]}, recover=[]), "a\n", "read"),
    (whole("text", recover=[]), "a\n", "truncated"),
    ({"form": {"first_line": True}, "scale": {"labels": ["a"]}, "recover": []}, "a\nb", "read"),
    ({"form": {"first_line": True}, "scale": {"labels": ["a"]}, "recover": []}, "a", "truncated"),
    ({"form": {"last_line": True}, "scale": {"labels": ["a"]}, "recover": []}, "b\na", "truncated"),
    ({"form": {"last_line": True}, "scale": {"labels": ["a"]}, "recover": []}, "b\na\n", "read"),
    (SHEET, "Plot: 1\nPace: 2\n", "read"),
    (SHEET, "Plot: 1\nPace: 2", "truncated"),
    (SHEET, "Plot: 1\nPa", "truncated"),
    (SHEET, "Plot: 9\nPa", "off_scale"),
    ({**OUT, "cut": "value"}, "Outcome: keep", "read"),
    ({**OUT, "cut": "value"}, "Outcome: kee", "off_scale"),
    ({**OUT, "cut": "value"}, "so", "truncated"),
    ({**RATED, "cut": "value"}, "[[4", "truncated"),
]


@pytest.mark.parametrize(("contract", "text", "status"), LENGTH)
@pytest.mark.parametrize("stop", ["length", "MAX_TOKENS"])
def test_under_stop_length_only_complete_values_count(
    contract: dict[str, Any], text: str, status: str, stop: str
) -> None:
    check(contract, text, status, stop=stop)


@given(scene("on"))
def test_a_cut_reply_is_read_exactly_where_its_value_is_complete(built: Scene) -> None:
    value_end = built.spans[0][1]
    complete = built.place.closed or "\n" in built.text[value_end:]
    if built.kit.name in ("text", "json") and built.place.name == "whole":
        complete = False
    assert built.read(stop="length").status == ("read" if complete else "truncated")


@given(scene("off", kits=CLOSED))
def test_a_refusal_stop_without_a_verdict_is_refused(built: Scene) -> None:
    assert built.read(stop="refusal", recover="safe").status == "refused"


def test_the_census_keeps_a_complete_verdict_of_a_cut_reply() -> None:
    reading = check(OUT, "Outcome: keep\nThe", "read", "keep", stop="max_tokens")
    assert reading.stop == "length"


def test_a_weaker_sheet_line_beside_a_single_value_is_read_without_an_exception() -> None:
    form = [{"lines": ["one", "two"]}, {"tag": "v"}]
    terms = {"form": form, "scale": {"integer": [0, 10]}}
    reading = oyez.read("one: 3<v>3</v>", oyez.contract(terms))
    assert (reading.status, reading.verdict) == ("read", 3)
