"""Counts and shares as a table writes them; a share is never rounded up to all or down to none."""

from __future__ import annotations


def count(number: int) -> str:
    """A count with its thousands marked: `12,345`."""
    return f"{number:,}"


def percent(share: float | None) -> str:
    """A share as per cent with one decimal: `100%` and `0%` only where exact, `-` where there is none."""
    if share is None:
        return "-"
    if share in (0, 1):
        return f"{share:.0%}"
    tenths = min(max(round(share * 1000), 1), 999)
    return f"{tenths / 10:.1f}%"


def of(part: int, whole: int) -> str:
    """`part` of `whole` as per cent."""
    return percent(part / whole if whole else None)
