"""Results refuse what is not a result."""

from __future__ import annotations

import math

import msgspec
import pytest

from oyez.stats.normal import below, two_sided_p, z_one_sided, z_two_sided
from oyez.stats.result import Interval, Significance, Statistic, nothing


@pytest.mark.parametrize(
    ("low", "high", "level"),
    [(1.0, 0.0, 0.95), (math.nan, 1.0, 0.95), (0.0, math.inf, 0.95), (0.0, 1.0, 1.0), (0.0, 1.0, 0.0)],
)
def test_an_interval_is_two_finite_limits_in_order_and_a_level(low: float, high: float, level: float) -> None:
    with pytest.raises(ValueError, match=r"limits|level"):
        Interval(low, high, level, "m")


def test_a_reason_is_given_exactly_when_a_part_is_missing() -> None:
    interval = Interval(0.0, 1.0, 0.95, "m")
    with pytest.raises(ValueError, match="reason"):
        Statistic(value=0.5, method="m", n=3)
    with pytest.raises(ValueError, match="reason"):
        Statistic(value=0.5, interval=interval, reason="why", method="m", n=3)
    with pytest.raises(ValueError, match="reason"):
        Significance(p_value=None, method="m", n=0)
    assert Statistic(value=0.5, interval=interval, method="m", n=3).reason is None


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_no_result_is_nan_or_infinite(number: float) -> None:
    with pytest.raises(ValueError, match="not a result"):
        Statistic(value=number, reason="r", method="m", n=1)
    with pytest.raises(ValueError, match="not a result"):
        Statistic(value=1.0, reason="r", method="m", n=1, se=number)


def test_results_are_frozen_and_become_strict_json() -> None:
    found = nothing("there are no observations", "m")
    with pytest.raises(AttributeError):
        found.value = 1.0  # type: ignore[misc]
    assert msgspec.json.decode(msgspec.json.encode(found))["value"] is None


def test_normal_quantiles_and_tails() -> None:
    assert z_two_sided(0.95) == pytest.approx(1.959963984540054, abs=1e-12)
    assert z_one_sided(0.95) == pytest.approx(1.6448536269514722, abs=1e-12)
    assert below(0.0) == 0.5
    assert two_sided_p(-1.959963984540054) == pytest.approx(0.05, abs=1e-12)
    assert two_sided_p(10.0) == pytest.approx(1.523970604832e-23, rel=1e-9)
