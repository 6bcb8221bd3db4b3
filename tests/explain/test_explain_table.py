"""What became of each place, row by row, over forms, recoveries, regions and stop reasons."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import oyez
from oyez.explain import Fate

AB: dict[str, Any] = {"labels": ["A", "B"]}
LINE: dict[str, Any] = {"form": {"line": "V"}, "scale": AB}
SAFE: dict[str, Any] = {**LINE, "recover": "safe"}
BRACKET: dict[str, Any] = {"form": {"bracket": ["[[", "]]"]}, "scale": AB, "recover": "safe"}
JSON: dict[str, Any] = {"form": {"json": "v"}, "scale": {"integer": [0, 9]}, "recover": "safe"}
SHEET: dict[str, Any] = {"form": {"lines": ["one", "two"]}, "scale": {"integer": [0, 9]}}
ITEMS: dict[str, Any] = {
    "form": {"json_items": "all", "id": "id", "value": "ok"},
    "scale": {"boolean": True},
    "ids": ["a", "b"],
}
LAST = {**LINE, "repeats": "last"}
ONCE = {**LINE, "repeats": "forbid"}
ECHO = {**LINE, "instructions": "V: A or B\nV: B"}

TABLE: list[tuple[dict[str, Any], str, str | None, str, list[tuple[str, str]]]] = [
    (LINE, "x\nV: A\n", None, "read", [("A", "taken")]),
    (LINE, "V: A\nV: a\n", None, "read", [("A", "taken"), ("a", "agrees")]),
    (LINE, "V: A\nV: B\n", None, "conflict", [("A", "competes"), ("B", "competes")]),
    (LINE, "V: A\n- V: B\n", None, "conflict", [("A", "competes"), ("B", "competes")]),
    (LINE, "V: A\nV: fine\n", None, "off_scale", [("A", "blocked"), ("fine", "blocks")]),
    (LINE, "V: A\nV: **A**\n", None, "read", [("A", "taken"), ("**A**", "agrees")]),
    (LINE, "V: fine\n", None, "off_scale", [("fine", "refused")]),
    (LINE, "V: A | B\nV: B\n", None, "read", [("A | B", "placeholder"), ("B", "taken")]),
    (LINE, "V:\nV: B\n", None, "read", [("V:", "broken"), ("B", "taken")]),
    (LINE, "V:\n", None, "malformed", [("V:", "broken")]),
    (LINE, "> V: A\nV: B\n", None, "read", [("A", "quoted"), ("B", "taken")]),
    (LINE, "```\nV: A\n```\n", None, "absent", [("A", "quoted")]),
    (LINE, "<think>\nV: A\n</think>\nV: B\n", None, "read", [("A", "in_thinking"), ("B", "taken")]),
    (LINE, "<think>\nV: A\n", None, "truncated", [("A", "in_thinking")]),
    (LINE, "V: A", "length", "truncated", [("A", "cut")]),
    (LINE, "V: A\nV: B", "length", "truncated", [("A", "blocked"), ("B", "cut")]),
    (LINE, "V: fine\n", "refusal", "refused", [("fine", "refused")]),
    (LINE, "nothing", None, "absent", []),
    (LAST, "V: A\nV: B\n", None, "read", [("A", "passed_over"), ("B", "taken")]),
    (ONCE, "V: A\nV: A\n", None, "conflict", [("A", "competes"), ("A", "competes")]),
    (ECHO, "V: B\nV: A\n", None, "read", [("B", "prompt_echo"), ("A", "taken")]),
    (SAFE, "**V:** A\n", None, "recovered", [("A", "taken")]),
    (SAFE, "V: 'A'.\n", None, "recovered", [("'A'.", "taken")]),
    (SAFE, "V:\nA\n", None, "recovered", [("V:", "broken"), ("A", "taken")]),
    (SAFE, "**V:** A\n**V:** B\n", None, "conflict", [("A", "competes"), ("B", "competes")]),
    (SAFE, "**V:** A\n\nB\n", None, "conflict", [("A", "competes"), ("B", "competes")]),
    (BRACKET, "[[A]] [[7]]", None, "read", [("A", "taken"), ("7", "refused")]),
    (BRACKET, "[[A]] [[AB]]", None, "off_scale", [("A", "blocked"), ("AB", "blocks")]),
    (BRACKET, "[[A]] [[B", None, "read", [("A", "taken"), ("[[B", "broken")]),
    (JSON, '{"v": 3}', None, "read", [("3", "taken")]),
    (JSON, '{"v": "3"}', None, "recovered", [('"3"', "taken")]),
    (JSON, 'So:\n```\n{"v": 3}\n```\n', None, "recovered", [("3", "taken")]),
    (JSON, '{"v": 3, "v": 4}', None, "conflict", [("3", "competes"), ("4", "noted")]),
    (JSON, '{"v": 3, ', None, "truncated", [('{"v": 3, ', "broken")]),
    (SHEET, "one: 3\ntwo: 4\n", None, "read", [("3", "taken"), ("4", "taken")]),
    (SHEET, "one: 3\ntwo: 99\n", None, "off_scale", [("3", "blocked"), ("99", "refused")]),
    (SHEET, "one: 3\n", None, "absent", [("3", "blocked")]),
    (
        ITEMS,
        '{"all": [{"id": "a", "ok": true}, {"id": "z", "ok": true}]}',
        None,
        "off_scale",
        [("true", "blocked"), ('"z"', "blocks")],
    ),
]


@pytest.mark.parametrize(("terms", "text", "stop", "status", "places"), TABLE)
def test_what_became_of_each_place(
    terms: dict[str, Any], text: str, stop: str | None, status: str, places: list[tuple[str, str]]
) -> None:
    made = oyez.explain(oyez.Reply(text=text, stop=stop), oyez.contract(terms))
    found = [(text[one.start : one.end], str(one.fate)) for one in made.fields[0].considered]
    assert (made.reading.status, found) == (status, places)


def test_every_fate_stands_in_the_table() -> None:
    assert {fate for *_, places in TABLE for _, fate in places} == set(Fate)


def test_every_fate_is_documented() -> None:
    page = (Path(__file__).parents[2] / "docs" / "explain.md").read_text(encoding="utf-8")
    assert [fate for fate in Fate if f"| `{fate}` |" not in page] == []


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("V: A\nV: fine\n", "not one of A, B; it may have been meant, so nothing beside it counts"),
        ("V: A\n- V: B\n", "the reply says 'A', and this says 'B', read through a recovery; neither wins"),
        ("V: A\nV: A.\n", "not one of A, B; with trailing-stop it would say 'A' too, so it does not block"),
        ("V: A\nV:\n", "nothing stands where the value should; the verdict stands without it"),
    ],
)  # fmt: skip
def test_the_reason_is_given(text: str, why: str) -> None:
    made = oyez.explain(text, oyez.contract(LINE))
    assert [one.why for one in made.fields[0].considered][-1] == why


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        (oyez.Reply(text=None, error="HTTP 529"), "No whole reply came back: HTTP 529."),
        (oyez.Reply(text=" \n"), "A reply came back with no text."),
        (oyez.Reply(text="", stop="length"), "The reply was cut before any text came."),
        (oyez.Reply(text="V: A\rx"), "The text cannot be read as it is: a carriage return without a line feed."),
        (oyez.Reply(text="V: A\nV: A\n"), "2 places agree on 'A', and nothing competes."),
        (oyez.Reply(text="**V:** B\n"), "The form itself came to absent; decorated-label gives 'B'."),
        (oyez.Reply(text="<think>x"), "The thinking never ended, and no verdict stands before it."),
        (
            oyez.Reply(text="> V: A"),
            "The reply is whole, and nothing in it stands in the form line, but for quoted text.",
        ),
    ],
)  # fmt: skip
def test_the_sentence_of_the_reply(reply: oyez.Reply, said: str) -> None:
    assert oyez.explain(reply, oyez.contract(SAFE)).said == said


def test_the_recoveries_that_ran_are_listed_with_what_they_found() -> None:
    made = oyez.explain("**V:** A\n\nB\n", oyez.contract(SAFE))
    said = {name: one.said for one in made.fields[0].attempts for name in one.names}
    assert said["decorated-label"] == "found 'A'"
    assert said["last-line-label"] == "found 'B'"
    assert said["fenced-reply"] == "found nothing"
    assert oyez.explain("V: A\n", oyez.contract(SAFE)).fields[0].attempts == ()


def test_several_fields_say_which_gives_the_status() -> None:
    fields = {"v": {"form": {"line": "V"}, "scale": AB}, "w": {"form": {"line": "W"}, "scale": "text"}}
    one = oyez.explain("V: A\n", oyez.contract({"verdict": "v", "field": fields}))
    assert one.said.startswith("The field `v` gives the reply its status. One value")
    every = oyez.explain("V: A\n", oyez.contract({"verdict": "v", "field": fields, "all_fields": True}))
    assert every.said.startswith("The contract wants every field, and `w` has no verdict.")
    star = oyez.explain("V: A\nW: x\n", oyez.contract({"verdict": "*", "field": fields}))
    assert star.said == "The verdict is the object of all fields that have one."


def test_what_was_set_aside_has_its_place() -> None:
    text = "prompt\nAnswer:::\n<think>x</think>\n> q\nV: A\n"
    made = oyez.explain(text, oyez.contract({**LINE, "starts_after": "Answer:::"}))
    found = [(one.code, text[one.start : one.end].strip()) for one in made.aside]
    assert found == [
        ("before_answer", "prompt\nAnswer:::"),
        ("in_thinking", "<think>x</think>"),
        ("quoted", "> q"),
    ]
