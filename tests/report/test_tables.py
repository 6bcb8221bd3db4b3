"""Shares, distributions, the choice of unread replies, and wide tables."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oyez.core.problem import Problem
from oyez.core.reading import Reading
from oyez.core.reply import Reply
from oyez.core.status import Status
from oyez.core.tally import Tally
from oyez.core.visible import width
from oyez.recoveries import RECOVERIES
from oyez.report.distribution import distribution
from oyez.report.read_table import ReadTable
from oyez.report.shares import of, percent
from oyez.report.table import text
from oyez.report.unread import MOST, UnreadSample


def read(verdict: object) -> Reading:
    return Reading(
        contract="c@1#ab", reader="1", status=Status.READ, verdict=verdict, start=0, end=1, evidence="x"
    )


def recovered(rule: str) -> Reading:
    return Reading(
        contract="c@1#ab",
        reader="1",
        status=Status.RECOVERED,
        verdict="A",
        rule=rule,
        start=0,
        end=1,
        evidence="A",
    )


def unread(status: Status, code: str | None = None, text: str | None = "one\nlast line\n\n") -> Reading:
    problems = (Problem(code, f"{code} is the matter", 0, 3),) if code else ()
    return Reading(contract="c@1#ab", reader="1", status=status, problems=problems, text=text)


@pytest.mark.parametrize(
    ("share", "shown"),
    [
        (0.0, "0%"),
        (1.0, "100%"),
        (0.9999, "99.9%"),
        (0.0001, "0.1%"),
        (0.5, "50.0%"),
        (1 / 3, "33.3%"),
        (None, "-"),
    ],
)
def test_shares_are_never_rounded_to_all_or_none(share: float | None, shown: str) -> None:
    assert percent(share) == shown


def test_the_share_of_nothing() -> None:
    assert of(0, 0) == "-"


def test_the_name_of_many_recoveries_goes_over_several_lines() -> None:
    rule = "decorated-label+emphasis+quotes+placeholder-brackets+trailing-stop"
    table = ReadTable(source="x", contract="c@1#ab", reader="1", all=Tally.of([recovered(rule)]))
    lines = text(table, 80).splitlines()
    at = next(at for at, line in enumerate(lines) if "decorated-label" in line)
    shown = [line.split("  1")[0] for line in lines[at : at + 4]]
    assert "".join(part.strip() for part in shown).startswith(rule)
    assert max(width(part.rstrip()) for part in shown) <= 28


def test_one_number_is_one_row_however_it_is_written() -> None:
    assert [what for what, _ in distribution([Tally.of(map(read, [7, 7.0, 7.5]))])] == ["7", "7.5"]


NUMBERS = st.one_of(st.integers(-1000, 1000), st.floats(-1e6, 1e6))


@given(st.lists(st.one_of(NUMBERS, st.sampled_from(["A", "B", "N/A"]), st.text(max_size=3)), min_size=1))
def test_a_distribution_adds_up(verdicts: list[object]) -> None:
    tally = Tally.of(map(read, verdicts))
    rows = distribution([tally])
    assert sum(counts[0] for _, counts in rows) == len(verdicts)
    assert len(rows) <= 24


def test_numbers_stand_in_order_and_words_by_count() -> None:
    tally = Tally.of(map(read, [10, 9, 9, 2, "B", "A", "A"]))
    assert distribution([tally, Tally.of([read("A")])]) == [
        ("2", [1, 0]),
        ("9", [2, 0]),
        ("10", [1, 0]),
        ("A", [2, 1]),
        ("B", [1, 0]),
    ]


def test_many_words_end_in_others() -> None:
    tally = Tally.of([read(chr(97 + number)) for number in range(26)] + [read("z")])
    rows = distribution([tally])
    assert rows[0] == ("z", [2])
    assert rows[-1] == ("15 others", [15])
    assert len(rows) == 12


def test_many_numbers_stand_in_bins_and_empty_bins_stay() -> None:
    tally = Tally.of(map(read, [*range(13), 99]))
    assert distribution([tally]) == [
        ("0 to 9", [10]),
        ("10 to 19", [3]),
        *((f"{low} to {low + 9}", [0]) for low in range(20, 90, 10)),
        ("90 to 99", [1]),
    ]


def test_ten_replies_of_all_kinds_are_chosen() -> None:
    sample = UnreadSample()
    for number in range(100):
        sample.add(unread(Status.ABSENT), Reply(id=f"a{number}", text="x"), "r:1")
    sample.add(unread(Status.CONFLICT, "competing"), Reply(id="c", text="x"), "r:2")
    for number in range(3):
        sample.add(unread(Status.OFF_SCALE, "wrong_type"), Reply(id=f"o{number}", text="x"), "r:3")
        sample.add(unread(Status.OFF_SCALE, "placeholder"), Reply(id=f"p{number}", text="x"), "r:4")
        sample.add(read("A"), Reply(id="read", text="x"), "r:5")
    assert [each.id for each in sample.most_telling()] == [
        "a0",
        "a1",
        "a2",
        "o0",
        "o1",
        "o2",
        "p0",
        "p1",
        "p2",
        "c",
    ]
    assert sample.counts == {
        (Status.ABSENT, None): 100,
        (Status.CONFLICT, "competing"): 1,
        (Status.OFF_SCALE, "wrong_type"): 3,
        (Status.OFF_SCALE, "placeholder"): 3,
    }


def test_a_judge_that_comes_late_is_shown_too() -> None:
    sample = UnreadSample()
    for number in range(50):
        sample.add(unread(Status.ABSENT), Reply(id=f"a{number}", text="x", judge="first"), "r:1")
    sample.add(unread(Status.ABSENT), Reply(id="b", text="x", judge="second"), "r:2")
    assert [each.id for each in sample.most_telling()] == [
        "a0",
        "b",
        *(f"a{number}" for number in range(1, MOST - 1)),
    ]


@pytest.mark.parametrize(
    ("reading", "error", "message", "picture"),
    [
        (unread(Status.UNDELIVERED, text=None), "timed out", "timed out", ""),
        (unread(Status.UNDELIVERED, text=None), None, "no text came", ""),
        (unread(Status.EMPTY, text=" \n"), None, "", ""),
        (unread(Status.REFUSED, text=""), None, "the provider reports a refusal", ""),
        (unread(Status.TRUNCATED), None, "cut before a verdict was complete; it ends:", "    2 | last line"),
        (unread(Status.OFF_SCALE, "wrong"), None, "wrong is the matter", "    1 | one\n      | ^^^"),
    ],
)
def test_what_is_shown_of_an_unread_reply(
    reading: Reading, error: str | None, message: str, picture: str
) -> None:
    sample = UnreadSample()
    sample.add(reading, Reply(id="a", text=reading.text, error=error), "r:1")
    (found,) = sample.most_telling()
    assert (found.message, found.picture) == (message, picture)


@given(
    st.dictionaries(st.text(min_size=1, max_size=60), st.integers(1, 99_999), min_size=1, max_size=30),
    st.lists(st.sampled_from([rule.name for rule in RECOVERIES]), min_size=1, unique=True),
    st.text(max_size=40),
    st.integers(60, 120),
)
def test_a_table_of_many_groups_fits(
    groups: dict[str, int], rules: list[str], verdict: str, room: int
) -> None:
    tally = Tally.of([read(verdict), recovered("+".join(rules)), unread(Status.ABSENT)])
    table = ReadTable(
        source="r.jsonl",
        contract="c@1#ab",
        reader="1",
        all=tally,
        by="judge",
        groups=dict.fromkeys(groups, tally),
    )
    shown = text(table, room)
    assert max(map(width, shown.split("\n"))) <= room
    assert ("smaller groups by judge" in shown) == (len(groups) > 24)


def test_long_names_of_groups_are_broken_at_their_dashes() -> None:
    tally = Tally.of([read("A")])
    groups: dict[str | None, Tally] = {"claude-3-haiku-20240307": tally, "12": tally, "2": tally, None: tally}
    table = ReadTable(source="r", contract="c", reader="1", all=tally, by="judge", groups=groups)
    shown = text(table, 120)
    assert [line.split() for line in shown.splitlines()[3:6]] == [
        ["claude-3-"],
        ["haiku-202403"],
        ["all", "2", "12", "07", "(not", "given)"],
    ]
