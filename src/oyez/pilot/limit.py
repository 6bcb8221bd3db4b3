"""What a share may still be, given how few were seen: the exact upper limit of Clopper and Pearson."""

from __future__ import annotations

import math

_STEPS = 60


def upper_limit(lost: int, draws: int, level: float = 0.95) -> float:
    """The largest share under which `lost` or fewer of `draws` still happen with a chance of 1 - `level`.

    One-sided (Clopper and Pearson 1934), found by bisection, so that no numerical package is needed; 1.0 where all or
    none were drawn. Raises `ValueError` unless 0 <= lost <= draws.
    """
    if not 0 <= lost <= draws:
        raise ValueError(f"{lost} of {draws} is no share")
    if lost == draws:
        return 1.0
    low, high = lost / draws, 1.0
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if _at_most(lost, draws, middle) > 1 - level:
            low = middle
        else:
            high = middle
    return high


def _at_most(lost: int, draws: int, share: float) -> float:
    """The chance of `lost` or fewer, summed downwards from the largest term."""
    if share >= 1.0:
        return 0.0
    choose = math.lgamma(draws + 1) - math.lgamma(lost + 1) - math.lgamma(draws - lost + 1)
    term = math.exp(choose + lost * math.log(share) + (draws - lost) * math.log1p(-share)) if share else 1.0
    total, odds = term, (1 - share) / share if share else 0.0
    for at in range(lost, 0, -1):
        term *= at / (draws - at + 1) * odds
        if term < total * 1e-17:
            break
        total += term
    return total
