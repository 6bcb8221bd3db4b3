"""An audit for a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from oyez.audit import Audit, Finding
from oyez.audit.direction import direction_text
from oyez.audit.finding import FAULTS, Kind
from oyez.audit.plainest import Unread
from oyez.core.mark import caret
from oyez.core.visible import fit, visible_text
from oyez.report.shares import count

LINES = 8
"""Lines of a reply that are shown."""


def lines(found: Audit, through: tuple[str, ...], room: int) -> list[str]:
    """The whole page."""
    head = [visible_text(f"parser    {found.subject}"), visible_text(f"contract  {found.contract}")]
    head += [visible_text(f"          {note}") for note in found.notes]
    if found.unread is not None:
        head += ["", *unread_lines(found.unread, room), ""]
    head += [f"replies   {count(found.tried)}, each with a known reading", ""]
    head += [f"  {kind.value:<16}{count(found.counts[kind]):>9}" for kind in Kind]
    if found.left_out:
        head.append(f"  {'left out':<16}{count(found.left_out):>9}  known only to who sees the stop reason")
    hidden = len(found.findings) if found.unread is not None else 0
    if hidden:
        head += [
            "",
            *_wrapped(
                f"{count(hidden)} findings are not shown, since it reads no plain reply; "
                "--format json has them.",
                room,
            ),
        ]
    for one in found.findings[hidden:]:
        head += ["", *finding_lines(one, room)]
    if not found.findings:
        head += ["", "No finding."]
    if through:
        head += ["", *(visible_text(one) for one in through)]
    return head


def unread_lines(one: Unread, room: int) -> Iterator[str]:
    """That no plain reply is read, with the shortest one and the likely causes."""
    yield "READS NONE OF THE PLAIN REPLIES"
    yield from _wrapped(one.sentence, room)
    yield from _lines(one.reply, room)
    yield fit(f"  known: {shown(one.known)}   given: {one.gave}", room)
    yield "  Likely causes:"
    for cause in one.causes:
        yield from _wrapped(f"- {cause}", room)


def finding_lines(one: Finding, room: int) -> Iterator[str]:
    """One finding: the fault in words, the shortest reply, what was given."""
    yield visible_text(f"{one.kind.value.upper()}  {one.family}  {count(one.count)} of {count(one.tried)}")
    yield from _wrapped(one.sentence, room)
    if one.disputed:
        yield from _wrapped(f"Disputed: {one.disputed}", room)
    yield from _reply(one, room)
    yield fit(f"  known: {known(one)}   given: {given(one)}", room)
    said = direction_text(one.directions)
    if said:
        yield fit(f"  {said}", room)


def known(one: Finding) -> str:
    """The known reading in a few words."""
    return shown(one.known) if one.has else "no verdict"


def given(one: Finding) -> str:
    """What the parser gave in a few words."""
    if one.kind in (Kind.CRASHED, Kind.HUNG):
        return f"({one.kind.value}: {one.said})"
    return "nothing" if one.gave is None else shown(one.gave)


def shown(value: Any) -> str:
    """A value on one line, cut where it is long."""
    said = value if isinstance(value, str) else repr(value)
    return said if len(said) <= 120 else said[:119] + "…"


def _reply(one: Finding, room: int) -> Iterator[str]:
    if one.span is not None and one.kind in FAULTS:
        start, end = one.span
        above = one.reply[: one.reply.rfind("\n", 0, start) + 1]
        below = one.reply[one.reply.find("\n", start) + 1 :] if "\n" in one.reply[start:] else ""
        yield from _lines(above, room)
        yield from caret(one.reply, start, end, room).split("\n")
        yield from _lines(below, room, one.reply.count("\n", 0, len(one.reply) - len(below)))
    else:
        yield from _lines(one.reply, room)


def _lines(text: str, room: int, before: int = 0) -> Iterator[str]:
    if not text:
        return
    parts = text.removesuffix("\n").split("\n")
    for number, line in enumerate(parts[:LINES], start=before + 1):
        yield fit(f"{number:>5} | {line}", room)
    if len(parts) > LINES:
        yield f"      … {len(parts) - LINES} more lines"


def _wrapped(text: str, room: int) -> Iterator[str]:
    import textwrap

    yield from textwrap.wrap(visible_text(text), room - 2, initial_indent="  ", subsequent_indent="  ")
