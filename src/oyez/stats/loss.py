"""Is the share of lost verdicts the same in all arms?"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from oyez.stats.arrays import Floats, Ints, count
from oyez.stats.bootstrap import check_resamples
from oyez.stats.distributions import chi_squared_above, fisher_two_sided
from oyez.stats.result import Significance

SMALL = 5.0
"""Under this expected count in a cell the chi-squared approximation is not used."""


def equal_loss(
    lost: Sequence[int], asked: Sequence[int], *, resamples: int = 20_000, seed: int = 0
) -> Significance:
    """A test that each arm loses the same share of its draws.

    `lost` and `asked` give one count an arm. Two arms: Fisher's exact test, two-sided. More arms:
    Pearson's chi-squared test, or, where a cell expects fewer than 5, its permutation form (the lost
    draws dealt out at random over the arms, `resamples` times; p = (1 + as far) / (1 + resamples)).

    Draws count as independent; where the same items are lost in several arms, compare the items pair
    by pair with `oyez.stats.significance.exact_sign`. Raises `ValueError` unless 0 <= lost <= asked.
    """
    table = _table(lost, asked)
    check_resamples(resamples)
    n = int(table.sum())
    table = table[:, table.sum(axis=0) > 0]
    if table.shape[1] < 2:
        return _none("fewer than two arms were asked for anything", n)
    if (table.sum(axis=1) == 0).any():
        kind = "no" if table[0].sum() == 0 else "every"
        return _none(f"{kind} draw was lost, so the arms cannot differ", n)
    if table.shape[1] == 2:
        return Significance(p_value=fisher_two_sided(table), method="fisher, exact", n=n)
    expected = np.outer(table.sum(axis=1), table.sum(axis=0)) / n
    statistic = float(_chi_squared(table[0], expected))
    if expected.min() >= SMALL:
        p = chi_squared_above(table.shape[1] - 1, statistic)
        return Significance(p_value=p, statistic=statistic, method="chi-squared", n=n)
    draw = np.random.default_rng(seed)
    dealt = draw.multivariate_hypergeometric(table.sum(axis=0), int(table[0].sum()), size=resamples)
    as_far = int((_chi_squared(dealt, expected) >= statistic * (1.0 - 1e-9)).sum())
    p = (1 + as_far) / (1 + resamples)
    return Significance(p_value=p, statistic=statistic, method="chi-squared, permuted", n=n)


def _table(lost: Sequence[int], asked: Sequence[int]) -> Ints:
    """Two rows, lost and kept, one column an arm."""
    if len(lost) != len(asked):
        raise ValueError(f"{len(lost)} counts of lost draws for {len(asked)} arms")
    gone = [count(k, "lost") for k in lost]
    total = [count(n, "asked") for n in asked]
    if any(k > n for k, n in zip(gone, total, strict=True)):
        raise ValueError("an arm cannot lose more draws than were asked for")
    return np.array([gone, [n - k for k, n in zip(gone, total, strict=True)]], dtype=np.int64)


def _chi_squared(lost: Ints, expected: Floats) -> Floats:
    """Pearson's statistic; the two rows of the table differ from their expectations by the same amounts."""
    distance: Floats = (lost - expected[0]) ** 2
    return np.asarray((distance / expected[0] + distance / expected[1]).sum(axis=-1))


def _none(reason: str, n: int) -> Significance:
    return Significance(p_value=None, reason=reason, method="equal loss", n=n)
