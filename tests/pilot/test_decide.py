"""The decision on a pilot: what counts as lost, how many draws are needed, and what comes first."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

import oyez
from oyez import InputError, RefusedError, Reply
from oyez.core.status import Status, Stop
from oyez.pilot import Check, Decision, DrawSeen, Losses, Pilot, decide, needed, waiver
from oyez.pilot.limit import upper_limit

VERDICT = oyez.line("VERDICT", ["PASS", "FAIL"])
CONTRACT = "verdict@1#0000000000000000"


def seen(
    number: int, arm: str | None = "A", status: Status = Status.READ, stop: Stop = Stop.END
) -> list[DrawSeen]:
    """Draws that all ended alike."""
    return [DrawSeen(arm, status, stop, CONTRACT, "1")] * number


def found(pilot: Pilot, check: Check, arm: str | None = "A") -> Decision:
    """What one check of one arm came to."""
    (one,) = (one for one in pilot.checked if (one.check, one.arm) == (check, arm))
    return one.found


@pytest.mark.parametrize(
    ("reply", "lost", "whole"),
    [
        (Reply(text="VERDICT: PASS", stop="end_turn"), set(), True),
        (Reply(text="VERDICT: PASS\nThe", stop="max_tokens"), {Check.TRUNCATION}, True),
        (Reply(text="VERDICT: PASS", stop="refusal"), {Check.REFUSAL}, True),
        (Reply(text="It passes.", stop="end_turn"), {Check.PARSE_LOSS}, True),
        (Reply(text="VERDICT: MAYBE"), {Check.PARSE_LOSS}, True),
        (Reply(text="VERDICT: PASS\nVERDICT: FAIL"), {Check.PARSE_LOSS}, True),
        (Reply(text="", stop="end_turn"), {Check.PARSE_LOSS}, True),
        (Reply(text="It", stop="length"), {Check.TRUNCATION}, False),
        (Reply(text="I cannot judge this.", stop="refusal"), {Check.REFUSAL}, False),
        (Reply(text=None, stop="content_filter"), {Check.REFUSAL}, False),
        (Reply(text=None, stop="length"), {Check.TRUNCATION}, False),
        (Reply(text=None, error="HTTP 500"), {Check.TRANSPORT_LOSS}, False),
        (Reply(text="VERDICT: PASS", error="time-out"), {Check.TRANSPORT_LOSS}, False),
    ],
)
def test_what_counts_as_lost(reply: Reply, lost: set[Check], whole: bool) -> None:
    reading = oyez.read(reply, VERDICT)
    losses = Losses()
    losses.add(reading.status, reading.stop)
    assert {check for check in Check if losses.lost(check)} == lost
    assert losses.of(Check.PARSE_LOSS) == whole
    assert {losses.of(check) for check in Check if check is not Check.PARSE_LOSS} == {1}


@given(st.sampled_from([*Status]), st.sampled_from([*Stop]))
def test_every_draw_without_a_verdict_is_lost_in_some_way(status: Status, stop: Stop) -> None:
    losses = Losses()
    losses.add(status, stop)
    lost = [check for check in Check if losses.lost(check)]
    assert lost or status.has_verdict
    assert losses.lost(Check.PARSE_LOSS) <= losses.of(Check.PARSE_LOSS)


@pytest.mark.parametrize(
    ("limit", "draws"),
    [("0.02", 51), ("0.05", 21), ("0.005", 201), ("0.5", 3), ("1", 2), ("0.03", 34), ("0", 1)],
)
def test_the_draws_that_a_limit_needs(limit: str, draws: int) -> None:
    assert needed(Decimal(limit)) == draws


@given(st.decimals("0.0001", "1", places=4))
def test_with_the_needed_draws_one_loss_is_not_over_the_limit(limit: Decimal) -> None:
    draws = needed(limit)
    assert draws == floor(1 / Fraction(limit)) + 1
    assert Fraction(1, draws) < limit
    assert Fraction(1, draws - 1) >= limit


def test_a_share_over_its_limit_is_no_go_and_at_it_is_not() -> None:
    fifty = seen(98) + seen(2, status=Status.ABSENT)
    assert found(decide(fifty), Check.PARSE_LOSS) is Decision.GO
    over = seen(97) + seen(3, status=Status.ABSENT)
    pilot = decide(over)
    assert found(pilot, Check.PARSE_LOSS) is Decision.NO_GO
    assert pilot.decision is Decision.NO_GO


def test_one_cut_reply_is_no_go_though_it_was_read() -> None:
    pilot = decide(seen(10_000) + seen(1, stop=Stop.LENGTH))
    assert [one.check for one in pilot.checked if one.found is Decision.NO_GO] == [Check.TRUNCATION]
    assert pilot.decision is Decision.NO_GO


def test_a_pilot_that_is_too_small_decides_nothing() -> None:
    assert decide(seen(51)).decision is Decision.GO
    assert decide(seen(50)).decision is Decision.UNDECIDED
    all_lost = decide(seen(50, status=Status.ABSENT))
    assert all_lost.decision is Decision.UNDECIDED
    assert found(all_lost, Check.TRANSPORT_LOSS) is Decision.GO


def test_parse_loss_is_of_the_whole_replies() -> None:
    pilot = decide(seen(60) + seen(40, status=Status.UNDELIVERED) + seen(2, status=Status.CONFLICT))
    (one,) = (one for one in pilot.checked if one.check is Check.PARSE_LOSS)
    assert (one.lost, one.of, one.found) == (2, 62, Decision.NO_GO)
    pilot = decide(seen(50) + seen(50, status=Status.UNDELIVERED))
    assert found(pilot, Check.PARSE_LOSS) is Decision.UNDECIDED
    assert (
        pilot.decision is Decision.UNDECIDED
    )  # though the transport is over its limit: what is unknown comes first


def test_every_arm_is_checked_by_itself() -> None:
    pilot = decide(seen(1000, "A") + seen(60, "B") + seen(2, "B", Status.REFUSED) + seen(60, None))
    assert [one.arm for one in pilot.checked if one.found is Decision.NO_GO] == ["B"]
    assert list(dict.fromkeys(one.arm for one in pilot.checked)) == ["A", "B", None]
    assert pilot.draws == 1122


def test_an_arm_that_never_ran_is_missed_when_it_is_expected() -> None:
    assert decide(seen(60)).decision is Decision.GO
    pilot = decide(seen(60), arms=["A", "B"])
    assert {one.arm for one in pilot.checked if one.found is Decision.UNDECIDED} == {"B"}
    assert pilot.decision is Decision.UNDECIDED


def test_a_waiver_sets_one_check_aside() -> None:
    draws = seen(60) + seen(1, stop=Stop.LENGTH) + seen(60, "B") + seen(1, "B", stop=Stop.LENGTH)
    reason = "  a known limit "
    assert decide(draws, waivers=[waiver("truncation", reason)]).decision is Decision.GO
    pilot = decide(draws, waivers=[waiver("truncation:B", reason)])
    assert pilot.decision is Decision.NO_GO
    assert [(one.arm, one.waived) for one in pilot.checked if one.waived] == [("B", "a known limit")]
    assert found(pilot, Check.TRUNCATION, "B") is Decision.NO_GO  # what was found stays to be seen
    pilot = decide(draws, waivers=[waiver("truncation", reason), waiver("refusal", "just in case")])
    assert [one.name for one in pilot.idle] == ["refusal"]


@pytest.mark.parametrize(
    ("waivers", "message"),
    [
        ([("truncated", "x")], "no such check as CHECK or CHECK:ARM; there are: truncation"),
        ([("truncation", " \n")], "needs a reason"),
        ([("truncation:Z", "x")], "no arm 'Z'; there are: A"),
        ([("refusal", "x"), ("refusal:A", "y")], "waived twice"),
        ([("refusal:A", "x"), ("refusal:A", "y")], "waived twice"),
    ],
)
def test_a_waiver_that_says_nothing_is_told(waivers: list[tuple[str, str]], message: str) -> None:
    with pytest.raises(InputError, match=message):
        decide(seen(60), waivers=[waiver(*one) for one in waivers])


def test_draws_of_several_instruments_and_no_draws_are_told() -> None:
    other = [DrawSeen("A", Status.READ, Stop.END, CONTRACT, "2")]
    with pytest.raises(RefusedError, match=r"reader 1; 1 by .*, reader 2"):
        decide(seen(60) + other)
    with pytest.raises(InputError, match="no draws"):
        decide([], arms=["A"])


def test_the_limit_is_that_of_clopper_and_pearson() -> None:
    """Against `scipy.stats.binomtest(k, n, alternative="less")`, whose upper limit is the exact one-sided one."""
    stats = pytest.importorskip("scipy.stats")
    for lost, draws in [(0, 1), (0, 51), (1, 51), (5, 60), (59, 60), (2, 5000), (900, 1000), (2000, 100_000)]:
        wanted = stats.binomtest(lost, draws, alternative="less").proportion_ci(0.95, method="exact").high
        assert upper_limit(lost, draws) == pytest.approx(wanted, rel=1e-9)
    assert upper_limit(60, 60) == upper_limit(0, 0) == 1.0
    assert upper_limit(0, 149) < 0.02 < upper_limit(0, 148)
    with pytest.raises(ValueError, match="is no share"):
        upper_limit(2, 1)


@given(st.integers(0, 3), st.integers(0, 3), st.integers(0, 120))
def test_a_cut_reply_is_never_go(cut: int, absent: int, read: int) -> None:
    draws = seen(read) + seen(absent, status=Status.ABSENT) + seen(cut, status=Status.TRUNCATED)
    if not draws:
        return
    more = [*draws, *seen(1, status=Status.TRUNCATED)]
    assert decide(more).decision is not Decision.GO
    assert decide(draws).decision is not Decision.GO or not cut
