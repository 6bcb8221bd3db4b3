"""Names of fields, which of them is the verdict, and how often is often."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Final

OFTEN: Final = 0.5
"""What stands in at least this share of the replies belongs to the format."""
HINTS: Final = (
    "verdict", "final verdict", "final score", "overall score", "score", "final rating", "overall rating", "rating",
    "grade", "overall", "choice", "winner", "preference", "decision", "judgment", "judgement", "label", "answer",
    "result", "conclusion",
)  # fmt: skip
"""Names that verdicts go by, the most telling first."""


def often(count: int, total: int) -> bool:
    """Whether something belongs to the format."""
    return count > 0 and count >= OFTEN * total


def choose_verdict(names: Sequence[str]) -> str:
    """The name that is most likely the verdict's: one that verdicts go by, else the last."""
    plain = {_plain(name): name for name in reversed(names)}
    for hint in HINTS:
        if hint in plain:
            return plain[hint]
    return names[-1]


def is_hint(name: str) -> bool:
    """Whether verdicts go by that name."""
    return _plain(name) in HINTS


def _plain(name: str) -> str:
    return re.sub(r"[\W_]+", " ", name.lower()).strip()


def field_names(labels: Sequence[str]) -> dict[str, str]:
    """A different field name for each label: lower case, letters, digits and `_` where that can be."""
    names: dict[str, str] = {}
    for label in labels:
        base = re.sub(r"\W+", "_", unicodedata.normalize("NFC", label.lower())).strip("_") or "field"
        name, number = base, 1
        while name in names.values():
            number += 1
            name = f"{base}_{number}"
        names[label] = name
    return names
