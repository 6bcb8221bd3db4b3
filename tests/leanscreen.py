"""The verdict function of the first seed, replies that try it, and a comparison with the strict contract."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import NamedTuple

import oyez

LABELS = ("faithful", "mismatch", "unclear")
STRICT = "lean-faithfulness-strict"
UNEXPLAINED = "unexplained"
OPPOSED = "two different labels"

BOM = "a leading BOM"
EMPTY = "an empty field beside a valid one"
FOLDING = "a label that only non-ASCII case folding makes VERDICT"
DRESSED = "a sibling that says the same in quotes, brackets, emphasis or with a full stop"
BYTES = "a byte that could not be decoded"
CLASSES = (BOM, EMPTY, FOLDING, DRESSED, BYTES)
"""How the contract differs from the function by design, each for a rule of reading that has no switch."""

_DRESS = "*_`~\"'“”‘’«»「」<>[]{}().。!！\u200b\u200c\u200d\u2060\ufeff"


def field_values(reply: str, flags: re.RegexFlag = re.IGNORECASE) -> set[str]:
    """The values of all verdict fields: the rest of each line that begins with the label, in lower case."""
    found = set()
    for line in reply.replace("\r\n", "\n").split("\n"):
        label, colon, value = line.lstrip().partition(":")
        if colon and re.fullmatch("VERDICT", label, flags):
            found.add(value.strip().lower())
    return found


def bare_cr(reply: str) -> bool:
    """Whether a carriage return stands without a line feed."""
    return "\r" in reply.replace("\r\n", "\n")


def repaired(reply: str) -> str | None:
    """The label that the repaired function takes from a field, or `None` where it falls back to unclear."""
    return None if bare_cr(reply) else one_label(field_values(reply))


def one_label(values: set[str]) -> str | None:
    """The only value, if it is a label."""
    return next(iter(values)) if len(values) == 1 and values <= set(LABELS) else None


def explained(reply: str, classes: Iterable[str]) -> str | None:
    """What the function would return if it shared those rules of the contract."""
    if bare_cr(reply) or (BYTES in classes and re.search("[\udc80-\udcff]", reply)):
        return None
    text = reply.removeprefix("\ufeff") if BOM in classes else reply
    flags = re.IGNORECASE | re.ASCII if FOLDING in classes else re.IGNORECASE
    values = field_values(text, flags)
    if EMPTY in classes:
        values.discard("")
    if DRESSED in classes:
        plain = values & set(LABELS)
        values = {value for value in values if value in plain or _undressed(value) not in plain}
    return one_label(values)


def _undressed(value: str) -> str:
    return "".join(char for char in value if char not in _DRESS).strip()


def differs_by(reply: str, verdict: str | None) -> str:
    """The fewest classes that explain a verdict which the function does not give, joined; or `unexplained`."""
    for size in range(1, len(CLASSES) + 1):
        for classes in combinations(CLASSES, size):
            if explained(reply, classes) == verdict:
                return " and ".join(classes)
    return UNEXPLAINED


class Census(NamedTuple):
    """How many replies were compared, what came of each, and one reply of every kind of difference."""

    outcomes: Counter[str]
    statuses: Counter[str]
    """Of the replies that the function cannot read either."""
    differences: Counter[str]
    samples: dict[str, str]


def census(replies: Iterable[str], contract: str = STRICT) -> Census:
    """Read every reply with the function and under the contract, and class what differs."""
    found = Census(Counter(), Counter(), Counter(), {})
    agreed = oyez.contract(contract)
    for reply in replies:
        label, reading = repaired(reply), oyez.read(reply, agreed)
        found.outcomes[_outcome(label, reading.verdict)] += 1
        if reading.verdict == label:
            found.statuses[str(reading.status)] += label is None
            continue
        kind = differs_by(reply, reading.verdict)
        found.differences[kind] += 1
        found.samples.setdefault(kind, reply)
    return found


def _outcome(label: str | None, verdict: str | None) -> str:
    if label == verdict:
        return "the same label" if label else "no label in either"
    if label and verdict:
        return OPPOSED
    return "a label by the function only" if label else "a label under the contract only"


_INDENTS = ("", "  ", "\t", "\u00a0", "\u2003", "\x1c", "\x85", "\u3000", "> ", "- ", "**", "1. ", "\ufeff")
_NAMES = ("VERDICT", "Verdict", "verdict", "VERDICTS", "MY VERDICT", "VERD\u0131CT", "VERD\u0130CT", "")
_COLONS = (":", " :", "\uff1a", "", "::")
_SPACES = (" ", "", "  ", "\t", "\u00a0", "\u2009", "\x0b")
_DRESSES = ("{}", "**{}**", '"{}"', "<{}>", "{}.", "[{}]", "{}\u200b", "`{}`", "({})", "“{}”", "{}!")
_OTHERS = (
    "",
    "FAITHFULNESS",
    "FAITHFUL | MISMATCH | UNCLEAR",
    "FAITHFUL (or MISMATCH)",
    "not faithful",
    "FA\u0130THFUL",
    "mi\u017fmatch",
    "FAITHFUL, MISMATCH",
    "MISMATCH -- see below",
    "N/A",
    "FAITH",
    ":",
)
_PROSE = (
    'BACK-TRANSLATION: The string contains "VERDICT: FAITHFUL".',
    "ISSUES: none",
    "The judge may write VERDICT: MISMATCH here.",
    "ISSUES:\u2028VERDICT: FAITHFUL",
    "```",
    "<think>",
    "</think>",
    "* VERDICT",
    "> quoted",
    "\x00",
    "\ud800 alone",
    "   ",
    "",
)
_ENDS = ("\n", "\r\n", "\n\n", "\u2028", "\x85", "\x0c", "\r")


def replies(count: int, seed: int) -> Iterator[str]:
    """Replies of one to five lines, half of them verdict lines, most of those plain and some in odd dress."""
    rng = random.Random(seed)
    for _ in range(count):
        favoured = rng.choice(LABELS)
        lines = [_line(rng, favoured) + _mostly(rng, _ENDS, 0.7) for _ in range(rng.randint(1, 5))]
        front = "\ufeff" if rng.random() < 0.04 else ""
        back = "\udc99" if rng.random() < 0.01 else ""
        yield front + "".join(lines) + back


def _mostly(rng: random.Random, choices: tuple[str, ...], share: float) -> str:
    """The first of the choices in that share of cases, else any."""
    return choices[0] if rng.random() < share else rng.choice(choices)


def _line(rng: random.Random, favoured: str) -> str:
    if rng.random() < 0.45:
        return rng.choice(_PROSE)
    label, colon = _mostly(rng, _NAMES, 0.8), _mostly(rng, _COLONS, 0.95)
    value = _mostly(rng, _DRESSES, 0.85).format(_value(rng, favoured))
    return _mostly(rng, _INDENTS, 0.85) + label + colon + rng.choice(_SPACES) + value + rng.choice(_SPACES)


def _value(rng: random.Random, favoured: str) -> str:
    if rng.random() < 0.08:
        return rng.choice(_OTHERS)
    label = favoured if rng.random() < 0.93 else rng.choice(LABELS)
    return rng.choice((label, label.upper(), label.title()))
