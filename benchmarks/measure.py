"""Time the heavy statistics beside named alternatives, in one run; print ratios.

    python benchmarks/measure.py [--rounds 3]

Each line is the best of `--rounds` runs. The alternatives do the same work: the row loop draws clusters and
gathers their rows, as a first version would; scipy resamples the cluster means, which is the same number only
where clusters are equally large; choix fits the same battles.
"""

from __future__ import annotations

import argparse
import time
import warnings
from collections.abc import Callable

import choix
import numpy as np
import numpy.typing as npt
import scipy.stats

from oyez.stats.bootstrap import bootstrap_mean
from oyez.stats.pairwise.bradley_terry import bradley_terry
from oyez.stats.pairwise.games import games, win_table
from oyez.stats.pairwise.ranking import rank_models
from oyez.stats.pairwise.winner import Winner

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

ROWS, CLUSTERS, RESAMPLES = 100_000, 2_000, 10_000
BATTLES, MODELS = 100_000, 50


def best(work: Callable[[], object], rounds: int) -> float:
    """The shortest of several runs, in seconds."""
    taken = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        taken.append(time.perf_counter() - start)
    return min(taken)


def show(name: str, seconds: float, ours: float) -> None:
    print(f"  {name:<58} {seconds:10.4f} s   {seconds / ours:8.2f} x")


def row_loop(values: Floats, owner: Ints, resamples: int) -> Floats:
    """The bootstrap as a plain loop: draw clusters, gather their rows, take the mean."""
    draw = np.random.default_rng(0)
    order = np.argsort(owner, kind="stable")
    rows = np.split(order, np.cumsum(np.bincount(owner))[:-1])
    means = np.empty(resamples)
    for at in range(resamples):
        picks = draw.integers(0, len(rows), len(rows))
        means[at] = values[np.concatenate([rows[pick] for pick in picks])].mean()
    return means


def weight_loop(values: Floats, owner: Ints, resamples: int) -> Floats:
    """The same with the rows weighted by how often their cluster was drawn."""
    draw = np.random.default_rng(0)
    clusters = int(owner.max()) + 1
    means = np.empty(resamples)
    for at in range(resamples):
        drawn = np.bincount(draw.integers(0, clusters, clusters), minlength=clusters)
        weights = drawn.astype(np.float64)[owner]
        means[at] = (values * weights).sum() / weights.sum()
    return means


def bootstrap(rounds: int) -> None:
    draw = np.random.default_rng(1)
    owner = np.sort(np.concatenate([np.arange(CLUSTERS), draw.integers(0, CLUSTERS, ROWS - CLUSTERS)]))
    values = draw.random(ROWS) + draw.normal(0, 1, CLUSTERS)[owner]
    means = np.bincount(owner, weights=values) / np.bincount(owner)
    ours = best(lambda: bootstrap_mean(values, owner, resamples=RESAMPLES), rounds)
    part = RESAMPLES // 20
    loop = best(lambda: row_loop(values, owner, part), 1) * RESAMPLES / part
    print(f"\nCluster bootstrap, {RESAMPLES} resamples of {CLUSTERS} clusters over {ROWS} rows")
    show("oyez.stats.bootstrap.bootstrap_mean", ours, ours)
    show(f"numpy loop over rows ({part} resamples, times {RESAMPLES // part})", loop, ours)
    weighted = best(lambda: weight_loop(values, owner, part), 1) * RESAMPLES / part
    show(f"numpy loop that weights rows ({part} resamples, times {RESAMPLES // part})", weighted, ours)
    theirs = best(
        lambda: scipy.stats.bootstrap(
            (means,), np.mean, n_resamples=RESAMPLES, method="percentile", batch=500, rng=0
        ),
        rounds,
    )
    show("scipy.stats.bootstrap over the cluster means, batch=500", theirs, ours)
    found = bootstrap_mean(values, owner, resamples=RESAMPLES)
    looped = np.quantile(row_loop(values, owner, part), [0.025, 0.975])
    print(f"  interval {found.interval and (found.interval.low, found.interval.high)}, by the loop {looped}")


def strengths(rounds: int) -> None:
    draw = np.random.default_rng(2)
    truth = draw.normal(0, 1, MODELS)
    a = draw.integers(0, MODELS, BATTLES)
    b = (a + draw.integers(1, MODELS, BATTLES)) % MODELS
    won = draw.random(BATTLES) < 1 / (1 + np.exp(truth[b] - truth[a]))
    winner = np.where(won, Winner.A, Winner.B)
    names = [f"model {i}" for i in range(MODELS)]
    played = games(a, b, winner, names)
    table = win_table(played)
    pairs = list(zip(np.where(won, a, b).tolist(), np.where(won, b, a).tolist(), strict=True))
    print(f"\nBradley-Terry, {BATTLES} battles of {MODELS} models")
    # The fits take about a millisecond, so many runs are needed for a steady best.
    ours = best(lambda: bradley_terry(win_table(games(a, b, winner, names))), rounds)
    show("oyez.stats, from the columns of battles", ours, ours)
    matrix = best(lambda: bradley_terry(table), 100 * rounds)
    show("oyez.stats, from the win table", matrix, ours)
    ilsr = best(lambda: choix.ilsr_pairwise_dense(table.wins, tol=1e-9), 100 * rounds)
    show("choix.ilsr_pairwise_dense, from the win table", ilsr, ours)
    listed = best(lambda: choix.ilsr_pairwise(MODELS, pairs, tol=1e-9), 1)
    show("choix.ilsr_pairwise, from a list of battles", listed, ours)
    print(f"  choix over oyez on the same win table: {ilsr / matrix:.2f} x")
    found = np.array(bradley_terry(table).strengths)
    theirs = choix.ilsr_pairwise_dense(table.wins, tol=1e-12)
    print(f"  largest difference from choix: {np.abs(found - (theirs - theirs.mean())).max():.1e}")
    items = draw.integers(0, 2_000, BATTLES)
    ranked = best(lambda: rank_models(played, items, resamples=1_000), 1)
    print(f"  ranking with joint ranks, 1000 resamples of 2000 items: {ranked:.2f} s")


def main() -> None:
    parser = argparse.ArgumentParser(description="Time the statistics beside named alternatives.")
    parser.add_argument("--rounds", type=int, default=3, help="runs of each line; the best counts")
    rounds = parser.parse_args().rounds
    warnings.simplefilter("ignore", category=DeprecationWarning)
    print("time, and how many times that of the first line")
    bootstrap(rounds)
    strengths(rounds)


if __name__ == "__main__":
    main()
