"""Differences on shared items, of proportions, tests for pairs, and the number of items needed."""

from __future__ import annotations

import math

import numpy as np
import pytest
import scipy.optimize
import scipy.stats
import truescore.compare
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.contingency_tables import mcnemar as sm_mcnemar
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.power import NormalIndPower
from statsmodels.stats.proportion import confint_proportions_2indep

from oyez.stats.difference import newcombe, newcombe_paired, tango
from oyez.stats.mean import mean
from oyez.stats.paired import item_means, paired_difference, shared_items
from oyez.stats.power import Variances, items_needed, visible_difference
from oyez.stats.result import Statistic
from oyez.stats.significance import exact_sign, holm, mcnemar

Part = st.integers(1, 120).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))
Table = st.tuples(*[st.integers(0, 25)] * 4).filter(lambda t: sum(t) > 0)


def limits(found: Statistic) -> tuple[float, float]:
    assert found.interval is not None
    return found.interval.low, found.interval.high


def test_shared_items_average_draws_and_count_the_rest() -> None:
    found = shared_items(["x", "y", "x", "z"], [1, 4, 2, 9], ["y", "x", "w", "v"], [1, 1, 5, 5])
    assert list(found.items) == ["x", "y"]
    assert list(found.differences) == [0.5, 3.0]
    assert (found.only_a, found.only_b) == (1, 2)


def test_paired_difference_is_the_paired_t_interval() -> None:
    draw = np.random.default_rng(2)
    a = draw.normal(size=40)
    b = a + draw.normal(0.3, 0.5, size=40)
    order = draw.permutation(40)
    found = paired_difference(range(40), a, order, b[order], 0.9)
    theirs = scipy.stats.ttest_rel(a, b).confidence_interval(0.9)
    assert limits(found.difference) == pytest.approx((theirs.low, theirs.high), rel=1e-9)
    assert found.difference.value == pytest.approx(float((a - b).mean()))
    assert (found.difference.n, found.only_a, found.only_b) == (40, 0, 0)


def test_paired_difference_without_shared_items() -> None:
    found = paired_difference([1, 2], [0.0, 1.0], [3], [1.0])
    assert found.difference.value is None
    assert found.difference.reason == "there are no observations"
    assert (found.only_a, found.only_b) == (2, 1)
    assert paired_difference([], [], [], []).difference.value is None


def test_groups_of_items_go_through_the_clustered_mean() -> None:
    found = shared_items([1, 2, 3, 4], [1, 0, 1, 1], [1, 2, 3, 4], [0, 0, 1, 0])
    grouped = mean(found.differences, [0, 0, 1, 1])
    assert (grouped.n, grouped.clusters) == (4, 2)
    assert grouped.value == 0.5


def test_item_means_refuses_what_does_not_pair_up() -> None:
    with pytest.raises(ValueError, match="items"):
        item_means([1], [1.0, 2.0])


def test_newcombe_independent() -> None:
    # Newcombe 1998, Statistics in Medicine 17:873, table II (a), method 10.
    assert limits(newcombe(56, 70, 48, 80)) == pytest.approx((0.0524, 0.3339), abs=5e-5)


@given(a=Part, b=Part, level=st.sampled_from([0.8, 0.95]))
def test_newcombe_against_statsmodels(a: tuple[int, int], b: tuple[int, int], level: float) -> None:
    theirs = confint_proportions_2indep(*a, *b, method="newcomb", compare="diff", alpha=1 - level)
    assert limits(newcombe(*a, *b, level)) == pytest.approx(theirs, abs=1e-9)


# Cavo et al. 2012, in Fagerland, Lydersen and Laake 2017, "Statistical Analysis of Contingency Tables",
# chapter 8: 59 both, 6 only before, 16 only after, 80 neither. Values as the book's R package
# `contingencytables` prints them.
def test_paired_proportions_of_a_textbook() -> None:
    assert limits(newcombe_paired(59, 6, 16, 80)) == pytest.approx((-0.1186, -0.0046), abs=5e-5)
    assert limits(tango(6, 16, 161)) == pytest.approx((-0.1240, -0.0054), abs=5e-5)
    assert tango(6, 16, 161).value == newcombe_paired(59, 6, 16, 80).value == pytest.approx(-10 / 161)
    assert exact_sign(6, 16).p_value == pytest.approx(0.052479, abs=5e-7)
    assert mcnemar(6, 16).p_value == pytest.approx(0.033006, abs=5e-7)


def restricted_z(b: int, c: int, n: int, delta: float) -> float:
    """Tango's statistic with its restricted estimate found by numerical maximisation."""

    def loss(p21: float) -> float:
        p12, rest = p21 + delta, 1.0 - 2.0 * p21 - delta
        parts = ((b, p12), (c, p21), (n - b - c, rest))
        if any(p <= 0.0 for _, p in parts):
            return float("inf")
        return -sum(k * math.log(p) for k, p in parts)

    low, high = max(0.0, -delta), (1.0 - delta) / 2.0
    p21: float = scipy.optimize.minimize_scalar(
        loss, bounds=(low, high), method="bounded", options={"xatol": 1e-12}
    ).x
    return float((b - c - n * delta) / np.sqrt(n * (2 * p21 + delta * (1 - delta))))


