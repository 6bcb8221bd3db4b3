"""Replies drawn with their marks: nothing hostile is printed, nothing is wider than the terminal."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import example, given, settings
from hypothesis import strategies as st

import oyez
from oyez.core.visible import visible, width
from oyez.report.explain_text import explanation_lines
from oyez.report.marked_text import MOST, Mark, marked_text, wrapped

PIECES = [
    "[[A]]",
    "\n",
    "\r\n",
    "日本",
    "\x1b[31m",
    "\u202e",
    "e\u0301",
    "\ud83d",
    "word ",
    "\t",
    "x" * 50,
    "[[",
    "\x00",
]
TEXTS = st.lists(st.sampled_from([*PIECES, "\u2028"]), max_size=40).map("".join)


def drawn(text: str, *marks: Mark, room: int = 40, aside: tuple[tuple[int, int], ...] = ()) -> str:
    return "\n".join(marked_text(text, list(marks), list(aside), room))


def test_marks_stand_below_their_place() -> None:
    assert drawn("ab\ncd ef", Mark(0, 2, "1 one"), Mark(6, 8, "2 two")) == (
        "    1 | ab\n      | ^^ 1 one\n    2 | cd ef\n      |    ^^ 2 two"
    )


def test_wide_and_hostile_characters_are_measured_as_shown() -> None:
    assert drawn("日\x1b\u202eA", Mark(3, 4, "1")) == "    1 | 日␛<U+202E>A\n      |            ^ 1"


def test_a_place_that_goes_on_is_marked_where_it_begins() -> None:
    assert drawn("ab\ncd", Mark(0, 5, "1")) == "    1 | ab\n      | ^^… 1\n    2 | cd"


def test_a_label_without_room_stands_before_its_carets() -> None:
    assert drawn("x" * 30 + "A", Mark(30, 31, "1 taken")).endswith("      | " + " " * 22 + "1 taken ^")


def test_rows_that_were_set_aside_have_a_colon() -> None:
    assert drawn("> a\nb", aside=((0, 3),)) == "    1 : > a\n    2 | b"


def test_a_long_reply_is_cut_to_its_ends_and_marks() -> None:
    shown = drawn("\n".join(["line"] * 5000), Mark(12_500, 12_504, "1")).splitlines()
    assert len(shown) < MOST
    left_out = [row for row in shown if "rows not shown" in row]
    assert left_out == ["    …   2,494 rows not shown", "    …   2,493 rows not shown"]
    assert "    1 | line" in shown
    assert " 2501 | line" in shown
    assert " 5000 | line" in shown


@settings(max_examples=150, deadline=None)
@given(text=TEXTS, room=st.integers(10, 60))
def test_rows_hold_the_whole_text_and_fit(text: str, room: int) -> None:
    rows = list(wrapped(text, room))
    for one, other in pairwise(rows):
        assert text[one.end : other.start] in ("", "\n", "\r\n")
    for row in rows:
        assert width("".join(map(visible, text[row.start : row.end]))) <= max(room, 9)


@settings(max_examples=100, deadline=None)
@given(text=TEXTS)
def test_an_explanation_fits_its_room_and_prints_nothing_hostile(text: str) -> None:
    made = oyez.explain(oyez.Reply(id="i\x1b", text=text), oyez.bracket(["A", "B"], recover="safe"))
    for line in "\n".join(explanation_lines(made, "a\x1bb", 60)).split("\n"):
        assert width(line) <= 60
        assert line.isprintable(), line


@settings(max_examples=300, deadline=None)
@given(text=TEXTS, places=st.lists(st.tuples(st.integers(0, 400), st.integers(0, 60)), max_size=4))
@example(text="x" * 52, places=[(52, 0), (51, 9)])
@example(text="\t" + "x" * 49 + "[[日本", places=[(51, 4)])
def test_marks_fit_their_room_wherever_they_stand(text: str, places: list[tuple[int, int]]) -> None:
    marks = [
        Mark(min(start, len(text)), min(start + size, len(text)), "1 competes") for start, size in places
    ]
    lines = "\n".join(marked_text(text, marks, [], 60)).split("\n")
    assert max(map(width, lines)) <= 60
