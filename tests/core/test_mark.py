"""Pictures of places are true, bounded, and safe to print."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oyez.core.mark import caret, html, telling
from oyez.core.problem import Problem
from oyez.core.reading import Reading
from oyez.core.status import Status
from oyez.core.visible import fit, visible_text, width

HOSTILE = st.text(
    st.one_of(
        st.characters(),
        st.characters(categories=["Cs", "Cc", "Cf", "Mn", "Lo"]),
        st.sampled_from("\n\r\t\x1b\x9b\u202e\u2066\u200d\ufeff좋漢é\u0301\ufe0f \u00a0[]<>&"),
    ),
    max_size=300,
)


@st.composite
def places(draw: st.DrawFn) -> tuple[str, int, int]:
    """A hostile text, and a place in it."""
    text = draw(HOSTILE)
    start = draw(st.integers(0, len(text)))
    return text, start, draw(st.integers(start, len(text)))


def is_safe(shown: str) -> bool:
    """Whether no character of one printed line is acted on by a terminal."""
    return not any(unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp", "Co", "Cn") for char in shown)


@given(places(), st.integers(40, 120))
def test_a_picture_is_safe_and_not_too_wide(place: tuple[str, int, int], room: int) -> None:
    shown, carets = caret(*place, room).split("\n")
    assert is_safe(shown)
    assert width(shown) <= room
    assert width(carets) <= room
    assert re.fullmatch(r" +\| *\^+( …)?", carets)


@given(
    st.text("abc xyz", max_size=400),
    st.sampled_from(["[[A]]", "좋음", "7"]),
    st.text("abc xyz", max_size=400),
)
def test_the_carets_stand_under_the_place(before: str, place: str, after: str) -> None:
    text = f"first\n{before}{place}{after}\nlast"
    shown, carets = caret(text, 6 + len(before), 6 + len(before) + len(place), 80).split("\n")
    at, wide = carets.index("^"), carets.count("^")
    assert shown.startswith("    2 | ")
    assert wide == width(place)
    assert cut(shown, at, at + wide) == place


def cut(shown: str, start: int, end: int) -> str:
    """The characters that stand in columns start to end."""
    found, column = "", 0
    for char in shown:
        found += char if start <= column < end else ""
        column += width(char)
    return found


@pytest.mark.parametrize(
    ("text", "start", "end", "picture"),
    [
        ("one\nVERDICT: PASS\r\n", 13, 17, "    2 | VERDICT: PASS\n      |          ^^^^"),
        ("", 0, 0, "    1 | \n      | ^"),
        ("abc", 3, 3, "    1 | abc\n      |    ^"),
        ("a\nb\nc", 0, 5, "    1 | a\n      | ^ …"),
        ("a\tb", 2, 3, "    1 | a␉b\n      |   ^"),
        ("\x1b[2J!", 4, 5, "    1 | ␛[2J!\n      |     ^"),
        ("a\u202eb", 2, 3, "    1 | a<U+202E>b\n      |          ^"),
        ("판정: A", 4, 5, "    1 | 판정: A\n      |       ^"),
        ("e\u0301A", 2, 3, "    1 | e\u0301A\n      |  ^"),
        ("a\rb", 1, 2, "    1 | a␍b\n      |  ^"),
    ],
)
def test_pictures(text: str, start: int, end: int, picture: str) -> None:
    assert caret(text, start, end, 80) == picture


def test_a_long_line_is_cut_around_the_place() -> None:
    text = "x" * 5_000_000 + "[[A]]" + "y" * 5_000_000
    shown, carets = caret(text, 5_000_000, 5_000_005, 60).split("\n")
    assert shown == "    1 | …" + "x" * 15 + "[[A]]" + "y" * 28 + "…"
    assert carets == "      | " + " " * 16 + "^^^^^"


@given(HOSTILE, st.integers(2, 60))
def test_cut_text_fits(text: str, room: int) -> None:
    shown = fit(text, room)
    assert is_safe(shown)
    assert width(shown) <= room


def test_plain_text_is_left_alone() -> None:
    assert visible_text("A>>B, 좋음, é, —") == "A>>B, 좋음, é, —"
    assert fit("abc", 3) == "abc"
    assert fit("abcd", 3) == "ab…"


def test_html_marks_the_evidence_and_escapes_everything() -> None:
    text = "<script>\x1b\n VERDICT: A&B\u202e"
    start = text.index("A&B")
    reading = Reading(
        contract="c",
        reader="1",
        status=Status.RECOVERED,
        verdict="A&B",
        rule="emphasis",
        start=start,
        end=start + 3,
        evidence="A&B",
        text=text,
    )
    page = reading._repr_html_()
    assert page == html(reading)
    assert "&lt;script&gt;␛\n VERDICT: <mark>A&amp;B</mark>&lt;U+202E&gt;" in page
    assert "<b>recovered</b>: <code>A&amp;B</code> by emphasis" in page


def test_html_without_a_verdict_marks_the_problem() -> None:
    problems = (Problem("absent", "nothing < here", 0, 0), Problem("off", "12 is too much", 1, 3))
    reading = Reading(contract="c", reader="1", status=Status.OFF_SCALE, problems=problems, text="<12>")
    assert telling(reading) == problems[1]
    assert "<b>off_scale</b>: 12 is too much" in html(reading)
    assert "&lt;<mark>12</mark>&gt;" in html(reading)
    assert (
        html(Reading(contract="c", reader="1", status=Status.UNDELIVERED)) == "<div><b>undelivered</b></div>"
    )


def test_html_of_a_long_reply_stays_short() -> None:
    text = "x" * 1_000_000 + "A" + "y" * 1_000_000
    reading = Reading(
        contract="c",
        reader="1",
        status=Status.READ,
        verdict="A",
        start=1_000_000,
        end=1_000_001,
        evidence="A",
        text=text,
    )
    assert len(html(reading)) < 5_000
    assert "…xx" in html(reading)
    assert "yy…" in html(reading)


@given(places())
def test_html_of_hostile_text_is_safe(place: tuple[str, int, int]) -> None:
    text, start, end = place
    problem = Problem("off", text, start, end)
    reading = Reading(contract="c", reader="1", status=Status.MALFORMED, problems=(problem,), text=text)
    page = html(reading)
    page.encode("utf-8")
    assert is_safe(page.replace("\n", "").replace("\t", ""))
    assert set(re.findall(r"<[^>]*>", page)) <= {
        "<div>",
        "</div>",
        "<b>",
        "</b>",
        "<mark>",
        "</mark>",
        '<pre dir="ltr" style="white-space: pre-wrap">',
        "</pre>",
    }
