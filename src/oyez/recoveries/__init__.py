"""Recoveries: small, named ways to a verdict that the strict form does not give. One a file, exporting `RECOVERY`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from oyez.core.recovery import PlaceRule, Recovery, ValueRule
from oyez.core.registry import Registry

RECOVERIES: Registry[Recovery] = Registry("oyez.recoveries", "RECOVERY", Recovery)  # type: ignore[arg-type]  # a union, checked by isinstance


@lru_cache(maxsize=1)
def safe_names() -> tuple[str, ...]:
    """The names that `recover = "safe"` stands for, in order."""
    return tuple(rule.name for rule in in_order(RECOVERIES.built_in) if rule.safe)


def in_order(names: Iterable[str]) -> list[Recovery]:
    """The recoveries of those names: place recoveries first, each kind in the order of its table."""
    chosen = [rule for name in names if (rule := RECOVERIES.get(name)) is not None]
    return sorted(chosen, key=lambda rule: (isinstance(rule, ValueRule), rule.order, rule.name))


__all__ = ["RECOVERIES", "PlaceRule", "Recovery", "ValueRule", "in_order", "safe_names"]
