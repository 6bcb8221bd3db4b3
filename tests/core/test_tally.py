"""Tallies add up, in whatever order readings come."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oyez.core.reading import Reading
from oyez.core.status import Status, Stop
from oyez.core.tally import Tally, TallyCount, verdict_word


def reading(
    status: Status, verdict: Any = "A", stop: Stop = Stop.END, rule: str = "emphasis", abstained: bool = False
) -> Reading:
    shared: dict[str, Any] = {"contract": "c@1#ab", "reader": "1", "status": status, "stop": stop}
    if not status.has_verdict:
        return Reading(**shared)
    by = rule if status is Status.RECOVERED else None
    return Reading(**shared, verdict=verdict, abstained=abstained, rule=by, start=0, end=1, evidence="x")


READINGS = st.builds(
    reading,
    st.sampled_from(Status),
    st.sampled_from(["A", "B", 7, 7.5, True, ["a", "b"], {"k": 1}, None]),
    st.sampled_from(Stop),
    st.sampled_from(["emphasis", "quotes+emphasis"]),
    st.booleans(),
)


@given(st.lists(READINGS), st.lists(READINGS))
def test_tallies_add_up_and_merge(left: list[Reading], right: list[Reading]) -> None:
    both = Tally.of(left + right)
    assert Tally.of(left) + Tally.of(right) == both == Tally.of(right + left)
    assert both.replies == len(left) + len(right) == sum(both.statuses.values())
    assert both.with_verdict == sum(one.ok for one in left + right) == sum(both.verdicts.values())
    assert sum(both.stops.values()) == both.replies
    assert sum(both.rules.values()) == both.statuses[Status.RECOVERED]


def test_the_counts_of_a_small_set() -> None:
    tally = Tally.of(
        [
            reading(Status.READ, 7, Stop.LENGTH),
            reading(Status.READ, "A", abstained=True),
            reading(Status.RECOVERED, 7, rule="of-max"),
            reading(Status.ABSENT, stop=Stop.LENGTH),
            reading(Status.EMPTY, stop=Stop.UNKNOWN),
        ]
    )
    assert (tally.replies, tally.with_verdict, tally.coverage) == (5, 3, 0.6)
    assert (tally.abstained, tally.abstained_share) == (1, 1 / 3)
    assert tally.rules == {"of-max": 1}
    assert tally.verdicts == {"7": 2, "A": 1}
    assert tally.stops == {Stop.END: 2, Stop.LENGTH: 2, Stop.REFUSAL: 0, Stop.ERROR: 0, Stop.UNKNOWN: 1}
    assert tally.kept_truncated == 1


def test_no_replies_have_no_shares() -> None:
    tally = TallyCount().tally()
    assert (tally.replies, tally.coverage, tally.abstained_share) == (0, None, None)


def test_a_tally_is_taken_at_any_moment() -> None:
    count = TallyCount()
    count.add(reading(Status.READ))
    first = count.tally()
    count.add(reading(Status.EMPTY))
    assert (first.replies, count.tally().replies) == (1, 2)


@pytest.mark.parametrize(
    "wrong",
    [
        {"rules": {"emphasis": 1}},
        {"verdicts": {}},
        {"stops": {Stop.END: 1}},
        {"abstained": 3},
        {"kept_truncated": 1},
    ],
)
def test_counts_that_do_not_add_up_are_refused(wrong: dict[str, Any]) -> None:
    right: dict[str, Any] = {
        "statuses": {status: 2 if status is Status.READ else 0 for status in Status},
        "verdicts": {"A": 2},
        "stops": {Stop.END: 2},
    }
    assert Tally(**right).with_verdict == 2
    with pytest.raises(ValueError, match="do not add up"):
        Tally(**{**right, **wrong})


@pytest.mark.parametrize(
    ("verdict", "word"),
    [
        ("A>B", "A>B"),
        (7, "7"),
        (7.5, "7.5"),
        (True, "true"),
        (None, "null"),
        (["m", "M"], '["m", "M"]'),
        ({"a": 1}, "(object)"),
        ("x" * 61, "(text)"),
        (["x" * 61], "(list)"),
    ],
)
def test_verdicts_as_words(verdict: Any, word: str) -> None:
    assert verdict_word(verdict) == word
