"""Reads the first word of a one-line value, where it is a label and punctuation follows (opt-in)."""

from __future__ import annotations

import unicodedata

from oyez.core.recovery import Example, Held, ValueRule, labels
from oyez.core.scale import Scale, equal

JOINING = "'’-‐‑/._&@"


def _rewrite(held: Held, scale: Scale) -> Held | None:
    if held.kind not in ("text", "string") or "\n" in held.text:
        return None
    for word, _ in sorted(scale.menu_words, key=lambda pair: -len(pair[0])):
        head, rest = held.text[: len(word)], held.text[len(word) :]
        if equal(head, word, scale.ignore_case) and _ends_word(rest):
            return Held(head, held.kind)
    return None


def _ends_word(rest: str) -> bool:
    """Whether punctuation follows that does not join the word to the next letters (`no-one`, `B's`)."""
    bare = rest.lstrip()
    if not bare or not unicodedata.category(bare[0]).startswith("P"):
        return False
    return not (bare == rest and bare[0] in JOINING and bare[1:2].isalnum())


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
