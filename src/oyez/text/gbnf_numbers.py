"""GBNF expressions for the numbers between two bounds, digit by digit."""

from __future__ import annotations

from math import ceil, floor
from typing import TYPE_CHECKING

from oyez.core.gbnf import one_of

if TYPE_CHECKING:
    from decimal import Decimal

PLACES = 2
"""Decimal places that a number without a step may have, unless its bounds have more."""


def whole_numbers(low: int, high: int) -> str:
    """Whole numbers from `low` to `high`, both included, without leading zeros."""
    found = []
    if low < 0:
        found.append('"-" ' + _natural(max(1, -high), -low))
    if high >= 0:
        found.append(_natural(max(0, low), high))
    return one_of(found)


def decimals(low: str, high: str) -> str:
    """Numbers from `low` to `high`, both included and in digits, with a few decimal places."""
    from decimal import Decimal

    zero, least, most = Decimal(0), Decimal(low), Decimal(high)
    found = []
    if least < 0:
        found.append('"-" ' + _decimal(max(zero, -most), -least))
    if most >= 0:
        found.append(_decimal(max(zero, least), most))
    return one_of(found)


def _natural(low: int, high: int) -> str:
    """Whole numbers that are not negative: those of each length by themselves."""
    found = []
    for size in range(len(str(low)), len(str(high)) + 1):
        least = 10 ** (size - 1) if size > 1 else 0
        found += _digits(str(max(low, least)), str(min(high, 10**size - 1)))
    return one_of(found)


def _digits(low: str, high: str) -> list[str]:
    """Runs of digits of one length from `low` to `high`."""
    if low == high:
        return [f'"{low}"']
    head, size = _shared(low, high), len(low)
    if head:
        return [f'"{head}" {one_of(_digits(low[len(head) :], high[len(head) :]))}']
    if size == 1:
        return [f"[{low}-{high}]"]
    first, last = int(low[0]), int(high[0])
    found = []
    if low[1:].strip("0"):
        found += _digits(low, low[0] + "9" * (size - 1))
        first += 1
    tail = []
    if high[1:].strip("9"):
        tail = _digits(high[0] + "0" * (size - 1), high)
        last -= 1
    if first <= last:
        head = f'"{first}"' if first == last else f"[{first}-{last}]"
        found.append(" ".join([head, *["[0-9]"] * (size - 1)]))
    return found + tail


def _shared(low: str, high: str) -> str:
    """The digits with which both begin."""
    size = 0
    while low[size] == high[size]:
        size += 1
    return low[:size]


def _decimal(low: Decimal, high: Decimal) -> str:
    """Numbers that are not negative: whole ones with any fraction between the bounds, and the two edges."""
    from decimal import Decimal

    places = max(PLACES, _places(low), _places(high))
    first, last = ceil(low), floor(high)
    below, above = int(low), last
    found = []
    if below < first:  # the edge below: its whole part is less than the lower bound
        edge = high if last < first else first - Decimal(1).scaleb(-places)
        found += _edge(below, low, edge, places)
    if first <= last - 1:
        fraction = one_of(" ".join(["[0-9]"] * size) for size in range(1, places + 1))
        found.append(f'{_natural(first, last - 1)} ("." {fraction})?')
    if first <= last:
        found.append(f'"{last}"')
        if high > above:
            found += _edge(above, Decimal(above), high, places)
    return one_of(found)


def _edge(whole: int, low: Decimal, high: Decimal, places: int) -> list[str]:
    """Numbers with one whole part, and all decimal places written."""
    scaled = [int((bound - whole).scaleb(places)) for bound in (low, high)]
    runs = _digits(*(str(bound).zfill(places) for bound in scaled))
    return [f'"{whole}." {one_of(runs)}']


def _places(number: Decimal) -> int:
    exponent = number.as_tuple().exponent
    assert isinstance(exponent, int)
    return max(0, -exponent)
