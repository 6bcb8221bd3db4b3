"""Means, clustered standard errors and the bootstrap, against scipy and statsmodels."""

from __future__ import annotations

import math
from typing import Literal, get_args

import numpy as np
import pytest
import scipy.stats
import statsmodels.api as sm
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.proportion import proportion_confint
from statsmodels.stats.weightstats import CompareMeans, DescrStatsW

from oyez.stats.bootstrap import (
    Limits,
    bootstrap_mean,
    guarded_percentiles,
    resampled_counts,
    resampled_means,
)
from oyez.stats.cluster import Form
from oyez.stats.mean import clustered_rate, difference_of_means, mean
from oyez.stats.result import Statistic

# Twelve 0/1 draws of five items, small enough to check by hand: the mean is 2/3.
DRAWS = [1, 1, 0, 1, 0, 0, 1, 1, 1, 0, 1, 1]
ITEMS = [0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 3, 4]

Finite = st.floats(-100, 100).map(lambda x: round(x, 3))
Clustered = st.lists(st.tuples(Finite, st.integers(0, 6)), min_size=2, max_size=40)


def limits(found: Statistic) -> tuple[float, float]:
    assert found.interval is not None
    return found.interval.low, found.interval.high


@pytest.mark.parametrize(
    ("form", "se"), [("miller", 0.1117406), ("uncorrected", 0.1039349), ("c/(c-1)", 0.1162028)]
)
def test_the_three_forms_of_the_clustered_standard_error(form: Form, se: float) -> None:
    found = mean(DRAWS, ITEMS, form=form)
    assert found.se == pytest.approx(se, abs=5e-8)
    assert found.value == pytest.approx(2 / 3)
    assert (found.n, found.clusters) == (12, 5)
    assert form in found.method


def test_the_plain_standard_error() -> None:
    assert mean(DRAWS).se == pytest.approx(0.1421338, abs=5e-8)
    assert mean(DRAWS).se == pytest.approx(float(scipy.stats.sem(DRAWS)))


def test_the_paper_form_by_its_double_sum() -> None:
    # Miller 2024, equation 4, written out pair by pair.
    s, n = np.array(DRAWS, dtype=float), len(DRAWS)
    r = s - s.mean()
    pairs = sum(r[i] * r[j] for i in range(n) for j in range(n) if i != j and ITEMS[i] == ITEMS[j])
    by_hand = math.sqrt(float((r**2).sum()) / (n * (n - 1)) + pairs / n**2)
    assert mean(DRAWS, ITEMS, form="miller").se == pytest.approx(by_hand, rel=1e-12)


@given(rows=Clustered)
def test_clustered_standard_error_is_that_of_statsmodels(rows: list[tuple[float, int]]) -> None:
    values, clusters = (np.array(column) for column in zip(*rows, strict=True))
    found = mean(values, clusters)
    if found.se is None or found.se < 1e-6:
        return
    fit = sm.OLS(values, np.ones(len(values))).fit(
        cov_type="cluster", cov_kwds={"groups": clusters}, use_t=True
    )
    assert found.se == pytest.approx(float(fit.bse[0]), rel=1e-6)
    assert limits(found) == pytest.approx(tuple(fit.conf_int()[0]), rel=1e-6, abs=1e-9)


@given(values=st.lists(Finite, min_size=2, max_size=30))
def test_intervals_of_the_plain_mean(values: list[float]) -> None:
    if max(values) - min(values) < 1e-3:
        return
    data = DescrStatsW(values)
    assert limits(mean(values, level=0.9)) == pytest.approx(data.tconfint_mean(0.1), rel=1e-9, abs=1e-9)
    normal = mean(values, level=0.9, quantile="normal")
    assert limits(normal) == pytest.approx(data.zconfint_mean(0.1), rel=1e-9, abs=1e-9)


@given(values=st.lists(Finite, min_size=2, max_size=20))
def test_one_value_a_cluster_is_the_plain_mean(values: list[float]) -> None:
    alone = mean(values)
    assert mean(values, range(len(values))).se == alone.se
    for form in get_args(Form):
        if form != "uncorrected" and alone.se:
            assert mean(values, range(len(values)), form=form).se == pytest.approx(alone.se, rel=1e-9)


