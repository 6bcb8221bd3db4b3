"""Coverage of the corrected rates, of the agreement coefficients and of Bradley-Terry rankings."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
from coverage_rates import holds, percent

from oyez.stats.agreement.chance import fleiss, gwet
from oyez.stats.agreement.cohen import cohen
from oyez.stats.agreement.confusion import confusion
from oyez.stats.agreement.krippendorff import krippendorff
from oyez.stats.agreement.ratings import MISSING, Ratings
from oyez.stats.judge_error import JudgeCounts, rogan_gladen
from oyez.stats.mean import mean
from oyez.stats.pairwise.games import games
from oyez.stats.pairwise.newton import find_strengths
from oyez.stats.pairwise.ranking import rank_models
from oyez.stats.pairwise.winner import Winner
from oyez.stats.ppi import ppi_mean

Floats = npt.NDArray[np.float64]


def judge_error(data_sets: int) -> Iterator[tuple[str, ...]]:
    draw = np.random.default_rng(11)
    judges = ((0.7, 0.9), (0.9, 0.9), (0.98, 0.8))
    for labels, truth, (q0, q1) in itertools.product((20, 50, 200), (0.1, 0.5, 0.9), judges):
        hits = 0
        for _ in range(data_sets):
            positive = int(draw.binomial(1000, truth))
            counts = JudgeCounts(
                positive=int(draw.binomial(positive, q1) + draw.binomial(1000 - positive, 1 - q0)),
                n=1000,
                right_negative=int(draw.binomial(labels, q0)),
                negative=labels,
                right_positive=int(draw.binomial(labels, q1)),
                positive_labelled=labels,
            )
            hits += holds(rogan_gladen(counts).interval, truth)
        yield (str(labels), str(truth), str(q0), str(q1), percent(hits, data_sets))


def ppi(data_sets: int) -> Iterator[tuple[str, ...]]:
    draw = np.random.default_rng(12)
    for labels, truth in itertools.product((20, 50, 100, 200), (0.1, 0.3, 0.5, 0.9)):
        hits = np.zeros(3)
        for _ in range(data_sets):
            true = (draw.random(labels + 1000) < truth).astype(float)
            judged = np.where(draw.random(len(true)) < 0.85, true, 1.0 - true)
            known, seen, rest = true[:labels], judged[:labels], judged[labels:]
            found = (
                ppi_mean(known, seen, rest, weight=1.0).mean,
                ppi_mean(known, seen, rest).mean,
                mean(known),
            )
            hits += [holds(statistic.interval, truth) for statistic in found]
        yield (str(labels), str(truth), *(percent(hit, data_sets) for hit in hits))


def agreement(data_sets: int) -> Iterator[tuple[str, ...]]:
    draw = np.random.default_rng(13)
    shares = np.array([0.6, 0.3, 0.1])
    for items, loyalty in itertools.product((20, 50, 100, 300), (0.5, 0.8)):
        # Both raters see the item's own value with probability `loyalty` each, else guess.
        seen = np.array([loyalty * np.eye(3)[k] + (1 - loyalty) * shares for k in range(3)])
        joint = np.einsum("k,ki,kj->ij", shares, seen, seen)
        agree = float(joint.trace())
        kappa = (agree - float(shares @ shares)) / (1 - float(shares @ shares))
        by_gwet = float((shares * (1 - shares)).sum() / 2)
        truths = (kappa, kappa, (agree - by_gwet) / (1 - by_gwet), kappa)
        hits = np.zeros(4)
        for _ in range(data_sets):
            cells = draw.choice(9, items, p=joint.ravel())
            codes = np.column_stack([cells // 3, cells % 3]).astype(np.int64)
            whole = Ratings(codes, (0, 1, 2), True)
            holed = Ratings(np.where(draw.random(codes.shape) < 0.2, MISSING, codes), (0, 1, 2), True)
            found = (
                cohen(confusion(whole)),
                fleiss(whole),
                gwet(holed),
                krippendorff(holed),
            )
            hits += [holds(statistic.interval, truth) for statistic, truth in zip(found, truths, strict=True)]
        yield (str(items), f"{agree:.2f}", *(percent(hit, data_sets) for hit in hits))


def ranking(data_sets: int) -> Iterator[tuple[str, ...]]:
    draw = np.random.default_rng(14)
    pairs = np.array(list(itertools.combinations(range(6), 2)))
    for items, spread in itertools.product((30, 100), (0.4, 2.0)):
        truth = np.linspace(spread / 2, -spread / 2, 6)
        target = over_all_items(truth)
        a, b = np.tile(pairs, (items, 1)).T
        owner = np.repeat(np.arange(items), len(pairs))
        pointwise, joint, widths = 0.0, 0, 0.0
        for seed in range(data_sets):
            # One item favours some models more than another does: its own shift of every strength.
            own = truth + draw.normal(0, 0.7, (items, 6))
            gap = own[owner, a] - own[owner, b]
            winner = np.where(draw.random(len(a)) < 1 / (1 + np.exp(-gap)), Winner.A, Winner.B)
            found = rank_models(games(a, b, winner, "ABCDEF"), owner, resamples=300, seed=seed)
            models = {model.name: model for model in found.models or ()}
            if models:
                pointwise += (
                    sum(holds(models[n].interval, t) for n, t in zip("ABCDEF", target, strict=True)) / 6
                )
                joint += all(
                    models[n].best_rank <= i + 1 <= models[n].worst_rank for i, n in enumerate("ABCDEF")
                )
                widths += sum(m.worst_rank - m.best_rank + 1 for m in models.values()) / 6
        yield (
            str(items),
            str(spread),
            percent(pointwise, data_sets),
            percent(joint, data_sets),
            f"{widths / data_sets:.2f}",
        )


def over_all_items(truth: Floats) -> Floats:
    """The strengths that endless games over all items would show, each item shifting them by N(0, 0.7^2)."""
    nodes, weights = np.polynomial.hermite_e.hermegauss(60)
    gaps = truth[:, None, None] - truth[None, :, None] + 0.7 * np.sqrt(2.0) * nodes
    wins = (weights / weights.sum() / (1 + np.exp(-gaps))).sum(axis=2)
    np.fill_diagonal(wins, 0.0)
    found: Floats = find_strengths(wins[None]).theta[0]
    return found
