"""Labelled lines: `COMPLIANCE: EVASIVE`, decorated ones too, beside labelled paragraphs such as `ANALYSIS: …`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from oyez.suggest.guess import Guess, guess
from oyez.suggest.names import choose_verdict, field_names, is_hint, often
from oyez.suggest.sample import Seen
from oyez.suggest.sketch import FieldSketch, Sketch

SHEET: Final = 3
_LABEL: Final = re.compile(
    r"(?:\|\s*)?(?:#+\s*)?(?:[-*+•]\s+)?[*_`~]{0,6}(?:\d{1,3}[.)]\s*)?[*_`~]{0,6}"
    r"(?P<label>[^\W\d][^:：*_`~|\[\]{}<>\"?!.,;\n]{0,40})(?P<shut>[*_`~]{0,6})\s*[:：](?P<value>.*)"
)
_LAST: Final = 300
"""Only the first and the last so many lines of a reply are looked at."""


class Labelled(msgspec.Struct, frozen=True):
    """A label with the value that stood behind it last, reply by reply."""

    label: str
    values: dict[int, str]
    """Reply → value; empty where the line ends after the colon."""


def labelled(replies: Sequence[Seen]) -> list[Labelled]:
    """Every label that stands in at least half of the replies, in the order in which it is first met."""
    spelled: dict[str, dict[str, int]] = {}
    values: dict[str, dict[int, str]] = {}
    for at, reply in enumerate(replies):
        for label, value in _pairs(reply.lines):
            values.setdefault(label.lower(), {})[at] = value
            counts = spelled.setdefault(label.lower(), {})
            counts[label] = counts.get(label, 0) + 1
    common = [key for key, found in values.items() if often(len(found), len(replies))]
    return [Labelled(max(sorted(spelled[key]), key=spelled[key].__getitem__), values[key]) for key in common]


def _pairs(lines: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    places = (
        range(len(lines))
        if len(lines) <= 2 * _LAST
        else (*range(_LAST), *range(len(lines) - _LAST, len(lines)))
    )
    for at in places:
        match = _LABEL.fullmatch(lines[at])
        if match is None or len(match["label"].split()) > 5:
            continue
        value = match["value"].strip()
        if not value.strip("*_`~ ") and at + 1 < len(lines):
            value = lines[at + 1]  # the recovery next-line reads it there
        yield match["label"].strip(), value


def sketches(replies: Sequence[Seen]) -> Iterator[Sketch]:
    """One draft: the labelled line with a closed scale that looks most like a verdict, the others beside it."""
    found = labelled(replies)
    guesses = {each.label: guess(each.values.values()) for each in found}
    closed = [each.label for each in found if guesses[each.label] is not None]
    if not closed or _is_sheet(closed, guesses):
        return
    names = field_names([each.label for each in found])
    verdict = choose_verdict(closed) if len(closed) == 1 or any(map(is_hint, closed)) else None
    about = "Labelled lines; the verdict " + (f"stands behind {verdict}." if verdict else "is all of them.")
    fields = tuple(_field(each, names[each.label], guesses[each.label], len(replies)) for each in found)
    yield Sketch(
        idea="line",
        about=about,
        fields=fields,
        verdict=names[verdict] if verdict else "*",
    )


def _is_sheet(closed: list[str], guesses: dict[str, Guess | None]) -> bool:
    """Whether it is three or more numbers, none of them named like a verdict: another idea takes those."""
    kinds = [set(found.scale) for each in closed if (found := guesses[each]) is not None]
    numbers = all(kind <= {"integer", "number"} for kind in kinds)
    return len(closed) >= SHEET and numbers and not any(map(is_hint, closed))


def _field(one: Labelled, name: str, guessed: Guess | None, total: int) -> FieldSketch:
    there = f"{one.label}: begins a line in {len(one.values)} of {total} replies."
    if guessed is not None:
        return FieldSketch(
            name=name, form={"line": one.label}, scale=guessed.scale, why=(there, *guessed.why)
        )
    return FieldSketch(
        name=name,
        form={"line": one.label, "until": "next-label"},
        scale="text",
        why=(there, "Its values hardly repeat, so it is text."),
        optional=len(one.values) < total,
    )
