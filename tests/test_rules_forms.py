"""The text forms (READING §4), case by case and as properties."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from replies.forms import GAP, LINE_FORM
from replies.prose import PIECES
from replies.scenes import Scene, scene
from replies.table import bracket, check, line, tag, whole

import oyez

OUT = {**line(), "recover": []}
RATED = {**bracket(), "recover": []}
PICK: dict[str, Any] = {
    "form": {"phrase": "Reply {} wins"},
    "scale": {"labels": ["one", "two"]},
    "recover": [],
}
MARKER: dict[str, Any] = {"form": {"after": "###"}, "scale": {"integer": [1, 5]}, "recover": []}
TAGGED = {**tag(), "recover": []}

LINES = [
    ("Outcome:keep", "read", "keep"),
    ("\u3000OUTCOME:\u00a0keep\u2009", "read", "keep"),
    ("x\noutcome: KEEP\ny", "read", "keep"),
    ("Outcome : keep", "absent", None),
    ("Outcome：keep", "absent", None),
    ("The Outcome: keep", "absent", None),
    ("Outcomes: keep", "absent", None),
    ("Outcome: Outcome: keep", "off_scale", None),
    ("Outcome: keep\u2028Outcome: drop", "off_scale", None),
    ("x\u2028Outcome: keep", "absent", None),
    ("x\x85Outcome: keep", "absent", None),
    ("x\x0bOutcome: keep", "absent", None),
    ("\x0cOutcome: keep", "read", "keep"),
    ("Outcome: keep drop", "off_scale", None),
    ("Outcome:\n keep", "malformed", None),
    ("Outcome:", "truncated", None),
    ("Outcome:  \u3000", "truncated", None),
    ("\u200bOutcome: keep", "absent", None),
    ("Outc\u03bfme: keep", "absent", None),
    ("**Outcome:** keep", "absent", None),
    ("- Outcome: keep", "absent", None),
    ("\x00Outcome: keep", "absent", None),
]


@pytest.mark.parametrize(("text", "status", "verdict"), LINES)
def test_labelled_lines(text: str, status: str, verdict: str | None) -> None:
    check(OUT, text, status, verdict)


@pytest.mark.parametrize(
    ("label", "text", "status"),
    [
        ("Risk", "Ri\u017fk: keep", "absent"),
        ("Kind", "\u212aind: keep", "absent"),
        ("Ärger", "Ärger: keep", "read"),
        ("Ärger", "ärger: keep", "absent"),
        ("A.B", "AxB: keep", "absent"),
        ("My pick", "my  pick: keep", "absent"),
        ("My pick", "MY PICK: keep", "read"),
    ],
)
def test_labels_fold_case_in_ascii_only(label: str, text: str, status: str) -> None:
    check(line(label, recover=[]), text, status)


UNTIL: dict[str, Any] = {
    "verdict": "note",
    "field": {
        "note": {"form": {"line": "Note", "until": "next-label"}, "scale": "text"},
        "mark": {"form": {"line": "Mark"}, "scale": {"integer": [1, 5]}},
    },
}


@pytest.mark.parametrize(
    ("text", "status", "verdict"),
    [
        ("Note: a\nb\n\nc\nMark: 3", "read", "a\nb\n\nc"),
        ("Mark: 3\nNote: a\nNotes: b", "read", "a\nNotes: b"),
        ("Note:\n a\nmark: 3", "read", "a"),
        ("Note: a\nx Mark: 3", "read", "a\nx Mark: 3"),
        ("Note:\nMark: 3", "malformed", None),
        ("Note: a\n", "read", "a"),
        ("Note: a\nNote: a", "read", "a"),
        ("Note: a\nNote: b", "conflict", None),
    ],
)
def test_a_value_that_goes_on_to_the_next_label(text: str, status: str, verdict: str | None) -> None:
    check(UNTIL, text, status, verdict)


BRACKETS = [
    ("[[3]]", "read", 3),
    ("x[[ 3\u3000]]y", "read", 3),
    ("[[[3]]]", "read", 3),
    ("[[x [[3]]", "read", 3),
    ("[[3]] ]]", "read", 3),
    ("]] [[3]]", "read", 3),
    ("[[3] ]", "truncated", None),
    ("[[3\n]]", "malformed", None),
    ("[[3\r\n]]\r\n", "malformed", None),
    ("[3]", "absent", None),
    ("[ [3]]", "absent", None),
    ("[[]]", "malformed", None),
    ("[[3]][[3]]", "read", 3),
    ("[[3]][[4]]", "conflict", None),
    ("[[ [3] ]]", "off_scale", None),
    ("[[x [3]]]", "off_scale", None),
    ("[[3", "truncated", None),
    ("[[3\nx", "malformed", None),
    ("[[ [ 3]]", "truncated", None),
]


@pytest.mark.parametrize(("text", "status", "verdict"), BRACKETS)
def test_brackets(text: str, status: str, verdict: int | None) -> None:
    check(RATED, text, status, verdict)


@pytest.mark.parametrize(
    ("at", "text", "status", "verdict"),
    [
        ("line", "x\n [[3]] \ny", "read", 3),
        ("line", "**[[3]]**", "read", 3),
        ("line", "_`~*[[3]]*", "read", 3),
        ("line", "[[3]].", "absent", None),
        ("line", "- [[3]]", "absent", None),
        ("line", "[[3]] [[3]]", "absent", None),
        ("line", "so [[4]]\n[[3]]", "read", 3),
        ("line", "[[4]]\n[[3]]", "conflict", None),
        ("line", "x [[", "absent", None),
        ("line", "[[", "truncated", None),
        ("last-line", "[[4]]\nso [[3]].\n\n", "read", 3),
        ("last-line", "[[4]]\nso", "absent", None),
        ("last-line", "[[4]] [[3]]", "conflict", None),
        ("last-line", "x\n[[3", "truncated", None),
    ],
)
def test_where_a_bracket_may_stand(at: str, text: str, status: str, verdict: int | None) -> None:
    check({**RATED, "form": {"bracket": ["[[", "]]"], "at": at}}, text, status, verdict)


@pytest.mark.parametrize(
    ("markers", "text", "status", "verdict"),
    [
        (["<<", ">>"], "a <<3>> b", "read", 3),
        (["<<", ">>"], "<<<3>>>", "read", 3),
        (["**", "**"], "a **3** b", "read", 3),
        (["**", "**"], "**3** and **4**", "conflict", None),
        (["(", ")"], "((3))", "read", 3),
        (["Score [", "]"], "Score [3]", "read", 3),
        (["{", "}"], "{3", "truncated", None),
    ],
)
def test_other_markers(markers: list[str], text: str, status: str, verdict: int | None) -> None:
    check({**RATED, "form": {"bracket": markers}}, text, status, verdict)


@pytest.mark.parametrize(
    ("text", "status", "verdict"),
    [
        ("Reply one wins", "read", "one"),
        ("So Reply \t one\u3000 wins, I say.", "read", "one"),
        ("Reply one or Reply two wins", "read", "two"),
        ("Reply one wins and Reply two wins", "conflict", None),
        ("Reply one\nwins", "absent", None),
        ("reply one wins", "absent", None),
        ("Replyone wins", "absent", None),
        ("Reply one  Wins", "absent", None),
        ("Reply  wins", "absent", None),
        ("Reply onewins", "absent", None),
        ("Reply three wins", "off_scale", None),
        ("Reply wins Reply one wins", "read", "one"),
    ],
)
def test_phrases(text: str, status: str, verdict: str | None) -> None:
    check(PICK, text, status, verdict)


@pytest.mark.parametrize(
    ("phrase", "text", "status", "verdict"),
    [
        ("{} wins", "one wins", "read", "one"),
        ("{} wins", "x\n one wins\n", "read", "one"),
        ("{} wins", "well, one wins", "off_scale", None),
        ("I say: {}", "so I say: two \n", "read", "two"),
        ("I say: {}", "I say: one, I say: two", "read", "two"),
        ("({})", "() is empty", "malformed", None),
        ("a.b ({})", "a.b (one)", "read", "one"),
        ("a.b ({})", "axb (one)", "absent", None),
    ],
)
def test_phrases_at_the_edges(phrase: str, text: str, status: str, verdict: str | None) -> None:
    check({**PICK, "form": {"phrase": phrase}}, text, status, verdict)


@pytest.mark.parametrize(
    ("form", "text", "status", "verdict"),
    [
        ({"phrase": "I give it {}."}, "I give it 2.5.", "read", 2.5),
        ({"phrase": "I give it {}."}, "I give it 2,5.", "off_scale", None),
        ({"phrase": "I give it {}."}, "I give it 2.5", "absent", None),
        ({"phrase": "I give it {}."}, "I give it 2.5.1 and 3.", "off_scale", None),
        ({"phrase": "I give it {}."}, "I give it 2.Good.", "read", 2),
        ({"phrase": "I give it {}."}, "I give it 2.", "read", 2),
        ({"phrase": "Mark: {}/5"}, "Mark: 3/50", "absent", None),
        ({"phrase": "Mark: {}/5"}, "Mark: 3/5.5", "absent", None),
        ({"phrase": "Mark: {}/5"}, "Mark: 3/5.", "read", 3),
        ({"phrase": "Mark: {}/5"}, "Mark: 3/5점", "read", 3),
        ({"phrase": "Mark: {}/5"}, "Mark: 3/50, no, Mark: 4/5", "read", 4),
        ({"phrase": "is {} stars"}, "This 3 stars", "absent", None),
        ({"phrase": "is {} stars"}, "It is 3 starships", "absent", None),
        ({"phrase": "is {} stars"}, "It is 3 stars", "read", 3),
        ({"phrase": "점수는 {}점"}, "제 점수는 3점입니다", "read", 3),
        ({"bracket": ["Mark: ", "/5"]}, "Mark: 3/50\n", "malformed", None),
        ({"bracket": ["Mark: ", "/5"]}, "Mark: 3/5\n", "read", 3),
        ({"bracket": ["Mark: ", "."]}, "Mark: 2.5.\n", "read", 2.5),
        ({"bracket": ["[[", "]]"]}, "[[3]]5", "read", 3),
    ],
)
def test_no_form_ends_in_a_word_or_number(form: Any, text: str, status: str, verdict: float | None) -> None:
    check({"form": form, "scale": {"number": [0, 5]}, "recover": []}, text, status, verdict)


@given(
    st.sampled_from([{"phrase": "I give it {}."}, {"phrase": "Mark: {}/5"}, {"bracket": ["Mark: ", "/5"]}]),
    st.from_regex(r"[0-4](\.[0-9]{1,2})?", fullmatch=True),
    st.from_regex(r"[0-9a-z]{0,2}(\.[0-9]{1,2})?[ .]?", fullmatch=True),
)
def test_more_behind_a_number_never_leaves_the_beginning_of_it(form: Any, number: str, more: str) -> None:
    contract = oyez.contract({"form": form, "scale": {"number": [0, 5]}, "recover": []})
    reading = oyez.read(contract.fields["verdict"].forms[0].write(number) + more, contract)
    if reading.ok:
        assert reading.text is not None
        assert reading.end is not None
        behind = reading.text[reading.end :]
        assert not re.match(r"\.?[0-9]", behind)
        assert not re.match(r"/5(\.?[0-9]|[a-z])", behind)
    else:
        assert more.rstrip(" .")


@pytest.mark.parametrize(
    ("text", "status", "verdict"),
    [
        ("so ### 3", "read", 3),
        ("###3\nx", "read", 3),
        ("### :3", "read", 3),
        ("###: : 3", "off_scale", None),
        ("###：3", "off_scale", None),
        ("### 2 ### 3", "read", 3),
        ("###### 3", "read", 3),
        ("### 3\n### 4", "conflict", None),
        ("### 3 points", "off_scale", None),
        ("###\n3", "malformed", None),
        ("###:\nx ### 3", "read", 3),
        ("## 3", "absent", None),
        ("###", "truncated", None),
    ],
)
def test_values_after_a_marker(text: str, status: str, verdict: int | None) -> None:
    check(MARKER, text, status, verdict)


@pytest.mark.parametrize(
    ("text", "status", "verdict"),
    [
        ("<mark>3</mark>", "read", 3),
        ("x<MARK>\n\n3\n</Mark>y", "read", 3),
        ("<mark>x<mark>3</mark>", "read", 3),
        ("<mark>3</mark></mark>", "read", 3),
        ("<mark>3</mark><mark>", "read", 3),
        ("<mark >3</mark>", "absent", None),
        ("<mark>3</mark >", "truncated", None),
        ("<marks>3</marks>", "absent", None),
        ("<mark></mark>", "malformed", None),
        ("<mark>3", "truncated", None),
        ("</mark>3", "absent", None),
        ("<mar\u212a>3</mar\u212a>", "absent", None),
        ("<mark>3</mark><mark>4</mark>", "conflict", None),
        ("<mark/>3", "absent", None),
    ],
)
def test_tags(text: str, status: str, verdict: int | None) -> None:
    check(TAGGED, text, status, verdict)


ONE_LINE = {"labels": ["one", "two"]}


@pytest.mark.parametrize(
    ("form", "text", "status", "verdict"),
    [
        ("whole", "\n one\u3000\n\n", "read", "one"),
        ("whole", "one\ntwo", "absent", None),
        ("whole", "one two", "off_scale", None),
        ("whole", "one\u2028", "read", "one"),
        ("whole", "> one", "absent", None),
        ("whole", "x</think>one", "read", "one"),
        ("first_line", "\n\u3000\n one \ntwo", "read", "one"),
        ("first_line", "> two\none", "read", "one"),
        ("first_line", "x one\none", "off_scale", None),
        ("last_line", "two\n one \n\u3000\n", "read", "one"),
        ("last_line", "one\n> two", "read", "one"),
        ("last_line", "one\nx", "off_scale", None),
        ("last_line", "one\r\ntwo\r\n", "read", "two"),
    ],
)
def test_positional_forms(form: str, text: str, status: str, verdict: str | None) -> None:
    check({"form": {form: True}, "scale": ONE_LINE, "recover": []}, text, status, verdict)


def test_a_whole_reply_of_several_lines_is_a_value_for_text_and_json_only() -> None:
    check({**whole("text"), "recover": []}, "\na\nb\n", "read", "a\nb")
    check({**whole("json"), "recover": []}, '\n{"a":\n[1]}\n', "read", {"a": [1]})
    check({**whole({"list": {"integer": [1, 5]}}), "recover": []}, "1\n2", "absent")


ALTERNATIVES: dict[str, Any] = {
    "form": [{"first_line": True}, {"line": "Outcome"}, {"bracket": ["[[", "]]"]}],
    "scale": {"labels": ["keep", "drop"]},
    "recover": [],
}


@pytest.mark.parametrize(
    ("text", "status", "verdict"),
    [
        ("keep\nx", "read", "keep"),
        ("x\nOutcome: keep", "read", "keep"),
        ("x\n[[keep]]\nOutcome: keep", "read", "keep"),
        ("x\n[[keep]]\nOutcome: drop", "conflict", None),
        ("keep\nOutcome: drop", "conflict", None),
        ("x\nOutcome: maybe\n[[keep]]", "off_scale", None),
        ("x\nOutcome:\nx [[perhaps]]", "malformed", None),
        ("x\n[[perhaps]]", "off_scale", None),
    ],
)
def test_alternatives_are_pooled(text: str, status: str, verdict: str | None) -> None:
    check(ALTERNATIVES, text, status, verdict)


def test_a_broken_object_beside_another_form_leaves_no_verdict() -> None:
    forms = [{"json": "mark", "around": "prose"}, {"line": "Mark"}]
    contract = {"form": forms, "scale": {"integer": [1, 5]}, "recover": []}
    check(contract, "{ x }\nMark: 3", "malformed", None, "invalid_json")
    check(contract, "the set { x }\nMark: 3", "read", 3)
    check(contract, '{"mark": 3}\nMark: 3', "read", 3)
    check(contract, '{"mark": 3}\nMark: 4', "conflict")


@given(scene("on", places=(LINE_FORM,)), st.sampled_from(PIECES), GAP)
def test_a_label_in_the_middle_of_a_line_is_prose(built: Scene, piece: str, gap: str) -> None:
    before = piece.strip() or "so"
    value = built.written[0].text
    reading = oyez.read(f"{before},{gap}Verdict: {value}", {**built.contract, "recover": []})
    assert reading.status == "absent"


@given(scene("on"), st.data())
def test_a_reply_cut_anywhere_gives_this_verdict_or_none(built: Scene, data: st.DataObject) -> None:
    place = data.draw(
        st.integers(0, len(built.text)).filter(lambda at: built.text[at - 1 : at + 1] != "\r\n")
    )
    contract = {**built.contract, "recover": []}
    reading = oyez.read(oyez.Reply(text=built.text[:place], stop="length"), contract)
    if reading.ok and built.place.closed:
        assert reading.verdict == built.read().verdict
    assert reading.status in ("read", "truncated", "off_scale", "conflict")
