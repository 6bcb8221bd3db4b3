"""Values that are a whole line: the last one, the first one, or the whole reply."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

from oyez.suggest.guess import Guess, bare, guess
from oyez.suggest.sample import Seen
from oyez.suggest.sketch import FieldSketch, Sketch

PLACES: Final = (
    ("whole", "The whole reply"),
    ("last_line", "The last line"),
    ("first_line", "The first line"),
)
_LABELLED: Final = re.compile(r"([^\W\d][^:*_`~|\[\]{}<>\"?!.,;\n]{0,40})\s*:\s*(\S.*)")
_NUMBERS: Final = re.compile(r"-?\d{1,4}(?:\.\d{1,3})?(?:\s*[ ,;/]\s*-?\d{1,4}(?:\.\d{1,3})?)+", re.ASCII)
LONGEST: Final = 60


def sketches(replies: Sequence[Seen]) -> Iterator[Sketch]:
    """A draft for each place in which at least half of the replies have a value of one scale and nothing else."""
    for place, name in PLACES:
        found = [value for reply in replies if (value := _value(reply, place)) is not None]
        short = [value for value in found if len(value) <= LONGEST]
        if len(short) * 2 < len(replies):
            continue
        yield from _single(place, name, short, len(replies))
        yield from _several(place, name, short, len(replies))


def _value(reply: Seen, place: str) -> str | None:
    if not reply.lines or (place == "whole" and len(reply.lines) > 1):
        return None
    return reply.lines[-1 if place == "last_line" else 0]


def _single(place: str, name: str, lines: list[str], total: int) -> Iterator[Sketch]:
    """Lines that are a label or a number, some of them behind a word and a colon."""
    plain = [line for line in lines if not _LABELLED.fullmatch(bare(line))]
    guessed = guess(plain) if len(plain) * 2 >= total else None
    if guessed is None:
        return
    scale, more = _core(guessed, plain) if "labels" in guessed.scale else (guessed.scale, ())
    numeric = "integer" in scale or "number" in scale
    label = _label(lines) if place == "last_line" and numeric else None
    why = (f"{name} is a value in {len(plain)} of {total} replies.", *guessed.why, *more)
    if label:
        why = (*why, f"Some have {label}: before it.")
    field = FieldSketch(name="verdict", form={place: True}, scale=scale, why=why)
    settings = {"label": label} if label else {}
    idea = place.replace("_", "-")
    yield Sketch(idea=idea, about=f"{name} is the value.", fields=(field,), settings=settings)


def _label(lines: list[str]) -> str | None:
    """The word that most often stands before a number (`Best answer: 2`)."""
    matches = [match for line in lines if (match := _LABELLED.fullmatch(bare(line)))]
    words = Counter(match[1].strip().lower() for match in matches if match[2].strip(" *_`~")[:1].isdigit())
    if not words:
        return None
    word = min(words, key=lambda each: (-words[each], each))
    return word[:1].upper() + word[1:]


def _core(guessed: Guess, lines: list[str]) -> tuple[Any, tuple[str, ...]]:
    """Labels with the same words around what differs (`Output (a)`, `Output (b)`): what differs is the label."""
    labels = guessed.scale["labels"]
    before = re.sub(r"\w+\Z", "", _shared(labels))
    rest = [label[len(before) :] for label in labels]
    after = re.sub(r"\A\w+", "", _shared([label[::-1] for label in rest])[::-1])
    cores = [label[: len(label) - len(after)] for label in rest]
    written = _written(labels, lines)
    if not before.strip() or not all(core.strip() for core in cores) or "abstain" in guessed.scale:
        return guessed.scale, ()
    alias = {written[label]: core for label, core in zip(labels, cores, strict=True)}
    return {"labels": cores, "alias": alias}, ("What differs between the lines is taken as the label.",)


def _shared(words: list[str]) -> str:
    """How all the words begin."""
    first, last = min(words), max(words)
    differs = (at for at, (one, other) in enumerate(zip(first, last, strict=False)) if one != other)
    return first[: next(differs, min(len(first), len(last)))]


def _written(labels: list[str], lines: list[str]) -> dict[str, str]:
    """Each label as it most often stands in the replies, marks included."""
    counts: dict[str, Counter[str]] = {label.lower(): Counter() for label in labels}
    for line in lines:
        if bare(line).lower() in counts:
            counts[bare(line).lower()][line] += 1
    return {
        label: min(counts[label.lower()].items(), key=lambda pair: (-pair[1], pair[0]))[0] for label in labels
    }


def _several(place: str, name: str, lines: list[str], total: int) -> Iterator[Sketch]:
    """Lines that are the same number of numbers each, such as `8 9`."""
    split = [re.split(r"\s*[,;/]\s*|\s+", line) for line in lines if _NUMBERS.fullmatch(line)]
    if len(split) * 2 < total:
        return
    length = Counter(len(parts) for parts in split).most_common(1)[0][0]
    kept = [parts for parts in split if len(parts) == length]
    guessed = guess(part for parts in kept for part in parts)
    if guessed is None or len(kept) * 2 < total:
        return
    scale = {"list": guessed.scale, "length": length}
    why = (f"{name} holds {length} numbers in {len(kept)} of {total} replies.", *guessed.why)
    field = FieldSketch(name="verdict", form={place: True}, scale=scale, why=why)
    yield Sketch(
        idea=f"{place.replace('_', '-')}-list", about=f"{name} is {length} numbers.", fields=(field,)
    )
