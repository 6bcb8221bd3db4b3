"""Reads the first word of a one-line value, where it is a label and punctuation follows (opt-in)."""

from __future__ import annotations

import unicodedata

from oyez.core.recovery import Held, ValueRule, labels
from oyez.core.scale import Scale, equal


def _rewrite(held: Held, scale: Scale) -> Held | None:
    if held.kind not in ("text", "string") or "\n" in held.text:
        return None
    for word, _ in sorted(scale.menu_words, key=lambda pair: -len(pair[0])):
        head, rest = held.text[: len(word)], held.text[len(word) :].lstrip()
        if rest and unicodedata.category(rest[0]).startswith("P") and equal(head, word, scale.ignore_case):
            return Held(head, held.kind)
    return None


RECOVERY = ValueRule("leading-label", 55, _rewrite, serves=labels, safe=False)
