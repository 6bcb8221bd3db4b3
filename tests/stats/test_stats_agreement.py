"""Agreement coefficients against published values, statsmodels, truescore and irrCAC."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
import pytest
import scipy.stats
import truescore.agreement
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.inter_rater import cohens_kappa, fleiss_kappa

from oyez.stats.agreement.chance import fleiss, gwet
from oyez.stats.agreement.cohen import cohen
from oyez.stats.agreement.confusion import confusion
from oyez.stats.agreement.krippendorff import Metric, krippendorff
from oyez.stats.agreement.ratings import Ratings, ratings
from oyez.stats.result import Statistic

# Krippendorff's example of four observers and twelve units ("Computing Krippendorff's
# Alpha-Reliability", 2011, section D); one row a unit here.
OBSERVERS = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, None, None, None],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, None, 3],
    [None, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, None],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, None],
]
UNITS = [list(unit) for unit in zip(*OBSERVERS, strict=True)]

METRICS: tuple[Literal["nominal", "ordinal", "interval"], ...] = ("nominal", "ordinal", "interval")

Rating = st.one_of(st.none(), st.integers(0, 3))
Rows = st.lists(st.tuples(Rating, Rating, Rating), min_size=1, max_size=30)
Square = st.lists(st.integers(0, 12), min_size=9, max_size=9).filter(lambda cells: sum(cells) > 0)


def from_counts(counts: list[list[int]]) -> Ratings:
    rows = [[i, j] for i, row in enumerate(counts) for j, k in enumerate(row) for _ in range(k)]
    return ratings(rows, range(len(counts)))


def limits(found: Statistic) -> tuple[float, float]:
    assert found.interval is not None
    return found.interval.low, found.interval.high


@pytest.mark.parametrize(
    ("metric", "alpha"), [("nominal", 0.7434), ("ordinal", 0.8154), ("interval", 0.8491), ("ratio", 0.7974)]
)
def test_krippendorff_of_the_example(metric: Metric, alpha: float) -> None:
    # Published to three figures as .743, .815, .849 and .797.
    found = krippendorff(ratings(UNITS), metric)
    assert found.value == pytest.approx(alpha, abs=5e-5)
    assert found.n == 11
    low, high = limits(found)
    assert low < alpha < high <= 1.0


@given(rows=Rows)
def test_krippendorff_against_truescore(rows: list[tuple[int | None, ...]]) -> None:
    found = {metric: krippendorff(ratings(rows), metric).value for metric in METRICS}
    pairable = [row for row in rows if sum(r is not None for r in row) >= 2]
    used = {r for row in pairable for r in row if r is not None}
    if len(pairable) < 2 or len(used) < 2:
        # truescore refuses these or calls them complete agreement; we leave them undefined.
        assert len(used) >= 2 or all(value is None for value in found.values())
        return
    table = np.array([[np.nan if r is None else r for r in row] for row in rows], dtype=float).T
    for metric, value in found.items():
        theirs = truescore.agreement.krippendorff_alpha(table, level=metric)
        assert value == pytest.approx(theirs, abs=1e-9)


def test_krippendorff_ratio_by_its_definition() -> None:
    # Every pairable value against every other, with ((a - b) / (a + b))^2.
    units = [[r for r in row if r is not None] for row in UNITS]
    units = [unit for unit in units if len(unit) >= 2]
    pool = [r for unit in units for r in unit]

    def distance(a: int, b: int) -> float:
        return ((a - b) / (a + b)) ** 2

    observed = sum(distance(a, b) / (len(unit) - 1) for unit in units for a in unit for b in unit) / len(pool)
    expected = sum(distance(a, b) for a in pool for b in pool) / (len(pool) * (len(pool) - 1))
    assert krippendorff(ratings(UNITS), "ratio").value == pytest.approx(1 - observed / expected, abs=1e-12)


def test_the_standard_error_of_alpha_is_the_jackknife() -> None:
    table = np.array(OBSERVERS, dtype=float)[:, :11]
    for metric in METRICS:
        without = np.array(
            [
                truescore.agreement.krippendorff_alpha(np.delete(table, i, axis=1), level=metric)
                for i in range(11)
            ]
        )
        se = np.sqrt(10 / 11 * ((without - without.mean()) ** 2).sum())
        found = krippendorff(ratings(UNITS), metric)
        assert found.se == pytest.approx(se, rel=1e-9)
        assert found.value is not None
        t = scipy.stats.t.ppf(0.975, 10)
        assert limits(found) == pytest.approx(
            (found.value - t * se, min(1.0, found.value + t * se)), rel=1e-9
        )


def test_gwet_and_fleiss_of_the_example() -> None:
    # irrCAC 0.4.4: AC1 .77544 (se .14295), Fleiss .76117 (se .15302).
    ac1, kappa = gwet(ratings(UNITS)), fleiss(ratings(UNITS))
    assert (ac1.value, ac1.se) == pytest.approx((0.7754440681, 0.1429499506), abs=1e-9)
    assert limits(ac1) == pytest.approx((0.4608133481, 1.0), abs=1e-9)
    assert (kappa.value, kappa.se) == pytest.approx((0.7611692754, 0.1530192035), abs=1e-9)


# 29 items, four raters, three values, about a fifth missing; results of irrCAC 0.4.4.
SCATTERED = (
    "2122 1111 0.02 2.12 0200 201. .222 1.11 122. ..22 .1.1 .2.0 1111 2.2. 222. 00.0 2220 .22. 221. 1110 "
    "1122 ..20 2222 11.1 .222 2212 00.1 11.0 1111"
)


def test_gwet_and_fleiss_with_missing_ratings() -> None:
    table = ratings([[None if c == "." else int(c) for c in row] for row in SCATTERED.split()])
    ac1, kappa = gwet(table), fleiss(table)
    assert (ac1.value, ac1.se) == pytest.approx((0.4903547206, 0.1032330074), abs=1e-9)
    assert (kappa.value, kappa.se) == pytest.approx((0.4383978412, 0.1049510113), abs=1e-9)
    assert limits(kappa) == pytest.approx((0.2234154401, 0.6533802423), abs=1e-9)
    assert krippendorff(table).value == pytest.approx(0.4506553585, abs=1e-9)


@given(rows=st.lists(st.tuples(*[st.integers(0, 2)] * 4), min_size=2, max_size=30))
def test_fleiss_against_statsmodels(rows: list[tuple[int, ...]]) -> None:
    table = ratings(rows, [0, 1, 2])
    found = fleiss(table)
    if found.value is None:
        assert len({r for row in rows for r in row}) == 1
        return
    assert found.value == pytest.approx(fleiss_kappa(table.counts()), abs=1e-9)


@given(rows=st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=40))
def test_gwet_of_two_raters_against_truescore(rows: list[tuple[int, int]]) -> None:
    found = gwet(ratings(rows))
    if len({r for row in rows for r in row}) == 1:
        assert found.value is None
        return
    a, b = zip(*rows, strict=True)
    assert found.value == pytest.approx(truescore.agreement.gwet_ac1(a, b), abs=1e-9)


@given(cells=Square)
def test_cohen_against_statsmodels(cells: list[int]) -> None:
    counts = [cells[0:3], cells[3:6], cells[6:9]]
    table = np.array(counts)
    found = cohen(confusion(from_counts(counts)))
    if found.value is None:
        # All in one cell of the diagonal.
        assert table.trace() == table.sum() == table.max()
        return
    with np.errstate(all="ignore"):
        theirs = cohens_kappa(table)
    assert found.value == pytest.approx(theirs.kappa, abs=1e-9)
    if found.se is not None:
        assert found.se == pytest.approx(theirs.std_kappa, rel=1e-6)


def test_the_paradox_of_kappa() -> None:
    # 118 and 0 agreements, 7 disagreements: 94% plain agreement, kappa below chance.
    table = from_counts([[118, 5], [2, 0]])
    assert cohen(confusion(table)).value == pytest.approx(-0.0234, abs=5e-5)
    assert gwet(table).value == pytest.approx(0.9408, abs=5e-5)
    other = from_counts([[20, 5], [10, 15]])
    assert cohen(confusion(other)).value == pytest.approx(0.4)
    assert gwet(other).value == pytest.approx(0.40594, abs=5e-6)


def test_confusion_counts_add_up() -> None:
    table = ratings([["a", "b"], ["a", "a"], [None, "a"], ["b", None], [None, None], ["b", "b"]])
    found = confusion(table)
    assert found.values == ("a", "b")
    assert found.counts.tolist() == [[1, 1], [0, 1]]
    assert (found.only_first, found.only_second, found.neither, found.n) == (1, 1, 1, 3)
    turned = confusion(table, 1, 0)
    assert turned.counts.tolist() == [[1, 0], [1, 1]]


@given(rows=Rows)
def test_no_coefficient_fails_or_leaves_its_range(rows: list[tuple[int | None, ...]]) -> None:
    table = ratings(rows)
    for found in (fleiss(table), gwet(table), krippendorff(table), cohen(confusion(table))):
        assert (found.value is None) or found.value <= 1.0 + 1e-12
        if found.interval is not None:
            assert found.interval.low <= (found.value or 0.0) + 1e-12 or "alpha" in found.method
            assert found.interval.high <= 1.0


@pytest.mark.parametrize(
    "rows", [[], [["a", "a"]] * 3, [["a", None], [None, "b"]], [[None, None]], [["a"], ["b"]]]
)
def test_undefined_agreement_gives_a_reason(rows: list[list[Any]]) -> None:
    table = ratings(rows)
    found = [fleiss(table), gwet(table), krippendorff(table)]
    if rows and len(rows[0]) == 2:
        found.append(cohen(confusion(table)))
    for statistic in found:
        assert statistic.value is None
        assert statistic.reason is not None


def test_complete_agreement_has_a_value_and_no_interval() -> None:
    table = ratings([["a", "a"], ["b", "b"], ["a", "a"]])
    for found in (fleiss(table), gwet(table), krippendorff(table), cohen(confusion(table))):
        assert found.value == pytest.approx(1.0)
        assert found.interval is None
        assert found.reason is not None


def test_a_scale_gives_gwet_the_values_nobody_used() -> None:
    rows = [["yes", "yes"], ["yes", "yes"]]
    assert gwet(ratings(rows)).value is None
    assert gwet(ratings(rows, ["yes", "no"])).value == 1.0


def test_the_order_of_the_scale_matters_to_ordinal_alpha() -> None:
    rows = [["low", "mid"], ["mid", "high"], ["high", "high"], ["low", "low"], ["mid", "mid"]]
    right = krippendorff(ratings(rows, ["low", "mid", "high"]), "ordinal").value
    wrong = krippendorff(ratings(rows, ["mid", "low", "high"]), "ordinal").value
    assert right is not None
    assert wrong is not None
    assert right > wrong


@pytest.mark.parametrize(
    ("rows", "scale", "match"),
    [
        ([["a"], ["a", "b"]], None, "one place for each rater"),
        ([["a", 1]], None, "mixed kinds"),
        ([[1.0, float("nan")]], None, "NaN"),
        ([["a", "c"]], ["a", "b"], "not on the scale"),
        ([["a", "a"]], ["a", "a"], "twice"),
        ([[True, 1]], [1, 2], "not on the scale"),
    ],
)
def test_ratings_that_are_none_are_refused(
    rows: list[list[Any]], scale: list[Any] | None, match: str
) -> None:
    with pytest.raises(ValueError, match=match):
        ratings(rows, scale)


def test_metrics_that_need_numbers() -> None:
    with pytest.raises(ValueError, match="needs numbers"):
        krippendorff(ratings([["a", "b"]]), "interval")
    with pytest.raises(ValueError, match="at least 0"):
        krippendorff(ratings([[-1, 2]]), "ratio")
    with pytest.raises(ValueError, match="no metric"):
        krippendorff(ratings([[1, 2]]), "cosine")  # type: ignore[arg-type]
