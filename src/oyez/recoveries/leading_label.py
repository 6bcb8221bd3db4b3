"""Reads the first word of a one-line value, where it is a label and punctuation follows (opt-in)."""

from __future__ import annotations

import unicodedata

from oyez.core.recovery import Example, Held, ValueRule, labels
from oyez.core.scale import Scale, equal

JOINING = "'’-‐‑/._&@"
"""They join a word to letters right behind them."""
BETWEEN_DIGITS = ",:–—"
"""They join numbers, and nothing else."""
SIGNS = "%‰#&@*/\\"
"""They are of the class of punctuation, and part no sentence."""


def _rewrite(held: Held, scale: Scale) -> Held | None:
    if held.kind not in ("text", "string") or "\n" in held.text:
        return None
    for word, _ in sorted(scale.menu_words, key=lambda pair: -len(pair[0])):
        head, rest = held.text[: len(word)], held.text[len(word) :]
        if equal(head, word, scale.ignore_case) and not rest[:1].isalnum():
            return Held(head, held.kind) if _is_parted(rest) else None  # a shorter label is no first word
    return None


def _is_parted(rest: str) -> bool:
    """Whether punctuation follows that belongs to no word or number (`no-one`, `B's`, `4,5`, `4 %`)."""
    bare = rest.lstrip()
    if not bare or bare[0] in SIGNS or not unicodedata.category(bare[0]).startswith("P"):
        return False
    joins = bare[1:2].isalnum() if bare[0] in JOINING else bare[0] in BETWEEN_DIGITS and bare[1:2].isdigit()
    return not (bare == rest and joins)


RECOVERY = ValueRule(
    "leading-label",
    55,
    _rewrite,
    serves=labels,
    safe=False,
    example=Example(
        {"form": {"whole": True}, "scale": {"labels": ["PASS", "FAIL"]}},
        "PASS - the index is named",
        "PASSABLE - the index is named",
    ),
)
