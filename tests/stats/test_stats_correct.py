"""Judge-error correction and prediction-powered means."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
import truescore.correct
from hypothesis import given
from hypothesis import strategies as st

from oyez.stats.judge_error import JudgeCounts, allocate_labels, rogan_gladen
from oyez.stats.ppi import PredictionPowered, ppi_mean

# p = 0.4 of 1000; specificity 0.7 and sensitivity 0.9 on 200 labels each.
EXAMPLE = JudgeCounts(
    positive=400, n=1000, right_negative=140, negative=200, right_positive=180, positive_labelled=200
)


def test_lee_example() -> None:
    # Interval as the reference program of Lee et al. 2025 prints it for these numbers.
    found = rogan_gladen(EXAMPLE)
    assert found.value == pytest.approx(1 / 6)
    assert found.interval is not None
    assert (found.interval.low, found.interval.high) == pytest.approx((0.0563507, 0.2627330), abs=5e-8)


def test_lee_interval_written_out() -> None:
    z = 1.959963984540054
    p, n = (400 + z * z / 2) / (1000 + z * z), 1000 + z * z
    q0, q1, m0, m1 = 141 / 202, 181 / 202, 202, 202
    theta = (p + q0 - 1) / (q0 + q1 - 1)
    shift = 2 * z**2 * (-(1 - theta) * q0 * (1 - q0) / m0 + theta * q1 * (1 - q1) / m1)
    inside = p * (1 - p) / n + (1 - theta) ** 2 * q0 * (1 - q0) / m0 + theta**2 * q1 * (1 - q1) / m1
    half = z * math.sqrt(inside) / (q0 + q1 - 1)
    interval = rogan_gladen(EXAMPLE).interval
    assert interval is not None
    assert (interval.low, interval.high) == pytest.approx((theta + shift - half, theta + shift + half))


@given(
    flips=st.tuples(st.floats(0.02, 0.4), st.floats(0.02, 0.4)),
    rate=st.floats(0.1, 0.9),
    seed=st.integers(0, 99),
)
def test_the_point_against_truescore(flips: tuple[float, float], rate: float, seed: int) -> None:
    draw = random.Random(seed)
    truth = [int(draw.random() < rate) for _ in range(300)]
    judge = [t ^ int(draw.random() < flips[t]) for t in truth]
    gold = range(120)
    counts = JudgeCounts(
        positive=sum(judge),
        n=300,
        right_negative=sum(1 for i in gold if truth[i] == judge[i] == 0),
        negative=sum(1 for i in gold if truth[i] == 0),
        right_positive=sum(1 for i in gold if truth[i] == judge[i] == 1),
        positive_labelled=sum(1 for i in gold if truth[i] == 1),
    )
    found = rogan_gladen(counts)
    if found.value is None:
        return
    theirs = truescore.correct.rogan_gladen_estimate(judge, truth[:120], list(gold))
    assert found.value == pytest.approx(theirs.point, abs=1e-12)


@pytest.mark.parametrize(
    ("counts", "reason"),
    [
        ((4, 10, 5, 10, 5, 10), "by chance"),
        ((4, 10, 2, 10, 2, 10), "by chance"),
        ((0, 0, 9, 10, 9, 10), "empty"),
        ((4, 10, 0, 0, 9, 10), "empty"),
    ],
)
def test_a_judge_that_cannot_be_corrected(counts: tuple[int, ...], reason: str) -> None:
    names = ("positive", "n", "right_negative", "negative", "right_positive", "positive_labelled")
    found = rogan_gladen(JudgeCounts(**dict(zip(names, counts, strict=True))))
    assert found.value is None
    assert found.reason is not None
    assert reason in found.reason


def test_a_correction_stays_between_0_and_1() -> None:
    low = JudgeCounts(positive=0, n=50, right_negative=8, negative=10, right_positive=9, positive_labelled=10)
    found = rogan_gladen(low)
    assert found.value == 0.0
    assert found.interval is not None
    assert found.interval.low == 0.0
    with pytest.raises(ValueError, match="11 of 10"):
        JudgeCounts(positive=0, n=5, right_negative=11, negative=10, right_positive=0, positive_labelled=0)


def test_allocation() -> None:
    # As the reference program of Lee et al. 2025 splits 200 labels after pilots of 10.
    assert allocate_labels(200, 0.4, 0.7, 0.9, 10) == (136, 64)
    assert allocate_labels(200, 0.0, 0.7, 0.9, 10) == (190, 10)
    assert allocate_labels(20, 0.9, 0.7, 0.9, 10) == (10, 10)
    with pytest.raises(ValueError, match="two pilots"):
        allocate_labels(19, 0.4, 0.7, 0.9, 10)
    with pytest.raises(ValueError, match="between 0 and 1"):
        allocate_labels(100, 1.4, 0.7, 0.9, 10)


def test_the_neyman_allocation_has_the_least_variance() -> None:
    m0, m1 = allocate_labels(200, 0.4, 0.7, 0.9, 10, rule="neyman")
    q0, q1 = 8 / 12, 10 / 12
    theta = (0.4 + q0 - 1) / (q0 + q1 - 1)

    def variance(negative: int) -> float:
        return (1 - theta) ** 2 * q0 * (1 - q0) / negative + theta**2 * q1 * (1 - q1) / (200 - negative)

    assert m0 + m1 == 200
    assert m0 == min(range(10, 191), key=variance)


LABELS = [1, 0, 1, 1, 0, 1, 1, 0, 1, 1, 0, 0, 1, 1, 1, 0, 1, 0, 1, 1]
JUDGED = [1, 0, 1, 1, 1, 1, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 0, 0, 1]
REST = [1] * 118 + [0] * 82
RATED = [3, 7, 5, 9, 2, 6, 8, 4, 7, 5, 6, 3]
JUDGE_RATED = [4, 6, 5, 8, 3, 7, 8, 5, 5, 6, 6, 2]
REST_RATED = [k % 9 + 1 for k in range(150)]


def numbers(found: PredictionPowered) -> tuple[float, float, float]:
    assert found.mean.value is not None
    assert found.mean.interval is not None
    return found.mean.value, found.mean.interval.low, found.mean.interval.high


# Computed with ppi-python 0.2.3 (ppi_mean_pointestimate, ppi_mean_ci) on the data above.
@pytest.mark.parametrize(
    ("weight", "expected"),
    [
        (1.0, (0.59, 0.38248895776231373, 0.7975110422376862)),
        (None, (0.6212608285444721, 0.44426447054781937, 0.7982571865411248)),
        (0.0, (0.65, 0.4409626969046059, 0.8590373030953942)),
    ],
)
def test_ppi_of_a_rate(weight: float | None, expected: tuple[float, ...]) -> None:
    assert numbers(ppi_mean(LABELS, JUDGED, REST, weight=weight)) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(
    ("weight", "expected"),
    [
        (1.0, (4.94, 4.35300666117835, 5.526993338821651)),
        (None, (5.198659771836099, 4.5094527008681355, 5.887866842804063)),
        (0.5, (5.178333333333334, 4.509433176378602, 5.847233490288065)),
        (0.0, (5.416666666666667, 4.43858303085561, 6.394750302477724)),
    ],
)
def test_ppi_of_ratings(weight: float | None, expected: tuple[float, ...]) -> None:
    found = ppi_mean(RATED, JUDGE_RATED, REST_RATED, 0.9, weight=weight)
    assert numbers(found) == pytest.approx(expected, abs=1e-9)


def test_ppi_without_weight_is_the_mean_of_the_labels() -> None:
    found = ppi_mean(LABELS, JUDGED, REST, weight=0.0)
    assert found.mean.value == pytest.approx(float(np.mean(LABELS)))
    assert (found.weight, found.unlabelled, found.mean.n) == (0.0, 200, 20)


def test_ppi_point_against_truescore() -> None:
    judge = JUDGE_RATED + REST_RATED
    theirs = truescore.correct.ppi_estimate(judge, RATED, list(range(12)), lambda_=1.0)
    assert ppi_mean(RATED, JUDGE_RATED, REST_RATED, weight=1.0).mean.value == pytest.approx(theirs.point)


def test_ppi_of_too_little() -> None:
    assert ppi_mean([], [], REST).mean.reason == "there are no labelled items"
    assert ppi_mean(LABELS, JUDGED, []).mean.reason == "there are no unlabelled items"
    assert ppi_mean([1], [1], REST).mean.interval is None
    constant = ppi_mean([1, 1, 1], [1, 1, 1], [1, 1])
    assert (constant.mean.value, constant.mean.interval, constant.weight) == (1.0, None, 0.0)
    with pytest.raises(ValueError, match="labels for"):
        ppi_mean([1, 0], [1], REST)
    with pytest.raises(ValueError, match="weight"):
        ppi_mean(LABELS, JUDGED, REST, weight=2.0)
