"""Numbers as text: ASCII digits, no plus sign, no exponent, no leading zero, no bare point."""

from __future__ import annotations

import re

INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*+)")
NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?+")

LONGEST = 400
"""A number of more characters is past every bound; Python would take long to convert it."""


def to_number(token: str) -> int | float:
    """The token (text or JSON number) as an int where it is written as one, else as a float.

    A token too long to convert is an infinity of its sign.
    """
    if len(token) > LONGEST:
        return _far(token)
    return float(token) if any(mark in token for mark in ".eE") else int(token)


def _far(token: str) -> float:
    """A long token: its float where it is a fraction, else an infinity (digits alone are huge)."""
    if any(mark in token for mark in ".eE"):
        return float(token)
    return float("-inf") if token.startswith("-") else float("inf")
