"""Coverage of the intervals for rates, means, bounds and differences of rates."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.stats import binom

from oyez.stats.bootstrap import bootstrap_mean
from oyez.stats.difference import newcombe, newcombe_paired, tango
from oyez.stats.mean import clustered_rate, mean
from oyez.stats.missing import mean_bounds, range_bounds, rate_bounds
from oyez.stats.proportion import clopper_pearson, jeffreys, wilson
from oyez.stats.result import Interval

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
RESAMPLES = 1000


def holds(interval: Interval | None, truth: float) -> bool:
    """Whether the interval is there and covers the truth; a missing one does not."""
    return interval is not None and interval.low - 1e-12 <= truth <= interval.high + 1e-12


def percent(hits: int | float, total: int) -> str:
    return f"{100 * hits / total:.1f}"


def one_rate(data_sets: int) -> Iterator[tuple[str, ...]]:
    draw = np.random.default_rng(1)
    for n in (10, 20, 50, 100, 400, 1000):
        found = [
            [method(k, n).interval for k in range(n + 1)] for method in (wilson, clopper_pearson, jeffreys)
        ]
        for rate in (0.01, 0.05, 0.1, 0.3, 0.5, 0.9):
            weight, seen = binom.pmf(range(n + 1), n, rate), draw.binomial(n, rate, data_sets)
            cells = []
            for intervals in found:
                covers = np.array([holds(interval, rate) for interval in intervals])
                cells.append(f"{100 * float(weight @ covers):.1f} ({percent(covers[seen].sum(), data_sets)})")
            yield (str(n), str(rate), *cells)


def clustered_draws(draw: np.random.Generator, items: int, rate: float, icc: float) -> tuple[Floats, Ints]:
    """0/1 draws of items whose own rates follow a beta distribution with the given intraclass correlation."""
    scale = (1 - icc) / icc
    own = draw.beta(rate * scale, (1 - rate) * scale, items)
    owner = np.repeat(np.arange(items), draw.integers(1, 6, items))
    return (draw.random(len(owner)) < own[owner]).astype(float), owner


def clustered_rates(data_sets: int) -> Iterator[tuple[str, ...]]:
    draw = np.random.default_rng(2)
    for items, rate, icc in itertools.product((20, 50, 100, 200), (0.02, 0.1, 0.3, 0.5, 0.9), (0.1, 0.5)):
        hits = np.zeros(4)
        for seed in range(data_sets):
            values, owner = clustered_draws(draw, items, rate, icc)
            found = (
                mean(values, owner, quantile="normal"),
                mean(values, owner),
                clustered_rate(values, owner),
                bootstrap_mean(values, owner, resamples=RESAMPLES, seed=seed),
            )
            hits += [holds(statistic.interval, rate) for statistic in found]
        yield (str(items), str(rate), str(icc), *(percent(hit, data_sets) for hit in hits))


def clustered_ratings(data_sets: int) -> Iterator[tuple[str, ...]]:
    draw = np.random.default_rng(3)
    scale = np.arange(1, 11)
    # Each item has its own rating, seen in every second draw; the others come from the common shape.
    shapes = {"even": np.ones(10) / 10, "skewed": 0.5 ** np.arange(1, 11) / (0.5 ** np.arange(1, 11)).sum()}
    for items, (name, shape) in itertools.product((20, 50, 100, 200), shapes.items()):
        truth, hits = float(scale @ shape), np.zeros(3)
        for seed in range(data_sets):
            owner = np.repeat(np.arange(items), draw.integers(1, 6, items))
            own = draw.choice(scale, items, p=shape)[owner]
            again = draw.random(len(owner)) < np.sqrt(0.5)
            values = np.where(again, own, draw.choice(scale, len(owner), p=shape)).astype(float)
            found = (
                mean(values, owner, quantile="normal"),
                mean(values, owner),
                bootstrap_mean(values, owner, resamples=RESAMPLES, seed=seed),
            )
            hits += [holds(statistic.interval, truth) for statistic in found]
        yield (str(items), f"{truth:.2f} ({name})", *(percent(hit, data_sets) for hit in hits))


def missing(data_sets: int) -> Iterator[tuple[str, ...]]:
    draw = np.random.default_rng(4)
    for n, rate, lost in itertools.product((50, 200, 1000), (0.1, 0.5, 0.9), (0.0, 0.02, 0.1, 0.3)):
        low = (1 - lost) * rate
        ends = (low, low + lost)
        hits = np.zeros((2, 3))
        for _ in range(data_sets):
            ones, zeros, unread = draw.multinomial(n, [low, 1 - lost - low, lost])
            values = np.repeat([1.0, 0.0], [ones, zeros])
            found = (
                mean_bounds(values, unread, 0, 1),
                mean_bounds(values, unread, 0, 1, form="score"),
                rate_bounds(ones, ones + zeros, unread),
            )
            hits += [[holds(bounds.interval, end) for bounds in found] for end in ends]
        worst = hits.min(axis=0)
        yield (str(n), str(rate), str(lost), *(percent(hit, data_sets) for hit in worst))


def missing_draws(data_sets: int) -> Iterator[tuple[str, ...]]:
    draw = np.random.default_rng(7)
    for items, rate, lost in itertools.product((50, 200), (0.1, 0.5, 0.9), (0.02, 0.1, 0.3)):
        truth = (1 - lost) * rate
        ends = (truth, truth + lost)
        hits = np.zeros((2, 2))
        for _ in range(data_sets):
            values, owner = clustered_draws(draw, items, rate, 0.5)
            unread = draw.random(len(values)) < lost
            lows, highs = np.where(unread, 0.0, values), np.where(unread, 1.0, values)
            normal = range_bounds(lows, highs, owner, scale=(0.0, 1.0))
            score = range_bounds(lows, highs, owner, scale=(0.0, 1.0), form="score")
            hits += [[holds(bounds.interval, end) for bounds in (normal, score)] for end in ends]
        yield (str(items), str(rate), str(lost), *(percent(hit, data_sets) for hit in hits.min(axis=0)))


def paired(data_sets: int) -> Iterator[tuple[str, ...]]:
    draw = np.random.default_rng(5)
    for items, (rate, difference) in itertools.product(
        (20, 50, 200), ((0.5, 0.0), (0.5, 0.1), (0.9, 0.0), (0.9, 0.05), (0.98, 0.02))
    ):
        # Of the items that one arm fails, a third are failed by that arm alone besides the difference.
        lone = (1 - rate) / 3
        table = [rate - difference - lone, difference + lone, lone, 0.0]
        table[3] = 1.0 - sum(table)
        hits = np.zeros(3)
        for _ in range(data_sets):
            both, only_a, only_b, neither = (int(k) for k in draw.multinomial(items, table))
            differences = np.repeat([1.0, -1.0, 0.0], [only_a, only_b, both + neither])
            found: tuple[Any, ...] = (
                tango(only_a, only_b, items),
                newcombe_paired(both, only_a, only_b, neither),
                mean(differences),
            )
            hits += [holds(statistic.interval, difference) for statistic in found]
        yield (str(items), str(rate), str(difference), *(percent(hit, data_sets) for hit in hits))


def independent(data_sets: int) -> Iterator[tuple[str, ...]]:
    draw = np.random.default_rng(6)
    for n, (rate, difference) in itertools.product((20, 50, 200), ((0.5, 0.0), (0.9, 0.1), (0.98, 0.02))):
        hits = 0
        for _ in range(data_sets):
            a, b = int(draw.binomial(n, rate)), int(draw.binomial(n, rate - difference))
            hits += holds(newcombe(a, n, b, n).interval, difference)
        yield (str(n), str(rate), str(difference), percent(hits, data_sets))
