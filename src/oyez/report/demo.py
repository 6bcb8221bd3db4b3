"""What `oyez demo` shows: three replies, the kinds of ends, and one table over all archives."""

from __future__ import annotations

import shlex
import textwrap
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from oyez.contract import contract
from oyez.core.mark import pictures, places, telling
from oyez.core.reading import Reading
from oyez.core.status import Status
from oyez.core.tally import Tally, verdict_word
from oyez.core.visible import fit
from oyez.reader import read
from oyez.report.read_table import ReadTable, tally_tree
from oyez.report.run import ReadRun
from oyez.report.shares import count, of
from oyez.rows.columns import Columns
from oyez.rows.replies import Replies, open_source

SHOWN: Final = ("faithfulness-032", "rating-022", "pairwise-026")
"""The replies of the archives that are shown with their place: one read, one recovered, one with neither."""


def read_archives(archives: list[tuple[Path, Path]]) -> list[ReadTable]:
    """The table of each archive under its contract."""
    tables = []
    for replies, terms in archives:
        with open_source(str(replies), Columns().paths()) as source:
            tables.append(ReadRun(contract(terms), replies.stem).read(Replies(source, Columns())))
    return tables


def shown(archives: list[tuple[Path, Path]]) -> Iterator[tuple[str, Reading]]:
    """The chosen replies, read."""
    for name in SHOWN:
        for replies, terms in archives:
            with open_source(str(replies), Columns().paths()) as source:
                for row in Replies(source, Columns()):
                    if row.reply.id == name:
                        yield name, read(row.reply, contract(terms))


def demo_lines(archives: list[tuple[Path, Path]], tables: list[ReadTable], room: int) -> Iterator[str]:
    """The whole demo for a terminal; the table comes last."""
    whole = total(tables)
    yield f"{count(whole.replies)} made-up judge replies in {len(tables)} formats, each read under its contract."
    yield ""
    for name, reading in shown(archives):
        yield from _reply_lines(name, reading, room)
        yield ""
    yield from _kinds("no verdict", {str(status): found for status, found in whole.statuses.items()}, room)
    yield from _kinds("recovered by", _single(whole.rules), room)
    replies, terms = archives[0]
    yield ""
    yield "Look closer, or try your own:"
    yield f"  oyez read {shlex.quote(str(replies))} \\"
    yield f"    --contract {shlex.quote(str(terms))} --by judge"
    yield ""
    yield from _table(tables, whole)


def total(tables: list[ReadTable]) -> Tally:
    """The tally over all archives."""
    return sum((table.all for table in tables), start=Tally.of([]))


def demo_tree(tables: list[ReadTable]) -> dict[str, Any]:
    """The last table as one JSON object."""
    archives = [
        {"archive": table.source, "contract": table.contract, **tally_tree(table.all)} for table in tables
    ]
    return {"archives": archives, "all": tally_tree(total(tables))}


def _reply_lines(name: str, reading: Reading, room: int) -> Iterator[str]:
    problem = telling(reading)
    by = f" by {reading.rule}" if reading.rule else ""
    said = f": {verdict_word(reading.verdict)}" if reading.ok else f": {problem.message}" if problem else ""
    yield fit(f"{name}  {reading.status}{by}{said}", room)
    yield pictures(reading.text or "", places(reading), room)


def _single(rules: dict[str, int]) -> dict[str, int]:
    """Recoveries one by one; a verdict that needed two is counted under both."""
    found: Counter[str] = Counter()
    for rule, number in rules.items():
        found.update(dict.fromkeys(rule.split("+"), number))
    return found


def _kinds(label: str, counts: dict[str, int], room: int) -> list[str]:
    with_verdict = (Status.READ, Status.RECOVERED)
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    words = ", ".join(f"{name}\u00a0{found}" for name, found in ordered if found and name not in with_verdict)
    lines = textwrap.wrap(f"{label}: {words}", room, subsequent_indent="  ", break_on_hyphens=False)
    return [line.replace("\u00a0", " ") for line in lines]


def _table(tables: list[ReadTable], whole: Tally) -> Iterator[str]:
    yield "archive        replies    read  recovered  no verdict  coverage  abstained"
    for name, tally in [*((table.source, table.all) for table in tables), ("all", whole)]:
        read, recovered = tally.statuses[Status.READ], tally.statuses[Status.RECOVERED]
        yield (
            f"{name:<13}{tally.replies:>9}{read:>8}{recovered:>11}{tally.replies - tally.with_verdict:>12}"
            f"{of(tally.with_verdict, tally.replies):>10}{of(tally.abstained, tally.with_verdict):>11}"
        )
