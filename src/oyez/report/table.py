"""The table of readings: how many ended how, what they said, and where the unread ones stand."""

from __future__ import annotations

from oyez.core.status import Status, Stop
from oyez.core.tally import Tally
from oyez.core.visible import fit, width
from oyez.report.distribution import distribution
from oyez.report.read_table import ReadTable
from oyez.report.shares import count, of
from oyez.report.unread import Unread

_CELL = 16
_LABEL = 30
_MOST_GROUPS = 24

Line = tuple[str, list[str]]
"""A label, and one cell for each column; a line without cells is a heading."""


def text(table: ReadTable, room: int) -> str:
    """The table as plain text, `room` columns wide at most."""
    head = [fit(f"{table.source}: {table.contract}, reader {table.reader}", room)]
    if table.bad:
        head.append(f"bad rows: {count(table.bad)}, not read and not in the table; stderr says why")
    return "\n".join([*head, "", *_panels(table, room), *_unread(table, room)])


def _panels(table: ReadTable, room: int) -> list[str]:
    """The counts, as many groups side by side as fit, the rest in further panels."""
    names = sorted(table.groups, key=lambda name: (-table.groups[name].replies, str(name)))[:_MOST_GROUPS]
    names.sort(key=lambda name: (name is None, _natural(name or "")))
    columns = [("all", table.all)] + [(name or "(not given)", table.groups[name]) for name in names]
    per_panel = max(1, (room - _LABEL) // _CELL)
    lines: list[str] = []
    for at in range(0, len(columns), per_panel):
        lines += [*_panel(columns[at : at + per_panel], table.all), ""]
    more = len(table.groups) - len(names)
    if more > 0:
        lines += [f"and {count(more)} smaller groups by {table.by}; --json shows all", ""]
    return lines


def _natural(name: str) -> tuple[bool, float, str]:
    """Groups that are numbers in their order, then words."""
    return (False, float(name), name) if name.isascii() and name.isdecimal() else (True, 0.0, name)


def _panel(columns: list[tuple[str, Tally]], whole: Tally) -> list[str]:
    tallies = [tally for _, tally in columns]
    head = " " * _LABEL + "".join(
        " " * (_CELL - width(shown)) + shown for shown in (_head(name) for name, _ in columns)
    )
    lines = [_counts("replies", [tally.replies for tally in tallies])]
    lines.append(_shares("coverage", [(tally.with_verdict, tally.replies) for tally in tallies]))
    lines.append(
        _shares("  of these abstained", [(tally.abstained, tally.with_verdict) for tally in tallies])
    )
    lines += _statuses(tallies, whole)
    lines += _verdicts([whole, *tallies])
    lines += _stops(tallies, whole)
    return [head.rstrip(), *(_line(label, cells) for label, cells in lines)]


def _head(name: str) -> str:
    return fit(name, _CELL - 2)


def _statuses(tallies: list[Tally], whole: Tally) -> list[Line]:
    lines: list[Line] = [("status", [])]
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


def _verdicts(tallies: list[Tally]) -> list[Line]:
    rows = distribution(tallies)
    lines = [
        _shares(
            f"  {what}",
            [(found, tally.with_verdict) for found, tally in zip(counts[1:], tallies[1:], strict=True)],
        )
        for what, counts in rows
    ]
    return [("verdict", []), *lines] if lines else []


def _stops(tallies: list[Tally], whole: Tally) -> list[Line]:
    lines: list[Line] = [("stop", [])]
    for stop in Stop:
        if whole.stops.get(stop):
            lines.append(
                _shares(f"  {stop}", [(tally.stops.get(stop, 0), tally.replies) for tally in tallies])
            )
        if stop is Stop.LENGTH and whole.kept_truncated:
            lines.append(
                _counts("    with a verdict all the same", [tally.kept_truncated for tally in tallies])
            )
    return lines


def _counts(label: str, numbers: list[int]) -> Line:
    return label, [f"{count(number):>8}       " for number in numbers]


def _shares(label: str, parts: list[tuple[int, int]]) -> Line:
    return label, [f"{count(part):>8} {of(part, whole) if part else '':>6}" for part, whole in parts]


def _line(label: str, cells: list[str]) -> str:
    shown = fit(label, _LABEL)
    return (shown + " " * (_LABEL - width(shown)) + "".join(f"{cell:>{_CELL}}" for cell in cells)).rstrip()


def _unread(table: ReadTable, room: int) -> list[str]:
    whole = sum(table.kinds.values())
    if not whole:
        return []
    shown = "all" if whole == len(table.unread) else f"{len(table.unread)} of {count(whole)}"
    lines = [f"without a verdict ({shown}, of each kind the first)"]
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


def unread_lines(unread: Unread, room: int) -> list[str]:
    """One unread reply for a terminal: where it stands, what is the matter, and the line of the reply."""
    name = fit(f"  {unread.place}  {unread.id}", room)
    message = [fit(f"    {unread.message}", room)] if unread.message else []
    return [name, *message, *unread.picture.splitlines()]
