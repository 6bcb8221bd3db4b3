"""A rate corrected for what the judge gets wrong, from a subset labelled by hand."""

from __future__ import annotations

import math
from typing import Literal

import msgspec

from oyez.stats.arrays import count
from oyez.stats.normal import z_two_sided
from oyez.stats.result import Interval, Statistic, nothing


class JudgeCounts(msgspec.Struct, frozen=True, kw_only=True):
    """What the judge said on the test set, and how often it was right on the labelled subset."""

    positive: int
    """Items of the test set that the judge called positive."""
    n: int
    """Items of the test set with a verdict."""
    right_negative: int
    """Truly negative labelled items that the judge called negative."""
    negative: int
    """Truly negative labelled items with a verdict (m0)."""
    right_positive: int
    """Truly positive labelled items that the judge called positive."""
    positive_labelled: int
    """Truly positive labelled items with a verdict (m1)."""

    def __post_init__(self) -> None:
        for part, whole in self.pairs:
            if count(part, "part") > count(whole, "whole"):
                raise ValueError(f"{part} of {whole}")

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """The three shares that the correction uses: p, q0 (specificity), q1 (sensitivity)."""
        return (
            (self.positive, self.n),
            (self.right_negative, self.negative),
            (self.right_positive, self.positive_labelled),
        )


CHANCE = "on the labelled items the judge is right no more often than by chance, so nothing can be corrected"


def rogan_gladen(counts: JudgeCounts, level: float = 0.95) -> Statistic:
    """The true rate of positives, corrected for the judge's two error rates.

    (p + q0 - 1) / (q0 + q1 - 1), cut to [0, 1] (Rogan and Gladen 1978), with the interval of Lee et al.
    2025 (arXiv 2511.21140): p is moved towards 1/2 by z^2/2 observations each way, q0 and q1 by one each
    way, the estimate shifted by 2z^2(theta q1(1-q1)/m1 - (1-theta) q0(1-q0)/m0), the limits cut to [0, 1].

    The labelled items must be like the test set, given their true class. Unread items are in none of
    the counts: bound first (`oyez.stats.missing`), then correct.
    """
    method, z = "rogan-gladen, lee", z_two_sided(level)
    if min(whole for _, whole in counts.pairs) == 0:
        return nothing("the test set, or one class of the labelled items, is empty", method, counts.n)
    p, q0, q1 = (part / whole for part, whole in counts.pairs)
    if q0 + q1 <= 1.0:
        return nothing(CHANCE, method, counts.n)
    value = min(1.0, max(0.0, (p + q0 - 1.0) / (q0 + q1 - 1.0)))
    found = _lee(counts, z)
    if found is None:
        return Statistic(value=value, reason=CHANCE, method=method, n=counts.n)
    centre, se = found
    low, high = (min(1.0, max(0.0, centre + side * z * se)) for side in (-1.0, 1.0))
    return Statistic(
        value=value, interval=Interval(low, high, level, method), method=method, n=counts.n, se=se
    )


def allocate_labels(
    budget: int,
    judged_positive: float,
    specificity: float,
    sensitivity: float,
    pilot: int,
    *,
    rule: Literal["lee", "neyman"] = "lee",
) -> tuple[int, int]:
    """How to split `budget` labels into truly negative and truly positive items (m0, m1).

    `judged_positive` is the judge's rate p on the test set; `specificity` and `sensitivity` come from a
    pilot of `pilot` labels of each class, which are part of the budget, and are moved towards 1/2 by one
    label each way. `neyman` makes the variance of `rogan_gladen` least:
    m0 : m1 = (1-theta) sqrt(q0(1-q0)) : theta sqrt(q1(1-q1)). `lee` is its approximation for good judges
    (theta near p, q0 and q1 near 1): m0 : m1 = (1-p) sqrt(1-q0) : p sqrt(1-q1), as in Lee et al. 2025.
    Each class gets at least the pilot. Raises `ValueError` for a budget under the two pilots.
    """
    total, first = count(budget, "budget"), count(pilot, "pilot")
    if not all(0.0 <= share <= 1.0 for share in (judged_positive, specificity, sensitivity)):
        raise ValueError("rates lie between 0 and 1")
    if total < 2 * first:
        raise ValueError(f"a budget of {total} labels is less than two pilots of {first}")
    q0, q1 = ((first * q + 1.0) / (first + 2.0) for q in (specificity, sensitivity))
    if rule == "lee":
        negative = (1.0 - judged_positive) * math.sqrt(1.0 - q0)
        positive = judged_positive * math.sqrt(1.0 - q1)
    else:
        theta = judged_positive if q0 + q1 <= 1.0 else (judged_positive + q0 - 1.0) / (q0 + q1 - 1.0)
        theta = min(1.0, max(0.0, theta))
        negative = (1.0 - theta) * math.sqrt(q0 * (1.0 - q0))
        positive = theta * math.sqrt(q1 * (1.0 - q1))
    m1 = round(total * positive / (negative + positive))
    m1 = min(max(m1, first), total - first)
    return total - m1, m1


def _lee(counts: JudgeCounts, z: float) -> tuple[float, float] | None:
    """Centre and standard error of the interval; `None` where the moved rates are those of chance."""
    n, m0, m1 = counts.n + z * z, counts.negative + 2.0, counts.positive_labelled + 2.0
    p = (counts.positive + z * z / 2.0) / n
    q0, q1 = (counts.right_negative + 1.0) / m0, (counts.right_positive + 1.0) / m1
    if q0 + q1 <= 1.0:
        return None
    theta = (p + q0 - 1.0) / (q0 + q1 - 1.0)
    spread0, spread1 = q0 * (1.0 - q0) / m0, q1 * (1.0 - q1) / m1
    shift = 2.0 * z * z * (theta * spread1 - (1.0 - theta) * spread0)
    variance = p * (1.0 - p) / n + (1.0 - theta) ** 2 * spread0 + theta**2 * spread1
    return theta + shift, math.sqrt(variance) / (q0 + q1 - 1.0)
