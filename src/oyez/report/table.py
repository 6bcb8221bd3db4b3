"""The table of readings: how many ended how, what they said, and where the unread ones stand."""

from __future__ import annotations

from pathlib import PurePath
from typing import TypeAlias

from oyez.core.status import Status, Stop
from oyez.core.tally import Tally
from oyez.core.visible import fit, visible_text, width
from oyez.report.distribution import distribution, number_of
from oyez.report.read_table import ReadTable
from oyez.report.shares import count, of
from oyez.report.unread import Unread

_WIDEST_LABEL = 28
_MOST_GROUPS = 24
_HEAD_LINES = 3
_GAP = 2

Row: TypeAlias = tuple[str, list[tuple[str, str]]]
"""A label, and a count and a share for each column; a row without cells is a heading."""


def text(table: ReadTable, room: int) -> str:
    """The table as plain text, `room` columns wide where names allow it."""
    head = [visible_text(f"replies   {table.source}")]
    head.append(visible_text(f"contract  {table.contract}, reader {table.reader}"))
    if table.bad:
        head.append(f"bad rows  {count(table.bad)}, in no count of this table")
    if table.kept is not None:
        kept = table.kept
        head.append(f"ledger    {count(kept.added)} readings added, {count(kept.there)} there before")
        if kept.not_rereadable:
            head.append(
                f"          {count(kept.not_rereadable)} draws not re-readable, in no count of this table"
            )
    return "\n".join([*head, "", *_panels(table, room), *_unread(table, room)]).rstrip()


def _panels(table: ReadTable, room: int) -> list[str]:
    """The counts, as many groups side by side as fit, the rest in further panels."""
    names = sorted(table.groups, key=lambda name: (-table.groups[name].replies, str(name)))[:_MOST_GROUPS]
    names.sort(key=lambda name: (name is None, _natural(name or "")))
    columns = [("all", table.all)] + [
        ("(not given)" if name is None else name, table.groups[name]) for name in names
    ]
    lines: list[str] = []
    while columns:
        taken, panel = _panel(columns, table.all, room)
        columns = columns[taken:]
        lines += [*panel, ""]
    more = len(table.groups) - len(names)
    if more > 0:
        lines += [f"and {count(more)} smaller groups by {visible_text(table.by or '')}; --json shows all", ""]
    return lines


def _natural(name: str) -> tuple[bool, float, str]:
    """Groups that are numbers in their order, then words."""
    number = number_of(name)
    return (True, 0.0, name) if number is None else (False, number, name)


