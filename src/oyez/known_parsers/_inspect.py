"""What the graded scorers of several Inspect releases have in common."""

import re
from typing import Final

SPACE: Final = r"[\s\u200b-\u200f\u2060\u2063\ufeff]*"
"""Space and zero-width marks, which these releases pass over around the colon."""

WORDS: Final = {"correct": "C", "incorrect": "I", "partial": "P"}
"""Words that stand for a grade."""

_LETTER = re.compile(rf"(?<!\w)GRADE(?!\w){SPACE}:{SPACE}([CPI])", re.IGNORECASE)


def last_grade(text: str) -> str | None:
    """The letter after the last `GRADE:` that a letter of the three follows, in capitals."""
    found = _LETTER.findall(text)
    return str(found[-1]).upper() if found else None
