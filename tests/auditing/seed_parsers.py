"""The parsers of the three seeds, written from their descriptions."""

from __future__ import annotations

import json
import re
from typing import Any

from leanscreen import repaired


def leanscreen_before(reply: str) -> str | None:
    """The first place where the label and one of the three words stand."""
    found = re.search(r"VERDICT:\s*(FAITHFUL|MISMATCH|UNCLEAR)", reply, re.IGNORECASE)
    return found[1].lower() if found else None


def leanscreen_after(reply: str) -> str:
    """The one value of all lines that begin with the label; unclear where there is no such value."""
    return repaired(reply) or "unclear"


def arena_permissive(reply: str) -> str | None:
    """The last run of the five characters in double brackets, else in single ones."""
    for pattern in (r"\[\[([AB<>=]+)\]\]", r"\[([AB<>=]+)\]"):
        runs = re.findall(pattern, reply.upper())
        if runs:
            return str(runs[-1])
    return None


def arena_score(verdict: str | None) -> float:
    """The score of B: whatever is not one of the five labels counts like a tie."""
    return {"B>A": 1.0, "B>>A": 1.0, "A>B": 0.0, "A>>B": 0.0}.get(verdict or "", 0.5)


def _score_of(value: Any) -> int | None:
    if isinstance(value, dict):
        value = value.get("score")
    whole = isinstance(value, int) and not isinstance(value, bool)
    return value if whole and 0 <= value <= 100 else None


def trait_dropping(reply: str) -> int | None:
    """JSON, or prose and then an object; prose and then a bare integer is dropped."""
    try:
        return _score_of(json.loads(reply))
    except (ValueError, RecursionError):
        pass
    found = re.search(r"\{[^{}]*\}\s*\Z", reply)
    try:
        return _score_of(json.loads(found[0])) if found else None
    except ValueError:
        return None


def trait_greedy(reply: str) -> int | None:
    """The repair that the report forbids: the last integer anywhere in the text."""
    dropped = trait_dropping(reply)
    numbers = re.findall(r"\d+", reply)
    if dropped is None and numbers and len(numbers[-1]) < 4:
        return min(100, int(numbers[-1]))
    return dropped
