"""Intervals for one proportion, against Newcombe's table, scipy and statsmodels."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest
from statsmodels.stats.proportion import proportion_confint

from oyez.stats.proportion import clopper_pearson, jeffreys, rule_of_three, wilson
from oyez.stats.result import Statistic

Counts = st.integers(1, 400).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


def limits(found: Statistic) -> tuple[float, float]:
    assert found.interval is not None
    return found.interval.low, found.interval.high


# Newcombe 1998, Statistics in Medicine 17:857, table I, methods 3 (score) and 5 (exact).
NEWCOMBE = [
    (81, 263, (0.2553, 0.3662), (0.2527, 0.3676)),
    (15, 148, (0.0624, 0.1605), (0.0578, 0.1617)),
    (0, 20, (0.0, 0.1611), (0.0, 0.1684)),
    (1, 29, (0.0061, 0.1718), (0.0009, 0.1776)),
]


@pytest.mark.parametrize(("k", "n", "score", "exact"), NEWCOMBE)
def test_newcombe_table(k: int, n: int, score: tuple[float, float], exact: tuple[float, float]) -> None:
    assert limits(wilson(k, n)) == pytest.approx(score, abs=5e-5)
    assert limits(clopper_pearson(k, n)) == pytest.approx(exact, abs=5e-5)
    assert wilson(k, n).value == clopper_pearson(k, n).value == k / n


@given(counts=Counts, level=st.sampled_from([0.8, 0.9, 0.95, 0.99]))
def test_against_scipy_and_statsmodels(counts: tuple[int, int], level: float) -> None:
    k, n = counts
    test = binomtest(k, n)
    assert limits(wilson(k, n, level)) == pytest.approx(tuple(test.proportion_ci(level, "wilson")), abs=1e-9)
    assert limits(clopper_pearson(k, n, level)) == pytest.approx(
        tuple(test.proportion_ci(level, "exact")), abs=1e-9
    )
    theirs = list(proportion_confint(k, n, 1.0 - level, "jeffreys"))
    # statsmodels has no correction at the ends; ours is that of Brown, Cai and DasGupta.
    theirs = [0.0 if k == 0 else theirs[0], 1.0 if k == n else theirs[1]]
    assert limits(jeffreys(k, n, level)) == pytest.approx(theirs, abs=1e-9)


@given(counts=Counts)
def test_an_interval_holds_its_share_and_mirrors(counts: tuple[int, int]) -> None:
    k, n = counts
    for method in (wilson, clopper_pearson, jeffreys):
        low, high = limits(method(k, n))
        assert 0.0 <= low <= k / n <= high <= 1.0
        assert (1.0 - high, 1.0 - low) == pytest.approx(limits(method(n - k, n)), abs=1e-9)


def test_rule_of_three() -> None:
    found = rule_of_three(300)
    assert limits(found) == pytest.approx((0.0, 0.0099361), abs=1e-7)
    exact = binomtest(0, 300, alternative="less").proportion_ci(0.95, "exact")
    assert limits(found)[1] == pytest.approx(exact.high, abs=1e-12)


@pytest.mark.parametrize("method", [wilson, clopper_pearson, jeffreys])
def test_nothing_observed_gives_a_reason(method: Callable[[int, int], Statistic]) -> None:
    found = method(0, 0)
    assert (found.value, found.interval) == (None, None)
    assert found.reason == "there are no observations"
    assert rule_of_three(0).value is None


@pytest.mark.parametrize("method", [wilson, clopper_pearson, jeffreys])
@pytest.mark.parametrize(("k", "n"), [(-1, 5), (6, 5), (1, -1), (0.5, 5)])
def test_impossible_counts_are_refused(method: Callable[..., Statistic], k: float, n: int) -> None:
    with pytest.raises(ValueError, match=r"whole number|successes in"):
        method(k, n)


@pytest.mark.parametrize("method", [wilson, clopper_pearson, jeffreys])
def test_a_level_outside_0_and_1_is_refused(method: Callable[..., Statistic]) -> None:
    with pytest.raises(ValueError, match="level"):
        method(1, 5, 95)
