"""Sentences that say when an interval is less sure than its level; thresholds are measured in the docs."""

from __future__ import annotations

FEW_CLUSTERS = 50
RARE = 40


def few_clusters(clusters: int) -> tuple[str, ...]:
    """A warning under 50 clusters, where large-sample intervals begin to fall short."""
    if clusters >= FEW_CLUSTERS:
        return ()
    return (f"only {clusters} clusters: under {FEW_CLUSTERS} this interval covers less than its level says",)


def rare_value(share: float, se: float) -> tuple[str, ...]:
    """A warning for a rate near 0 or 1, where symmetric intervals fall short.

    The rarer of the two values is counted in effective observations: share(1-share)/se^2 times the
    smaller of share and 1 - share.
    """
    if se <= 0.0 or share * (1.0 - share) / se**2 * min(share, 1.0 - share) >= RARE:
        return ()
    return (f"the rarer value came fewer than {RARE} times in effect: take the score form of the interval",)
