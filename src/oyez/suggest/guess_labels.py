"""A closed list of labels, or a preference where the labels look like one."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any, Final

MOST: Final = 12
"""A closed list has at most so many labels."""
LONGEST: Final = 40
"""A label has at most so many characters."""
WORDS: Final = 5
"""And at most so many words."""
HELD: Final = 0.8
"""The share of the values that the labels must make up."""
RARE: Final = 0.01
"""A label that makes up less of the values is taken for a slip."""
FEW: Final = 50
"""With fewer values, one that occurs once may still be a label, if it looks like the others."""
NO_OPINION: Final = frozenset({
    "unclear", "unsure", "uncertain", "unknown", "undecided", "undetermined", "abstain", "refusal", "n/a", "na",
    "cannot_determine", "cannot_judge", "cannot_assess",
})  # fmt: skip
"""Labels, in lower case with `_` for spaces, that say that the judge has no opinion."""
FAMILIES: Final[tuple[tuple[dict[str, str], frozenset[str]], ...]] = (
    ({"A>>B": "A+2", "A>B": "A+1", "A=B": "tie", "B>A": "B+1", "B>>A": "B+2"}, frozenset({"A>>B", "B>>A"})),
    ({"A>B": "A+1", "A=B": "tie", "B>A": "B+1"}, frozenset({"A>B", "B>A"})),
    (
        {"A++": "A+2", "A+": "A+1", "A=B": "tie", "B+": "B+1", "B++": "B+2"},
        frozenset({"A++", "A+", "B+", "B++"}),
    ),
    ({"A": "A+1", "B": "B+1"}, frozenset({"A"})),
    ({"A": "A+1", "B": "B+1", "C": "tie"}, frozenset({"A"})),
    ({"A": "A+1", "B": "B+1", "tie": "tie"}, frozenset({"A"})),
)
"""Preferences, and labels of which at least one must occur; the first that holds all labels seen is taken."""

Found = tuple[Any, tuple[str, ...]]


def label_guess(words: Counter[str]) -> Found | None:
    """The scale of words with their counts, and why; `None` where they are no closed list."""
    total = words.total()
    spelled = _one_spelling(words)
    labels = _labels(spelled, total)
    if not 2 <= len(labels) <= MOST or sum(spelled[label] for label in labels) < HELD * total:
        return None
    seen = ", ".join(f"{label} {spelled[label]}" for label in labels)
    why = [f"A closed list: {seen}, of {total} values."]
    left = [word for word in spelled if word not in labels]
    if left:
        why.append(f"Too rare or too long to be labels: {len(left)} other spellings.")
    preference = _preference(labels, why)
    if preference:
        return {"preference": preference}, tuple(why)
    scale: dict[str, Any] = {"labels": labels}
    none = [label for label in labels if label.lower().replace(" ", "_") in NO_OPINION]
    if none:
        scale["abstain"] = none
        why.append(f"{', '.join(none)}: taken as words for having no opinion.")
    return scale, tuple(why)


def _one_spelling(words: Counter[str]) -> Counter[str]:
    """The counts with words that differ by case only put together, under the most common spelling."""
    counts: Counter[str] = Counter()
    names: dict[str, str] = {}
    for word, count in sorted(words.items(), key=lambda pair: (-pair[1], pair[0])):
        counts[names.setdefault(word.lower(), word)] += count
    return counts


def _labels(counts: Counter[str], total: int) -> list[str]:
    """The words that are labels, common ones first."""
    ordered = sorted(counts, key=lambda word: (-counts[word], word))
    short = [word for word in ordered if _can_be_label(word)]
    repeated = [word for word in short if counts[word] >= max(2, RARE * total)]
    if total >= FEW:
        return repeated
    looks = {_look(word) for word in repeated}
    once = [word for word in short if counts[word] == 1 and _look(word) in looks]
    return repeated + once if len(once) <= len(repeated) else repeated


def _can_be_label(word: str) -> bool:
    return len(word) <= LONGEST and len(word.split()) <= WORDS and word.isprintable() and _has_letter(word)


def _has_letter(word: str) -> bool:
    return any(char.isalpha() for char in word)


def _look(word: str) -> str:
    """How a word looks: its case, and whether it is one word or several."""
    letters = re.sub(r"[^\w]|\d|_", "", word)
    case = "upper" if letters.isupper() else "lower" if letters.islower() else "mixed"
    return f"{case} {min(len(word.split()), 2)} {len(word) == 1}"


def _preference(labels: list[str], why: list[str]) -> dict[str, str] | None:
    tight = {re.sub(r"\s", "", label) for label in labels}
    for family, marks in FAMILIES:
        if marks & {label.upper() for label in tight} and _inside(tight, family):
            why.append("The labels look like a comparison of two answers, A and B.")
            unseen = [label for label in family if label.lower() not in {each.lower() for each in tight}]
            if unseen:
                why.append(f"Not seen, but part of such a scale: {', '.join(unseen)}.")
            if "C" in family:
                why.append("C is taken for a tie; write labels instead if it is a third grade.")
            return _as_seen(family, tight)
    return None


def _inside(tight: set[str], family: dict[str, str]) -> bool:
    return {label.lower() for label in tight} <= {label.lower() for label in family}


def _as_seen(family: dict[str, str], tight: set[str]) -> dict[str, str]:
    """The family spelled as the replies spell it."""
    lower = {label.lower(): label for label in tight}
    return {lower.get(label.lower(), label): meaning for label, meaning in family.items()}