def test_clusters_may_be_words_and_their_order_does_not_matter() -> None:
    named = mean(DRAWS[::-1], [f"item {i}" for i in ITEMS[::-1]])
    assert named.se == pytest.approx(mean(DRAWS, ITEMS).se, rel=1e-12)


def test_clustered_rate_is_wilson_on_the_effective_number() -> None:
    values, clusters = np.tile(DRAWS, 20), np.repeat(np.arange(100), 12 * 20 // 100 + 1)[: 12 * 20]
    found = clustered_rate(values, clusters)
    assert found.se is not None
    assert found.clusters is not None
    share = float(values.mean())
    trials = share * (1 - share) / found.se**2
    t = scipy.stats.t.ppf(0.975, found.clusters - 1)
    alpha = 2 * scipy.stats.norm.sf(t)
    theirs = proportion_confint(share * trials, trials, alpha, "wilson")
    assert limits(found) == pytest.approx(theirs, abs=1e-9)


def test_clustered_rate_without_any_failure_counts_clusters() -> None:
    found = clustered_rate([1] * 30, np.repeat(range(10), 3))
    assert found.value == 1.0
    low, high = limits(found)
    assert high == 1.0
    # Ten observations, not thirty.
    alpha = 2 * scipy.stats.norm.sf(scipy.stats.t.ppf(0.975, 9))
    assert low == pytest.approx(proportion_confint(10, 10, alpha, "wilson")[0], abs=1e-9)


def test_difference_of_independent_means() -> None:
    left, right = [1, 2, 3, 4, 9.0], [2, 2, 3, 1.0]
    a, b = mean(left), mean(right)
    found = difference_of_means(a, b)
    assert found.value == pytest.approx(3.8 - 2.0)
    theirs = CompareMeans(DescrStatsW(left), DescrStatsW(right)).zconfint_diff(usevar="unequal")
    assert limits(found) == pytest.approx(theirs, rel=1e-9)
    assert difference_of_means(a, mean([])).reason == "there are no observations"
    assert difference_of_means(a, mean([3.0])).reason is not None


@pytest.mark.parametrize(
    ("values", "clusters", "value", "reason"),
    [
        ([], None, None, "there are no observations"),
        ([], [], None, "there are no observations"),
        ([3.0], None, 3.0, "one observation says nothing about its spread"),
        ([1.0, 2.0], [7, 7], 1.5, "one cluster says nothing about how clusters differ"),
        ([2.0, 2.0, 2.0], None, 2.0, "all values are equal"),
        ([0.1] * 7, [1, 1, 2, 2, 3, 3, 3], 0.1, "all values are equal"),
        ([0.1, 0.7, 0.1, 0.7, 0.1, 0.7], [1, 1, 2, 2, 3, 3], 0.4, "all clusters have the same mean"),
    ],
)
def test_degenerate_data_give_a_reason_not_an_error(
    values: list[float], clusters: list[int] | None, value: float | None, reason: str
) -> None:
    for found in (mean(values, clusters), bootstrap_mean(values, clusters, resamples=200)):
        assert found.value == (None if value is None else pytest.approx(value))
        assert found.interval is None
        assert found.reason is not None
        if "one observation" not in reason:
            assert found.reason.startswith(reason)


@pytest.mark.parametrize(
    ("values", "clusters", "match"),
    [
        ([1.0, math.nan], None, "NaN"),
        ([1.0, math.inf], None, "infinity"),
        ([[1.0]], None, "one row"),
        ([1.0, 2.0], [1], "clusters"),
    ],
)
def test_what_is_not_data_is_refused(values: list[float], clusters: list[int] | None, match: str) -> None:
    with pytest.raises(ValueError, match=match):
        mean(values, clusters)


def test_unknown_names_are_refused() -> None:
    with pytest.raises(ValueError, match="form"):
        mean(DRAWS, ITEMS, form="cr2")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="quantile"):
        mean(DRAWS, ITEMS, quantile="z")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="zeros and ones"):
        clustered_rate([0, 2], [1, 2])
    with pytest.raises(ValueError, match="limits"):
        bootstrap_mean(DRAWS, ITEMS, limits="basic")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="resamples"):
        bootstrap_mean(DRAWS, ITEMS, resamples=10)


