"""A parser and a contract on one archive, for a terminal and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from oyez.audit.archive import MATTERS, Compared, Parting, queue_row
from oyez.audit.effect import Headline
from oyez.core.mark import caret, places
from oyez.core.visible import fit, visible_text
from oyez.report.audit_text import shown
from oyez.report.grid import grid, number
from oyez.report.shares import count, of


def lines(found: Compared, room: int) -> list[str]:
    """The whole page."""
    head = [
        visible_text(f"replies   {found.archive}"),
        visible_text(f"parser    {found.subject}"),
        *(visible_text(f"          {note}") for note in found.notes),
        visible_text(f"contract  {found.contract}"),
        "",
        *grid(
            ["", "replies", "share"],
            [[part.value, count(n), of(n, found.replies)] for part, n in found.parts.items() if n],
            room,
        ),
        "",
        *_effect(found, room),
    ]
    if found.changes:
        rows = [[what, count(n)] for what, n in list(found.changes.items())[:12]]
        head += ["", *grid(["parser → contract", "replies"], rows, room)]
    if found.decided is not None:
        changed = sum(found.decided.values())
        head += ["", visible_text(f"{found.decision} decides otherwise on {count(changed)} replies")]
        head += grid(
            ["parser → contract", "replies"], [[k, count(n)] for k, n in found.decided.items()], room
        )
    for part in MATTERS:
        of_part = [one for one in found.shown if one.part is part]
        for one in of_part:
            head += ["", *_parting(one, room)]
    if found.queue is not None:
        parted = sum(found.parts[part] for part in MATTERS)
        head += ["", visible_text(f"{count(parted)} replies to check by hand are in {found.queue}")]
    return head


def _effect(found: Compared, room: int) -> list[str]:
    """The headline number under both, and its bounds."""
    theirs, ours = found.parser, found.contract_side
    rows = [["replies", count(theirs.replies), count(ours.replies), ""]]
    rows.append(["verdicts", count(theirs.verdicts), count(ours.verdicts), ""])
    if theirs.mean is not None or ours.mean is not None:
        bounds = f"{number(ours.low)} to {number(ours.high)}"
        rows.append(["mean", number(theirs.mean), number(ours.mean), bounds])
    names = dict.fromkeys([*ours.labels, *theirs.labels])
    rows += [
        [
            f"  {name}",
            *(_share(side.labels.get(name, 0), side) for side in (theirs, ours)),
            _bounds(name, ours),
        ]
        for name in list(names)[:12]
    ]
    return grid(["", "parser", "contract", "whatever the unread say"], rows, room)


def _bounds(name: str, ours: Headline) -> str:
    """The lowest and highest share of a label among all replies that came."""
    said = ours.labels.get(name, 0)
    open_ = ours.replies - sum(ours.labels.values())
    return f"{of(said, ours.replies)} to {of(said + open_, ours.replies)}"


def _share(n: int, side: Headline) -> str:
    return f"{count(n)} {of(n, sum(side.labels.values())) if n else ''}".rstrip()


def _parting(one: Parting, room: int) -> Iterator[str]:
    reading = one.reading
    yield fit(f"{one.part.value}: {one.reply.id}", room)
    gave = one.said if one.said else "nothing" if one.gave is None else shown(one.gave)
    ours = shown(reading.verdict) if reading.ok else f"no verdict ({reading.status})"
    yield fit(f"  parser: {gave}   contract: {ours}", room)
    for start, end in places(reading)[:1]:
        yield from caret(one.reply.text or "", start, end, room).split("\n")


def tree(found: Compared) -> dict[str, Any]:
    """The page as one JSON object."""
    return {
        "archive": found.archive,
        "parser": found.subject,
        "contract": found.contract,
        "notes": list(found.notes),
        "replies": found.replies,
        "parts": {part.name.lower(): n for part, n in found.parts.items()},
        "effect": {"parser": headline_tree(found.parser), "contract": headline_tree(found.contract_side)},
        "changes": found.changes,
        "decisions": found.decided,
        "through": found.decision,
        "shown": [queue_row(one) for one in found.shown],
    }


def headline_tree(side: Headline) -> dict[str, Any]:
    """The numbers of one side."""
    return {
        "replies": side.replies,
        "verdicts": side.verdicts,
        "labels": side.labels,
        "mean": side.mean,
        "low": side.low,
        "high": side.high,
    }