def _panel(columns: list[tuple[str, Tally]], whole: Tally, room: int) -> tuple[int, list[str]]:
    """As many of `columns` as fit side by side, and their lines."""
    rows = _rows([tally for _, tally in columns], whole)
    label = min(max(width(row[0]) for row in rows), _WIDEST_LABEL)
    number = max(len(found) for _, cells in rows for found, _ in cells)
    cell = max(number + 1 + len("99.9%"), 12)
    taken = max(1, (room - label) // (cell + _GAP))
    lines = _heads([name for name, _ in columns[:taken]], label, cell)
    for name, cells in rows:
        *above, last = _label(name, label)
        line = last + " " * (label - width(last))
        line += "".join(" " * _GAP + f"{found:>{cell - 6}} {share:>5}" for found, share in cells[:taken])
        lines += [*above, line.rstrip()]
    return taken, lines


def _label(name: str, wide: int) -> list[str]:
    """A label in `wide` columns; the name of several recoveries goes over several lines."""
    if width(name) <= wide or "+" not in name:
        return [fit(name, wide)]
    head, *rest = name.split("+")
    indent = " " * (len(head) - len(head.lstrip()) + 2)
    lines = [head]
    for part in (f"+{one}" for one in rest):
        if len(lines) > 1 and width(lines[-1] + part) <= wide:
            lines[-1] += part
        else:
            lines.append(indent + part)
    return [fit(line, wide) for line in lines]


def _heads(names: list[str], label: int, cell: int) -> list[str]:
    """The names of the columns, over several lines where they are long, the last part at the bottom."""
    wrapped = [_wrap(name, cell) for name in names]
    deep = max(map(len, wrapped))
    padded = [[""] * (deep - len(parts)) + parts for parts in wrapped]
    return [
        (
            " " * label + "".join(" " * (_GAP + cell - width(parts[at])) + parts[at] for parts in padded)
        ).rstrip()
        for at in range(deep)
    ]


def _wrap(name: str, cell: int) -> list[str]:
    """A name in lines of `cell` columns, broken behind a dash, dot, slash or space where one is near."""
    rest = visible_text(name)
    parts: list[str] = []
    while width(rest) > cell and len(parts) < _HEAD_LINES - 1:
        at = next(at for at in range(len(rest), 0, -1) if width(rest[:at]) <= cell)
        breaks = [place for place in range(at // 2, at) if rest[place] in "-._/: "]
        at = breaks[-1] + 1 if breaks else at
        parts.append(rest[:at])
        rest = rest[at:]
    return [*parts, fit(rest, cell)]


def _rows(tallies: list[Tally], whole: Tally) -> list[Row]:
    rows = [_counts("replies", [tally.replies for tally in tallies])]
    rows.append(_shares("coverage", [(tally.with_verdict, tally.replies) for tally in tallies]))
    rows.append(_shares("  of these abstained", [(tally.abstained, tally.with_verdict) for tally in tallies]))
    return rows + _statuses(tallies, whole) + _verdicts([whole, *tallies]) + _stops(tallies, whole)


def _statuses(tallies: list[Tally], whole: Tally) -> list[Row]:
    lines: list[Row] = [("status", [])]
    for status in Status:
        if whole.statuses[status]:
            lines.append(
                _shares(f"  {status}", [(tally.statuses[status], tally.replies) for tally in tallies])
            )
        if status is Status.RECOVERED:
            lines += [
                _shares(f"    {rule}", [(tally.rules.get(rule, 0), tally.replies) for tally in tallies])
                for rule in sorted(whole.rules, key=lambda rule: (-whole.rules[rule], rule))
            ]
    return lines


def _verdicts(tallies: list[Tally]) -> list[Row]:
    rows = distribution(tallies)
    lines = [
        _shares(
            f"  {what}",
            [(found, tally.with_verdict) for found, tally in zip(counts[1:], tallies[1:], strict=True)],
        )
        for what, counts in rows
    ]
    return [("verdict", []), *lines] if lines else []


def _stops(tallies: list[Tally], whole: Tally) -> list[Row]:
    lines: list[Row] = [("stop", [])]
    for stop in Stop:
        if whole.stops.get(stop):
            lines.append(
                _shares(f"  {stop}", [(tally.stops.get(stop, 0), tally.replies) for tally in tallies])
            )
        if stop is Stop.LENGTH and whole.kept_truncated:
            lines.append(_counts("    with a verdict", [tally.kept_truncated for tally in tallies]))
    return lines


def _counts(label: str, numbers: list[int]) -> Row:
    return label, [(count(number), "") for number in numbers]


def _shares(label: str, parts: list[tuple[int, int]]) -> Row:
    return label, [(count(part), of(part, whole) if part else "") for part, whole in parts]


def _unread(table: ReadTable, room: int) -> list[str]:
    whole = sum(table.kinds.values())
    if not whole:
        return []
    shown = (
        "all" if whole == len(table.unread) else f"{len(table.unread)} of {count(whole)}, some of each kind"
    )
    lines = [f"without a verdict: {shown}"]
    kind = None
    for unread in table.unread:
        if (unread.status, unread.code) != kind:
            kind = (unread.status, unread.code)
            lines += [
                "",
                f"{unread.status}{', ' + unread.code if unread.code else ''}: {count(table.kinds[kind])}",
            ]
        lines += unread_lines(unread, room)
    return lines


def short(place: str) -> str:
    """A place without the folders of its file."""
    return PurePath(place).name


def unread_lines(unread: Unread, room: int) -> list[str]:
    """One unread reply for a terminal: where it stands, what is the matter, and the line of the reply."""
    name = fit(f"  {short(unread.place)}  {unread.id}", room)
    message = [fit(f"    {unread.message}", room)] if unread.message else []
    return [name, *message, *unread.picture.splitlines()]
