"""How many items are needed to see a difference, and what difference a number of items can show."""

from __future__ import annotations

import math

import msgspec

from oyez.stats.normal import z_one_sided, z_two_sided


class Variances(msgspec.Struct, frozen=True, kw_only=True):
    """What makes the difference of two arms on one item vary; all at least 0, in squared units."""

    between: float
    """Variance over items of the difference of the two arms' expected values (omega squared)."""
    within_a: float = 0.0
    """Variance over draws of one item in arm a (sigma squared)."""
    within_b: float = 0.0
    """The same in arm b."""
    draws_a: int = 1
    """Draws of each item in arm a, averaged."""
    draws_b: int = 1
    """Draws of each item in arm b."""

    def __post_init__(self) -> None:
        if min(self.between, self.within_a, self.within_b) < 0.0 or min(self.draws_a, self.draws_b) < 1:
            raise ValueError("variances are at least 0 and draws at least 1")

    @property
    def of_difference(self) -> float:
        """Variance of one item's observed difference."""
        return self.between + self.within_a / self.draws_a + self.within_b / self.draws_b


class ItemsNeeded(msgspec.Struct, frozen=True):
    """How many shared items show a difference."""

    items: int
    """Whole items."""
    exact: float
    """The same before rounding up."""
    method: str
    """Name of the formula."""


def items_needed(
    difference: float, variances: Variances, level: float = 0.95, power: float = 0.8
) -> ItemsNeeded:
    """Shared items needed to see `difference` with probability `power` in a two-sided test at 1 - `level`.

    (z_(alpha/2) + z_beta)^2 (omega^2 + sigma_a^2/K_a + sigma_b^2/K_b) / difference^2: Miller 2024
    (arXiv 2411.00640, equation 9). Raises `ValueError` for a difference of 0.
    """
    if difference == 0.0 or not math.isfinite(difference):
        raise ValueError("no number of items shows a difference of 0")
    reach = z_two_sided(level) + z_one_sided(power)
    exact = reach**2 * variances.of_difference / difference**2
    return ItemsNeeded(max(1, math.ceil(exact)), exact, "normal, paired")


def visible_difference(items: int, variances: Variances, level: float = 0.95, power: float = 0.8) -> float:
    """The smallest difference that `items` shared items show with probability `power`.

    It is the inverse of `items_needed`.
    Raises `ValueError` for fewer than one item.
    """
    if items < 1:
        raise ValueError("at least one item is needed")
    reach = z_two_sided(level) + z_one_sided(power)
    return reach * math.sqrt(variances.of_difference / items)
