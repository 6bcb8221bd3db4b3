"""Suggested contracts as a table, with the replies that the best one would not read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from oyez.core.visible import fit, visible_text
from oyez.report.shares import count, percent
from oyez.suggest import Suggestion, Suggestions


def lines(found: Suggestions, source: str, room: int, to: str | None = None) -> Iterator[str]:
    """What was found, in `room` columns; the draft follows in full where one is best and was not written to `to`."""
    sampled = f"; {count(found.sampled)} looked at" if found.sampled < found.with_text else ""
    yield fit(f"{source}: {count(found.replies)} replies, {count(found.with_text)} with text{sampled}", room)
    yield ""
    if found.best is None:
        yield "nothing fits: no contract reads half of the replies, and none can be drafted from them"
        if to is not None:
            yield fit(f"not written: {to}", room)
    if found.listed:
        yield from _table(found, room)
    if found.best is not None:
        yield from _best(found, found.best, room, to)


def _table(found: Suggestions, room: int) -> Iterator[str]:
    wide = max(len("contract"), *(len(_name(each)) for each in found.listed))
    head = (
        f"{'contract':<{wide}}  {'score':>5}  {'coverage':>8}  {'read':>7}  {'recovered':>9}  {'conflict':>8}"
    )
    yield fit(head, room)
    for each in found.listed:
        yield fit(
            f"{_name(each):<{wide}}  {each.score:5.2f}  {percent(each.coverage):>8}  {count(each.strict):>7}"
            f"  {count(each.recovered):>9}  {count(each.conflicts):>8}",
            room,
        )


def _name(each: Suggestion) -> str:
    return f"{each.contract.name} (drafted)" if each.drafted else each.contract.name


def _best(found: Suggestions, best: Suggestion, room: int, to: str | None) -> Iterator[str]:
    yield ""
    if found.unread_count:
        many = "reply" if found.unread_count == 1 else "replies"
        yield f"{count(found.unread_count)} {many} with text that {best.contract.name} would not read:"
        for each in found.unread:
            name = each.id if each.id is not None else f"reply {each.at + 1}"
            yield fit(f"  {name}  {each.status}{': ' if each.message else ''}{each.message}", room)
    else:
        yield f"{best.contract.name} reads every reply with text"
    if to is not None:
        yield ""
        yield fit(f"{to}: written", room)
    elif best.drafted:
        yield ""
        yield from (visible_text(line) for line in best.toml.rstrip("\n").split("\n"))


def tree(found: Suggestions, source: str) -> dict[str, Any]:
    """The same as a JSON object."""
    return {
        "source": source,
        "replies": found.replies,
        "with_text": found.with_text,
        "sampled": found.sampled,
        "best": None if found.best is None else found.best.contract.name,
        "listed": [_row(each) for each in found.listed],
        "unread_count": found.unread_count,
        "unread": [
            {"id": each.id, "at": each.at, "status": str(each.status), "message": each.message}
            for each in found.unread
        ],
    }


def _row(each: Suggestion) -> dict[str, Any]:
    return {
        "contract": each.contract.ref,
        "drafted": each.drafted,
        "score": round(each.score, 4),
        "coverage": each.coverage,
        "replies": each.replies,
        "read": each.strict,
        "recovered": each.recovered,
        "abstained": each.abstained,
        "conflict": each.conflicts,
        "why": list(each.why),
        "toml": each.toml if each.drafted else None,
    }
