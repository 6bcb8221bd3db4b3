"""Bounds for unread verdicts, flips, and the test of equal loss."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import pytest
import scipy.optimize
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from oyez.stats.bounds import Bounds
from oyez.stats.flips import flips_at
from oyez.stats.imbens_manski import reach
from oyez.stats.loss import equal_loss
from oyez.stats.missing import difference_bounds, mean_bounds, range_bounds, rate_bounds
from oyez.stats.proportion import clopper_pearson, wilson

Column = st.lists(st.integers(0, 10).map(float), max_size=25)


def limits(found: Bounds) -> tuple[float, float]:
    assert found.interval is not None
    return found.interval.low, found.interval.high


# A thousand draws, 800 read, 560 of them ones.
ONES = np.repeat([1.0, 0.0], [560, 240])


def test_a_worked_example() -> None:
    found = mean_bounds(ONES, 200, 0, 1)
    assert (found.low, found.high) == pytest.approx((0.56, 0.76))
    assert found.width == pytest.approx(0.2)
    assert limits(found) == pytest.approx((0.534181, 0.782215), abs=5e-7)


@pytest.mark.parametrize("level", [0.8, 0.95, 0.99])
@pytest.mark.parametrize("width", [0.0, 0.001, 0.01, 0.03, 0.2])
def test_reach_solves_its_equation(width: float, level: float) -> None:
    se = 0.0157

    def excess(c: float) -> float:
        return float(scipy.stats.norm.cdf(c + width / se) - scipy.stats.norm.cdf(-c) - level)

    assert reach(width, se, level) == pytest.approx(scipy.optimize.brentq(excess, 0.0, 4.0), abs=1e-9)


def test_reach_between_its_two_ends() -> None:
    assert reach(0.0, 1.0, 0.95) == pytest.approx(1.959964, abs=5e-7)
    assert reach(1.0, 1e-9, 0.95) == pytest.approx(1.644854, abs=5e-7)
    assert reach(0.2, 0.0, 0.95) == pytest.approx(1.644854, abs=5e-7)


@given(values=Column, unread=st.integers(0, 12))
def test_bounds_are_reached_by_filling_in(values: list[float], unread: int) -> None:
    found = mean_bounds(values, unread, 0, 10)
    if not values and not unread:
        assert found.low is None
        return
    assert found.low == pytest.approx(np.mean(values + [0.0] * unread))
    assert found.high == pytest.approx(np.mean(values + [10.0] * unread))
    if found.interval is not None:
        assert 0.0 <= found.interval.low <= (found.low or 0.0) + 1e-12
        assert (found.high or 0.0) - 1e-12 <= found.interval.high <= 10.0


def test_exact_limits_are_clopper_pearson_when_all_is_read() -> None:
    found = rate_bounds(13, 60, 0)
    theirs = clopper_pearson(13, 60).interval
    assert theirs is not None
    assert limits(found) == pytest.approx((theirs.low, theirs.high), abs=1e-9)


def test_exact_limits_when_much_is_unread_are_one_sided() -> None:
    low, high = limits(rate_bounds(560, 800, 200))
    assert low == pytest.approx(scipy.stats.binomtest(560, 1000).proportion_ci(0.9, "exact").low, abs=1e-9)
    assert high == pytest.approx(scipy.stats.binomtest(760, 1000).proportion_ci(0.9, "exact").high, abs=1e-9)


@given(n=st.integers(0, 60), lost=st.integers(0, 60), data=st.data())
def test_rate_bounds_never_fail(n: int, lost: int, data: st.DataObject) -> None:
    k = data.draw(st.integers(0, n))
    found = rate_bounds(k, n, lost)
    if n + lost == 0:
        assert found.reason == "nothing was asked for"
        return
    low, high = limits(found)
    assert 0.0 <= low <= k / (n + lost) <= (k + lost) / (n + lost) <= high <= 1.0


def test_all_unread_leaves_the_whole_scale() -> None:
    found = mean_bounds([], 7, 1, 5)
    assert (found.low, found.high) == (1.0, 5.0)
    assert limits(found) == (1.0, 5.0)


def test_all_tied_and_nothing_unread_gives_a_reason() -> None:
    found = mean_bounds([3.0, 3.0], 0, 1, 5)
    assert (found.low, found.high, found.interval) == (3.0, 3.0, None)
    assert found.reason is not None
    assert range_bounds([1.0, 2.0], [1.0, 2.0], [4, 4]).reason is not None


@given(k=st.integers(0, 40), n=st.integers(1, 40))
def test_the_score_form_is_wilson_when_all_is_read(k: int, n: int) -> None:
    ones, total = min(k, n), n
    values = [1.0] * ones + [0.0] * (total - ones)
    theirs = wilson(ones, total).interval
    assert theirs is not None
    expected = (theirs.low, theirs.high)
    assert limits(mean_bounds(values, 0, 0, 1, form="score")) == pytest.approx(expected, abs=1e-9)
    # The same on another scale.
    stretched = mean_bounds([2.0 + 10.0 * v for v in values], 0, 2, 12, form="score")
    assert limits(stretched) == pytest.approx([2.0 + 10.0 * end for end in expected], abs=1e-8)


def test_the_score_form_when_much_is_unread_is_one_sided() -> None:
    found = mean_bounds(ONES, 200, 0, 1, form="score")
    low, high = wilson(560, 1000, 0.9).interval, wilson(760, 1000, 0.9).interval
    assert low is not None
    assert high is not None
    assert limits(found) == pytest.approx((low.low, high.high), abs=1e-6)


@given(values=Column, unread=st.integers(0, 12))
def test_the_score_form_stays_on_the_scale_and_never_fails(values: list[float], unread: int) -> None:
    found = mean_bounds(values, unread, 0, 10, form="score")
    if not values and not unread:
        assert found.reason == "nothing was asked for"
        return
    low, high = limits(found)
    assert 0.0 <= low <= (found.low or 0.0) + 1e-9
    assert (found.high or 0.0) - 1e-9 <= high <= 10.0


def test_clusters_widen_the_interval() -> None:
    lows, highs = np.tile(ONES[:600], 2), np.tile(ONES[:600], 2)
    alone = range_bounds(lows, highs)
    paired = range_bounds(lows, highs, np.tile(np.arange(600), 2))
    assert (alone.units, paired.units) == (1200, 600)
    assert paired.se_low == pytest.approx((alone.se_low or 0) * math.sqrt(2.0 * 600 / 599), rel=1e-9)


def test_difference_bounds_and_their_sign() -> None:
    a, b = rate_bounds(90, 95, 5), rate_bounds(60, 95, 5)
    found = difference_bounds(a, b)
    assert (found.low, found.high) == pytest.approx((0.90 - 0.65, 0.95 - 0.60))
    assert found.sign == 1
    assert difference_bounds(b, a).sign == -1
    assert difference_bounds(a, rate_bounds(85, 90, 10)).sign == 0
    se = math.hypot(math.sqrt(0.9 * 0.1 / 100), math.sqrt(0.65 * 0.35 / 100))
    assert found.se_low == pytest.approx(se)
    assert difference_bounds(a, rate_bounds(0, 0, 0)).low is None
    assert difference_bounds(a, rate_bounds(0, 0, 0)).sign is None
    tied = mean_bounds([1.0, 1.0], 0, 0, 1)
    assert difference_bounds(tied, a).interval is None


def test_paired_difference_bounds_are_the_same_and_sharper() -> None:
    draw = np.random.default_rng(4)
    truth = draw.random(300) < 0.6
    a, b = truth.astype(float), (truth ^ (draw.random(300) < 0.1)).astype(float)
    lost_a, lost_b = draw.random(300) < 0.1, draw.random(300) < 0.1
    low_a, high_a = np.where(lost_a, 0.0, a), np.where(lost_a, 1.0, a)
    low_b, high_b = np.where(lost_b, 0.0, b), np.where(lost_b, 1.0, b)
    paired = range_bounds(low_a - high_b, high_a - low_b)
    apart = difference_bounds(range_bounds(low_a, high_a), range_bounds(low_b, high_b))
    assert (paired.low, paired.high) == pytest.approx((apart.low, apart.high))
    assert limits(paired)[1] - limits(paired)[0] < limits(apart)[1] - limits(apart)[0]


@pytest.mark.parametrize(
    ("call", "match"),
    [
        (lambda: mean_bounds([2.0], 0, 0, 1), "scale"),
        (lambda: mean_bounds([0.5], -1, 0, 1), "whole number"),
        (lambda: mean_bounds([0.5], 0, 1, 0), "scale"),
        (lambda: rate_bounds(3, 2, 0), "3 ones"),
        (lambda: range_bounds([1.0], [0.0]), "no low above"),
        (lambda: range_bounds([1.0], [1.0, 2.0]), "pair up"),
        (lambda: range_bounds([1.0], [1.0], form="score"), "needs the scale"),
        (lambda: range_bounds([1.0], [1.0], form="exact"), "form"),  # type: ignore[arg-type]
        (lambda: flips_at([2.0], 0, [0.0], 0, 0, 1), "scale"),
        (lambda: equal_loss([1], [1, 2]), "arms"),
        (lambda: equal_loss([3, 0], [2, 1]), "more draws"),
    ],
)
def test_what_cannot_be_is_refused(call: Any, match: str) -> None:
    with pytest.raises(ValueError, match=match):
        call()


def test_flips_counted_by_hand() -> None:
    # a: 8 of 10 read, 2 unread; b: 6 of 10 read, 5 unread. Lead 0.2. One unread of a gone wrong costs
    # 0.8/12 = 0.0667, one of b gone right 0.4/15 = 0.0267. Two of a: 0.1333; three of b: 0.08.
    found = flips_at([1] * 8 + [0] * 2, 2, [1] * 6 + [0] * 4, 5, 0, 1)
    assert (found.leader, found.needed, found.unread) == ("a", 5, 7)
    assert found.reason is None
    # With the arms exchanged the same number undoes the lead.
    back = flips_at([1] * 6 + [0] * 4, 5, [1] * 8 + [0] * 2, 2, 0, 1)
    assert (back.leader, back.needed) == ("b", 5)


def test_a_lead_may_survive_all_unread() -> None:
    found = flips_at([1] * 10, 1, [0] * 10, 1, 0, 1)
    assert (found.leader, found.needed) == ("a", None)
    assert found.reason == "the lead survives all unread verdicts"
    assert flips_at([1.0], 0, [0.0], 0, 0, 1).needed is None
    assert flips_at([], 3, [1.0], 0, 0, 1).reason == "an arm has no read verdict"
    assert flips_at([1.0], 3, [1.0], 0, 0, 1).reason == "the two arms have the same mean"


@given(a=Column, b=Column, lost_a=st.integers(0, 4), lost_b=st.integers(0, 4))
def test_flips_against_all_ways_of_filling_in(
    a: list[float], b: list[float], lost_a: int, lost_b: int
) -> None:
    found = flips_at(a, lost_a, b, lost_b, 0, 10)
    if found.leader is None:
        return
    if found.leader == "b":
        a, b, lost_a, lost_b = b, a, lost_b, lost_a
    mean_a, mean_b = float(np.mean(a)), float(np.mean(b))
    undone = [
        x + y
        for x, y in itertools.product(range(lost_a + 1), range(lost_b + 1))
        if np.mean(a + [0.0] * x + [mean_a] * (lost_a - x))
        <= np.mean(b + [10.0] * y + [mean_b] * (lost_b - y)) + 1e-9
    ]
    assert found.needed == (min(undone) if undone else None)


@given(data=st.data())
def test_equal_loss_of_two_arms_is_fishers_test(data: st.DataObject) -> None:
    asked = [data.draw(st.integers(1, 40)), data.draw(st.integers(1, 40))]
    lost = [data.draw(st.integers(0, n)) for n in asked]
    found = equal_loss(lost, asked)
    if sum(lost) in (0, sum(asked)):
        assert found.p_value is None
        return
    table = [[lost[0], lost[1]], [asked[0] - lost[0], asked[1] - lost[1]]]
    assert found.p_value == pytest.approx(scipy.stats.fisher_exact(table)[1], abs=1e-12)


def test_equal_loss_of_several_large_arms_is_pearsons_test() -> None:
    lost, asked = [30, 45, 20], [400, 420, 390]
    found = equal_loss(lost, asked)
    table = [lost, [n - k for k, n in zip(lost, asked, strict=True)]]
    theirs = scipy.stats.chi2_contingency(table, correction=False)
    assert found.method == "chi-squared"
    assert found.statistic == pytest.approx(theirs.statistic)
    assert found.p_value == pytest.approx(theirs.pvalue)


def test_equal_loss_of_several_small_arms_by_full_enumeration() -> None:
    lost, asked = [4, 0, 1], [12, 10, 9]
    found = equal_loss(lost, asked)
    assert found.method == "chi-squared, permuted"
    exact = 0.0
    for deal in itertools.product(*(range(n + 1) for n in asked)):
        if sum(deal) == sum(lost):
            ways = math.prod(math.comb(n, k) for n, k in zip(asked, deal, strict=True))
            table = [list(deal), [n - k for k, n in zip(deal, asked, strict=True)]]
            chi = scipy.stats.chi2_contingency(table, correction=False).statistic
            exact += ways * (chi >= (found.statistic or 0.0) - 1e-9)
    exact /= math.comb(sum(asked), sum(lost))
    assert found.p_value == pytest.approx(exact, abs=4 * math.sqrt(exact * (1 - exact) / 20_000) + 1e-4)


@pytest.mark.parametrize(
    ("lost", "asked", "reason"),
    [
        ([], [], "fewer than two arms"),
        ([1], [3], "fewer than two arms"),
        ([1, 0], [3, 0], "fewer than two arms"),
        ([0, 0], [3, 4], "no draw was lost"),
        ([3, 4, 2], [3, 4, 2], "every draw was lost"),
    ],
)
def test_equal_loss_without_anything_to_compare(lost: list[int], asked: list[int], reason: str) -> None:
    found = equal_loss(lost, asked)
    assert found.p_value is None
    assert found.reason is not None
    assert reason in found.reason
