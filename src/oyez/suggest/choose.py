"""Ranks the catalogue by how well replies read, drafts a contract where none fits well, and lists what stays unread."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, zip_longest
from typing import Final

from oyez.contract import contract, contract_names
from oyez.core.mark import telling
from oyez.core.reading import Reading
from oyez.core.reply import Reply
from oyez.reader import read
from oyez.suggest.measure import measure, with_text
from oyez.suggest.sample import SAMPLE, even, holds_text
from oyez.suggest.values import Suggestion, Suggestions, Unread

FITS_WELL: Final = 0.9
"""From this score on the first contract of the catalogue is taken, and nothing is drafted."""
FITS: Final = 0.5
"""Below this score a contract does not fit, drafted or not."""
MARGIN: Final = 0.05
"""A draft comes before a contract of the catalogue, which has examples, if its score is this much higher."""
FEW: Final = 60
"""So many replies decide whether a contract of the catalogue is tried on the whole sample."""
PROMISING: Final = 0.1
"""The score that it must reach on them; one that fits reaches far more."""


def suggest(replies: Iterable[Reply | str | None], most: int = 5, unread: int = 10) -> Suggestions:
    """The contracts that fit the replies, best first: of the catalogue, or drafted from the replies.

    Lists at most `most` contracts, and at most `unread` replies that the best would not read. Ranks and
    drafts on an even sample of 400 replies with text; what is listed is then counted over all of them. The
    replies are held in memory. Raises `ValueError` unless `most` is at least 1 and `unread` at least 0.
    """
    if most < 1 or unread < 0:
        raise ValueError("most must be at least 1, and unread at least 0")
    given = [each if isinstance(each, Reply) else Reply(text=each) for each in replies]
    texts = [(at, reply) for at, reply in enumerate(given) if holds_text(reply)]
    sample = even([reply for _, reply in texts], SAMPLE)
    listed = _confirm(_ranked(sample)[:most], [reply for _, reply in texts], len(sample))
    best = listed[0] if listed and listed[0].score >= FITS else None
    missed = _missed(best, texts) if best else []
    return Suggestions(
        replies=len(given),
        with_text=len(texts),
        sampled=len(sample),
        best=best,
        listed=tuple(listed),
        unread=_in_turn(missed)[:unread],
        unread_count=len(missed),
    )


def _ranked(sample: Sequence[Reply]) -> list[Suggestion]:
    """Everything that reads anything, in order; a draft only where it earns its place."""
    known = _in_order([measure(sample, each.contract) for each in _promising(sample)])
    top = known[0].score if known else 0.0
    made = [] if top >= FITS_WELL or not sample else _drafts(sample)
    good = _in_order([each for each in made if each.score >= max(FITS, top + MARGIN)])
    return [*good[:2], *known]


def _drafts(sample: Sequence[Reply]) -> list[Suggestion]:
    from oyez.suggest.draft import drafts  # many files, and only where something is drafted

    return drafts(sample)


def _promising(sample: Sequence[Reply]) -> list[Suggestion]:
    """The contracts of the catalogue that read enough of a few replies to be worth trying on all of the sample."""
    few = even(sample, FEW)
    tried = [measure(few, contract(name)) for name in contract_names()] if few else []
    return [each for each in tried if each.score >= PROMISING]


def _in_order(found: list[Suggestion]) -> list[Suggestion]:
    return sorted(found, key=lambda each: (-each.score, -each.coverage, each.contract.name))


def _confirm(listed: list[Suggestion], texts: list[Reply], sampled: int) -> list[Suggestion]:
    """The same contracts counted over all replies; drafts stay before the catalogue."""
    counted = []
    for each in listed:
        full = each if sampled == len(texts) else measure(texts, each.contract, drafted=each.drafted)
        counted.append(with_text(full, each.why, each.toml or each.contract.toml or ""))
    return [
        *_in_order([one for one in counted if one.drafted]),
        *_in_order([one for one in counted if not one.drafted]),
    ]


def _missed(best: Suggestion, texts: list[tuple[int, Reply]]) -> list[Unread]:
    pairs = ((at, reply, read(reply, best.contract)) for at, reply in texts)
    return [
        Unread(id=reply.id, at=at, status=reading.status, message=_message(reading))
        for at, reply, reading in pairs
        if not reading.ok
    ]


def _message(reading: Reading) -> str:
    problem = telling(reading)
    return problem.message if problem else ""


def _in_turn(missed: list[Unread]) -> tuple[Unread, ...]:
    """The first of each status, then the second of each, and so on."""
    kinds: dict[str, list[Unread]] = {}
    for each in missed:
        kinds.setdefault(str(each.status), []).append(each)
    turns = zip_longest(*kinds.values())
    return tuple(each for each in chain.from_iterable(turns) if each is not None)
