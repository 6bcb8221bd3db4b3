"""Tests for paired yes/no data, and Holm's correction for several tests at once."""

from __future__ import annotations

import math
from collections.abc import Sequence

from oyez.stats.arrays import count
from oyez.stats.distributions import fair_coin_at_most
from oyez.stats.normal import two_sided_p
from oyez.stats.result import Significance

NO_DISCORDANT = "the two arms agree on every item, so the test has nothing to look at"


def exact_sign(only_a: int, only_b: int) -> Significance:
    """McNemar's exact test: are the items on which just one arm succeeded evenly split?

    The two-sided p-value is twice the smaller tail of Binomial(only_a + only_b, 1/2), at most 1.
    Raises `ValueError` for negative counts.
    """
    b, c = count(only_a, "only_a"), count(only_b, "only_b")
    method = "mcnemar, exact"
    if b + c == 0:
        return Significance(p_value=None, reason=NO_DISCORDANT, method=method, n=0)
    p = min(1.0, 2.0 * fair_coin_at_most(min(b, c), b + c))
    return Significance(p_value=p, method=method, n=b + c)


def mcnemar(only_a: int, only_b: int) -> Significance:
    """McNemar's test without continuity correction: (b - c)^2 / (b + c) against chi-squared with 1 df.

    For fewer than about 25 discordant items use `exact_sign`. McNemar 1947; Agresti 2002, section 10.1.
    Raises `ValueError` for negative counts.
    """
    b, c = count(only_a, "only_a"), count(only_b, "only_b")
    method = "mcnemar, chi-squared"
    if b + c == 0:
        return Significance(p_value=None, reason=NO_DISCORDANT, method=method, n=0)
    statistic = (b - c) ** 2 / (b + c)
    return Significance(
        p_value=two_sided_p(math.sqrt(statistic)), statistic=statistic, method=method, n=b + c
    )


def holm(p_values: Sequence[float | None]) -> tuple[float | None, ...]:
    """Holm's adjusted p-values, in the order given (Holm 1979).

    A test without a p-value (`None`) stays `None` and does not count among the tests.
    Raises `ValueError` for a p-value outside [0, 1].
    """
    given = [(p, at) for at, p in enumerate(p_values) if p is not None]
    if any(not 0.0 <= p <= 1.0 for p, _ in given):
        raise ValueError("p-values lie between 0 and 1")
    adjusted: list[float | None] = [None] * len(p_values)
    running = 0.0
    for rank, (p, at) in enumerate(sorted(given)):
        running = max(running, min(1.0, (len(given) - rank) * p))
        adjusted[at] = running
    return tuple(adjusted)
