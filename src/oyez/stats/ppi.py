"""A mean from few labels and many judge verdicts: prediction-powered inference, plain and tuned."""

from __future__ import annotations

import math

import msgspec
import numpy as np
import numpy.typing as npt

from oyez.stats.arrays import Floats, floats
from oyez.stats.cautions import few_labels
from oyez.stats.normal import z_two_sided
from oyez.stats.result import Interval, Statistic, nothing


class PredictionPowered(msgspec.Struct, frozen=True):
    """A mean of the truth, sharpened by the judge's verdicts."""

    mean: Statistic
    """The mean; `n` counts the labelled items."""
    weight: float | None
    """How much the judge counts: 0 not at all (labels only), 1 fully (plain PPI)."""
    unlabelled: int
    """Items with a verdict of the judge and no label."""


def ppi_mean(
    labels: npt.ArrayLike,
    judged: npt.ArrayLike,
    judged_unlabelled: npt.ArrayLike,
    level: float = 0.95,
    *,
    weight: float | None = None,
) -> PredictionPowered:
    """The mean of the truth over the items that `labels` and the unlabelled ones were drawn from.

    `labels` and `judged` are truth and verdict of the same n items, `judged_unlabelled` the verdicts of N
    others. With weight w: w mean(judged_unlabelled) + mean(labels - w judged), and normal limits from
    w^2 var(judged_unlabelled)/N + var(labels - w judged)/n, with population variances. `weight=None`
    tunes w = cov(labels, judged) / ((1 + n/N) var(all verdicts)), cut to [0, 1].

    Angelopoulos et al. 2023 (Science 382:669) and Angelopoulos, Duchi and Zrnic 2023 (PPI++, arXiv
    2311.01453, example 6.1). The labelled items must be a random sample of all; unread items are in
    neither set. Raises `ValueError` for unequal lengths, NaN, or a weight outside [0, 1].
    """
    truth, seen = floats(labels, "labels"), floats(judged, "judged")
    rest = floats(judged_unlabelled, "judged_unlabelled")
    if truth.shape != seen.shape:
        raise ValueError(f"{len(truth)} labels for {len(seen)} verdicts on labelled items")
    if weight is not None and not 0.0 <= weight <= 1.0:
        raise ValueError(f"a weight lies between 0 and 1, not {weight}")
    method, z = "ppi" if weight is not None else "ppi++", z_two_sided(level)
    if len(truth) == 0 or len(rest) == 0:
        reason = "there are no labelled items" if len(truth) == 0 else "there are no unlabelled items"
        return PredictionPowered(nothing(reason, method, len(truth)), None, len(rest))
    w = _tuned(truth, seen, rest) if weight is None else weight
    rectified = truth - w * seen
    value = float(w * rest.mean() + rectified.mean())
    se = math.sqrt(w**2 * float(rest.var()) / len(rest) + float(rectified.var()) / len(truth))
    if se == 0.0 or len(truth) < 2:
        reason = "the labelled items do not differ, so the standard error says nothing"
        return PredictionPowered(
            Statistic(value=value, reason=reason, method=method, n=len(truth)), w, len(rest)
        )
    interval = Interval(value - z * se, value + z * se, level, method)
    statistic = Statistic(
        value=value, interval=interval, method=method, n=len(truth), se=se, warnings=_warnings(truth)
    )
    return PredictionPowered(statistic, w, len(rest))


def _warnings(truth: Floats) -> tuple[str, ...]:
    ones = int((truth == 1.0).sum())
    binary = bool(np.isin(truth, (0.0, 1.0)).all())
    return few_labels(len(truth), min(ones, len(truth) - ones) if binary else None)


def _tuned(truth: Floats, seen: Floats, rest: Floats) -> float:
    """The weight that makes the variance least; 0 where the judge always says the same."""
    n, total = len(truth), len(truth) + len(rest)
    spread = float(np.concatenate([seen, rest]).var() * total / (total - 1))
    if spread == 0.0:
        return 0.0
    together = float(((truth - truth.mean()) * (seen - seen.mean())).mean())
    return min(1.0, max(0.0, together / ((1.0 + n / len(rest)) * spread)))
