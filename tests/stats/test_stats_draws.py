"""Several draws an item: completeness, variance components, draws needed."""

from __future__ import annotations

import itertools

import numpy as np
import pandas as pd
import pytest
import statsmodels.api as sm
import statsmodels.formula.api as smf
from hypothesis import given
from hypothesis import strategies as st

from oyez.stats.draws import (
    complete_items,
    draw_variance,
    draws_for_agreement,
    draws_for_se,
    draws_for_share,
)

Draws = st.lists(st.tuples(st.integers(0, 5), st.integers(1, 10).map(float)), min_size=1, max_size=40)


def test_complete_items_by_hand() -> None:
    items = ["x", "x", "x", "y", "y", "z"]
    read = [True, True, False, True, False, False]
    assert complete_items(items, read, 1).fraction == pytest.approx(2 / 3)
    found = complete_items(items, read, 2)
    assert (found.items, found.complete, found.floor) == (3, 1, 2)
    assert complete_items(items, read, 3).complete == 0
    assert complete_items([], [], 1).fraction is None
    with pytest.raises(ValueError, match="one length"):
        complete_items(["x"], [True, False], 1)
    with pytest.raises(ValueError, match="at least one"):
        complete_items(["x"], [True], 0)


# Six items by four judges (Shrout and Fleiss 1979, table 2); their ICC(1,1) is .17.
SHROUT_FLEISS = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]


def test_agreement_of_shrout_and_fleiss() -> None:
    found = draw_variance(np.repeat(range(6), 4), np.ravel(SHROUT_FLEISS))
    assert found.agreement == pytest.approx(0.17, abs=0.005)
    # Their mean squares: 11.24 between and 6.26 within.
    assert found.within == pytest.approx(6.26, abs=0.005)
    assert found.between == pytest.approx((11.24 - 6.26) / 4, abs=0.005)


@given(rows=Draws)
def test_variances_against_statsmodels(rows: list[tuple[int, float]]) -> None:
    items, values = (np.array(column) for column in zip(*rows, strict=True))
    found = draw_variance(items, values)
    k, n = len(set(items)), len(values)
    if found.agreement is None or n - k < 2 or (found.within or 0.0) < 1e-9:
        assert (found.reason is None) == (found.agreement is not None)
        return
    fit = smf.ols("value ~ C(item)", pd.DataFrame({"item": items, "value": values})).fit()
    table = sm.stats.anova_lm(fit)
    squares = table["sum_sq"] / table["df"]
    assert found.within == pytest.approx(squares["Residual"], rel=1e-6)
    sizes = np.unique(items, return_counts=True)[1]
    usual = (n - (sizes**2).sum() / n) / (k - 1)
    between = (squares["C(item)"] - squares["Residual"]) / usual
    assert found.between == pytest.approx(max(0.0, between), abs=1e-6)
    if abs(between) > 1e-9:
        assert found.floored == (between < 0)


@pytest.mark.parametrize(
    ("items", "values", "reason"),
    [
        ([], [], "no read draws"),
        ([1], [2.0], "no item has two"),
        ([1, 2, 3], [1.0, 2.0, 3.0], "no item has two"),
        ([1, 1, 1], [1.0, 2.0, 3.0], "one item"),
        ([1, 1, 2, 2], [0.1, 0.1, 0.1, 0.1], "equal"),
    ],
)
def test_variances_that_are_not_defined(items: list[int], values: list[float], reason: str) -> None:
    found = draw_variance(items, values)
    assert found.agreement is None
    assert found.reason is not None
    assert reason in found.reason
    assert draws_for_agreement(found, 0.9) is None


def test_one_item_still_has_a_variance_over_draws() -> None:
    assert draw_variance([1, 1, 1], [1.0, 2.0, 3.0]).within == pytest.approx(1.0)


def test_items_that_differ_less_than_their_draws() -> None:
    found = draw_variance([1, 1, 2, 2], [0.0, 1.0, 0.0, 1.0])
    assert (found.between, found.floored, found.agreement) == (0.0, True, 0.0)
    assert draws_for_agreement(found, 0.9) is None


def test_draws_needed_reach_their_target_and_no_fewer_do() -> None:
    found = draw_variance(np.repeat(range(6), 4), np.ravel(SHROUT_FLEISS))
    assert found.within is not None
    assert found.between is not None
    for target in (0.5, 0.8, 0.9):
        reached = [
            k
            for k in itertools.takewhile(lambda k: k < 500, itertools.count(1))
            if found.between / (found.between + found.within / k) >= target
        ]
        assert draws_for_agreement(found, target) == reached[0]
        assert draws_for_share(found, 1 - target) == reached[0]
    with pytest.raises(ValueError, match="target"):
        draws_for_agreement(found, 1.0)
    with pytest.raises(ValueError, match="share"):
        draws_for_share(found, 0.0)


def test_draws_for_a_standard_error() -> None:
    assert draws_for_se(4.0, 0.5) == 16
    assert draws_for_se(4.0, 0.49) == 17
    assert draws_for_se(0.0, 0.1) == 1
    with pytest.raises(ValueError, match="above 0"):
        draws_for_se(1.0, 0.0)
