"""Sentences that say when an interval is less sure than its level; the docs hold the measurements."""

from __future__ import annotations

FEW_CLUSTERS = 50
RARE_SYMMETRIC = 30
RARE_SKEWED = 10
RARE_LABEL = 20
FEW_LABELS = 50


def few_clusters(clusters: int) -> tuple[str, ...]:
    """A warning under 50 independent units, where large-sample intervals begin to fall short."""
    if clusters >= FEW_CLUSTERS:
        return ()
    return (f"only {clusters} units: under {FEW_CLUSTERS} this interval covers less than its level says",)


def rare_value(share: float, se: float, least: int) -> tuple[str, ...]:
    """A warning for a rate so near 0 or 1 that the rarer value came fewer than `least` times in effect.

    The effective number of observations is share(1-share)/se^2; the rarer value's part of it counts.
    """
    if se <= 0.0 or share * (1.0 - share) / se**2 * min(share, 1.0 - share) >= least:
        return ()
    return (
        f"the rarer value came fewer than {least} times in effect: this interval covers less than its level",
    )


def few_labels(labels: int, rarer: int | None) -> tuple[str, ...]:
    """A warning for prediction-powered means from few labels; `rarer` counts the rarer of 0/1 labels."""
    if rarer is not None and rarer < RARE_LABEL:
        return (f"the rarer label was given {rarer} times: under {RARE_LABEL} this interval falls short",)
    if labels < FEW_LABELS:
        return (f"only {labels} labels: under {FEW_LABELS} this interval falls short",)
    return ()