@pytest.mark.parametrize(("b", "c", "n"), [(6, 16, 161), (12, 2, 50), (1, 9, 12), (5, 5, 10), (3, 0, 40)])
def test_tango_limits_solve_the_score_equation(b: int, c: int, n: int) -> None:
    low, high = limits(tango(b, c, n))
    z = scipy.stats.norm.ppf(0.975)
    assert restricted_z(b, c, n, low) == pytest.approx(z, abs=2e-4)
    assert restricted_z(b, c, n, high) == pytest.approx(-z, abs=2e-4)


def test_tango_without_discordant_items_has_a_known_width() -> None:
    # With b = c = 0 the score equation solves to z^2 / (n + z^2).
    z2 = scipy.stats.norm.ppf(0.975) ** 2
    assert limits(tango(0, 0, 30)) == pytest.approx((-z2 / (30 + z2), z2 / (30 + z2)), abs=1e-9)


@given(table=Table)
def test_paired_intervals_hold_their_difference_and_mirror(table: tuple[int, int, int, int]) -> None:
    e, f, g, h = table
    for one, other in (
        (newcombe_paired(e, f, g, h), newcombe_paired(e, g, f, h)),
        (tango(f, g, sum(table)), tango(g, f, sum(table))),
    ):
        low, high = limits(one)
        assert -1.0 <= low <= (f - g) / sum(table) + 1e-12
        assert (f - g) / sum(table) - 1e-12 <= high <= 1.0
        assert (-high, -low) == pytest.approx(limits(other), abs=1e-9)


def test_no_pairs_give_a_reason() -> None:
    assert tango(0, 0, 0).value is None
    assert newcombe_paired(0, 0, 0, 0).reason == "there are no observations"
    assert newcombe(0, 0, 1, 2).reason == "there are no observations"


def test_impossible_tables_are_refused() -> None:
    with pytest.raises(ValueError, match="items"):
        tango(3, 3, 5)
    with pytest.raises(ValueError, match="successes"):
        newcombe(3, 2, 0, 1)
    with pytest.raises(ValueError, match="whole number"):
        newcombe_paired(1, -1, 0, 0)


def test_mcnemar_of_agresti() -> None:
    # Agresti, Categorical Data Analysis, section 10.1: approval ratings, 794/86/150/570.
    found = mcnemar(86, 150)
    assert found.statistic == pytest.approx(17.3559, abs=5e-5)
    assert exact_sign(86, 150).p_value == pytest.approx(3.7159e-5, rel=1e-4)


@given(b=st.integers(0, 60), c=st.integers(0, 60))
def test_mcnemar_against_statsmodels(b: int, c: int) -> None:
    if b + c == 0:
        return
    table = [[3, b], [c, 4]]
    assert exact_sign(b, c).p_value == pytest.approx(sm_mcnemar(table, exact=True).pvalue, rel=1e-9)
    theirs = sm_mcnemar(table, exact=False, correction=False)
    assert mcnemar(b, c).p_value == pytest.approx(theirs.pvalue, rel=1e-9)
    assert mcnemar(b, c).statistic == pytest.approx(theirs.statistic, rel=1e-12)


def test_mcnemar_without_discordant_items() -> None:
    for found in (mcnemar(0, 0), exact_sign(0, 0)):
        assert found.p_value is None
        assert found.reason is not None


@settings(max_examples=15)  # statsmodels collects garbage in each call
@given(ps=st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_holm_against_two_packages(ps: list[float]) -> None:
    found = holm(ps)
    assert found == pytest.approx(tuple(multipletests(ps, method="holm")[1]), abs=1e-12)
    assert found == pytest.approx(tuple(truescore.compare.holm(ps)), abs=1e-12)


def test_holm_leaves_missing_tests_out() -> None:
    assert holm([0.01, None, 0.04]) == (0.02, None, 0.04)
    assert holm([]) == ()
    with pytest.raises(ValueError, match="between 0 and 1"):
        holm([1.2])


def test_items_needed_of_the_paper() -> None:
    # Miller 2024, section 5: differences of 0.03 at omega^2 = 1/9 take about 1000 questions (969).
    found = items_needed(0.03, Variances(between=1 / 9))
    assert found.exact == pytest.approx(968.997, abs=5e-4)
    assert found.items == 969


@pytest.mark.parametrize(("difference", "power", "draws"), [(0.1, 0.8, 1), (0.05, 0.9, 4), (-0.2, 0.95, 10)])
def test_items_needed_against_statsmodels(difference: float, power: float, draws: int) -> None:
    variances = Variances(between=0.1, within_a=0.2, within_b=0.1, draws_a=draws, draws_b=2 * draws)
    spread = (0.1 + 0.2 / draws + 0.1 / (2 * draws)) ** 0.5
    theirs = NormalIndPower().solve_power(abs(difference) / spread, None, 0.05, power, 0, "two-sided")
    found = items_needed(difference, variances, 0.95, power)
    # statsmodels also counts rejections on the wrong side, which are rarer than 1e-6 here.
    assert found.exact == pytest.approx(theirs, rel=1e-4)
    assert visible_difference(found.items, variances, 0.95, power) <= abs(difference)
    if found.items > 1:
        assert visible_difference(found.items - 1, variances, 0.95, power) > abs(difference)


def test_power_refuses_what_has_no_answer() -> None:
    with pytest.raises(ValueError, match="difference of 0"):
        items_needed(0.0, Variances(between=1.0))
    with pytest.raises(ValueError, match="variances"):
        Variances(between=-1.0)
    with pytest.raises(ValueError, match="at least one item"):
        visible_difference(0, Variances(between=1.0))
