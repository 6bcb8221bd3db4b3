"""The few tail areas and quantiles that need scipy, which is imported when one of them is first asked for."""

from __future__ import annotations

from oyez.stats.arrays import Ints


def beta_quantile(a: float, b: float, share: float) -> float:
    """The point with `share` of the Beta(a, b) distribution below it."""
    from scipy.special import betaincinv

    return float(betaincinv(a, b, share))


def t_quantile(freedom: int, share: float) -> float:
    """The point with `share` of Student's t distribution below it."""
    from scipy.special import stdtrit

    return float(stdtrit(freedom, share))


def fair_coin_at_most(heads: int, tosses: int) -> float:
    """The probability of at most `heads` heads in `tosses` tosses of a fair coin."""
    from scipy.special import bdtr

    return float(bdtr(heads, tosses, 0.5))


def chi_squared_above(freedom: int, statistic: float) -> float:
    """How much of the chi-squared distribution lies above `statistic`."""
    from scipy.special import chdtrc

    return float(chdtrc(freedom, statistic))


def fisher_two_sided(table: Ints) -> float:
    """The two-sided p-value of Fisher's exact test on a two-by-two table of counts."""
    from scipy.stats import fisher_exact

    return min(1.0, float(fisher_exact(table).pvalue))