def test_few_clusters_and_rare_values_are_warned_of() -> None:
    assert len(mean(DRAWS, ITEMS).warnings) == 2
    assert "5 units" in mean(DRAWS, ITEMS).warnings[0]
    many = mean([0, 1] * 200)
    assert many.warnings == ()
    rare = mean([0] * 390 + [1] * 10)
    assert "rarer value" in rare.warnings[0]
    assert mean([1.0, 2.5] * 60).warnings == ()


def test_the_bootstrap_is_seeded() -> None:
    one, two = bootstrap_mean(DRAWS, ITEMS, seed=3), bootstrap_mean(DRAWS, ITEMS, seed=3)
    assert one == two
    assert one != bootstrap_mean(DRAWS, ITEMS, seed=4)


def test_the_bootstrap_standard_error_is_the_one_it_estimates() -> None:
    # Over equal clusters, the resampled mean has exactly the uncorrected clustered standard error.
    draw = np.random.default_rng(11)
    values, clusters = draw.random(600), np.repeat(np.arange(200), 3)
    found = bootstrap_mean(values, clusters, resamples=20_000)
    exact = mean(values, clusters, form="uncorrected").se
    assert found.se == pytest.approx(exact, rel=0.03)


def test_the_bootstrap_against_scipy() -> None:
    draw = np.random.default_rng(5)
    values, clusters = draw.exponential(size=480), np.repeat(np.arange(120), 4)
    means = values.reshape(120, 4).mean(axis=1)
    names: tuple[tuple[Literal["percentile", "BCa"], Limits], ...] = (
        ("percentile", "percentile"),
        ("BCa", "bca"),
    )
    for method, limits_by in names:
        theirs = scipy.stats.bootstrap(
            (means,), np.mean, n_resamples=20_000, method=method, rng=np.random.default_rng(6)
        ).confidence_interval
        found = bootstrap_mean(values, clusters, limits=limits_by, expand=False, resamples=20_000)
        spread = float(found.se or 0.0)
        assert limits(found) == pytest.approx((theirs.low, theirs.high), abs=0.06 * spread)


def test_the_expanded_bootstrap_of_symmetric_values_is_the_t_interval() -> None:
    # Hesterberg's expansion makes up for the two ways in which few clusters narrow the bootstrap.
    values = scipy.stats.norm.ppf((np.arange(20) + 0.5) / 20)
    wide = limits(bootstrap_mean(values, limits="percentile", resamples=200_000))
    exact = limits(mean(values))
    narrow = limits(bootstrap_mean(values, limits="percentile", expand=False, resamples=200_000))
    # The mean of 20 values has slightly lighter tails than a normal variable, hence 2%.
    assert wide == pytest.approx(exact, rel=0.02)
    assert narrow[1] == pytest.approx(exact[1] * 1.959964 / 2.093024 * (19 / 20) ** 0.5, rel=0.02)


def test_resampled_means_are_the_means_of_resampled_rows() -> None:
    # The same picks, applied to rows instead of sums.
    sums, sizes = np.array([3.0, 10.0, 1.0]), np.array([2.0, 5.0, 1.0])
    rows = [np.array([1.0, 2.0]), np.array([2.0, 2.0, 2.0, 2.0, 2.0]), np.array([1.0])]
    picks = np.random.default_rng(9).integers(0, 3, (50, 3))
    by_rows = [np.concatenate([rows[c] for c in pick]).mean() for pick in picks]
    assert resampled_means(sums, sizes, 50, 9) == pytest.approx(by_rows, rel=1e-12)


def test_resampled_counts_add_up() -> None:
    drawn = list(resampled_counts(7, 300, 0))
    assert len(drawn) == 300
    assert all(row.sum() == 7 and len(row) == 7 for row in drawn)
    assert np.mean(drawn, axis=0) == pytest.approx(np.ones(7), abs=0.2)


def test_failed_resamples_lie_beyond_both_limits() -> None:
    values = np.arange(1.0, 101.0)
    # Without failures: the values with 10 of the 100 outside on each side.
    assert guarded_percentiles(values, 0, 0.8) == (10.0, 91.0)
    # 5 failures: 10 of 105 outside, of which 5 have no value.
    assert guarded_percentiles(values, 5, 0.8) == (6.0, 95.0)
    assert guarded_percentiles(values, 50, 0.8) is None
    assert guarded_percentiles(np.zeros(0), 100, 0.95) is None
