"""Finding what looks like a verdict and does not carry the mark: the contract's form unsealed, or with another mark."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from oyez.contract import Contract
from oyez.core.form import Form

_ANY_MARK = r"[A-Za-z0-9]{1,40}"
MOST = 100
"""Look-alikes kept of one reply; a reply may hold a million."""


def lookalikes(contract: Contract, text: str, mark: str) -> list[tuple[int, int]]:
    """Half-open spans of code points, in the order of the text, at most `MOST`."""
    own = mark.casefold()
    found: dict[int, int] = {}
    forms = tuple(form for field in contract.fields.values() for form in field.forms)
    for pattern in _patterns(forms):
        for at, match in enumerate(pattern.finditer(text)):
            if at >= 4 * MOST:
                break
            if (match["mark"] or "").casefold() != own:
                found[match.start()] = max(match.end(), found.get(match.start(), 0))
    return sorted(found.items())[:MOST]


@lru_cache(maxsize=64)
def _patterns(forms: tuple[Form, ...]) -> tuple[re.Pattern[str], ...]:
    """One pattern for each form; the group `mark` is the mark that a forger wrote."""
    return tuple(re.compile(text, re.I | re.M) for form in forms for text in _pattern(form))


def _pattern(form: Form) -> Iterator[str]:
    tree = form.tree()
    kind, main = next(iter(tree.items()))
    if kind == "bracket":
        opening, closing = (re.escape(part) for part in main)
        yield rf"{opening}(?:(?P<mark>{_ANY_MARK}):)?[^\n\[\]]{{0,80}}{closing}"
    elif kind in ("json", "json_items"):
        key = re.escape(main.split(".")[-1] if isinstance(main, str) else main[-1])
        yield rf'"{key}(?:_(?P<mark>{_ANY_MARK}))?"\s{{0,20}}:[^\n,}}]{{0,80}}'
    elif kind == "tag":
        yield rf"<{re.escape(main)}(?:_(?P<mark>{_ANY_MARK}))?>[^\n<]{{0,80}}"
    elif kind == "phrase":
        before = main.partition("{}")[0].strip()
        yield rf"(?:(?P<mark>{_ANY_MARK}): )?{re.escape(before)}[^\n]{{0,80}}"
    elif kind == "after":
        yield rf"{re.escape(main)}(?:-(?P<mark>{_ANY_MARK}))?[^\n]{{0,80}}"
    elif kind in ("line", "lines"):
        for label in [main] if isinstance(main, str) else main:
            yield rf"(?<![\w-]){re.escape(label)}(?:-(?P<mark>{_ANY_MARK}))?[*_ ]{{0,3}}:[^\n]{{0,80}}"
