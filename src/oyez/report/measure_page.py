"""What `oyez measure` says: the page, and the same as JSON."""

from __future__ import annotations

from typing import Any

import msgspec

from oyez.measure.difference import Difference
from oyez.measure.latest import LeftOut
from oyez.measure.measurement import Measurement, tree_of
from oyez.measure.shows import Shown
from oyez.report.measure_text import count_sheet, difference_sheet, policy_sheets, value_sheet
from oyez.report.shares import count
from oyez.report.sheets import Sheet
from oyez.report.shown_text import shown_sheets, shown_tree


class Page(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that one `oyez measure` says."""

    source: str
    """The file of readings, or the ledger."""
    instruments: list[tuple[str, int]]
    """What gave the values, with how many draws."""
    split: list[str]
    """Why they are not one instrument."""
    acknowledged: str | None
    """The reason that was given for going on all the same."""
    measurement: Measurement
    differences: tuple[Difference, ...] = ()
    left_out: LeftOut
    """Replies that a later one to the same question stands for."""
    repeated: int = 0
    """Rows that have the id and the place in the design of another row."""
    shown: dict[str, Shown] = {}
    """What was to be shown beside them, by name."""


def head(page: Page) -> list[str]:
    """The lines over the tables."""
    made = [f"readings    {page.source}"]
    for name, many in page.instruments[:6]:
        made.append(f"instrument  {name}: {count(many)} draws")
    more = len(page.instruments) - 6
    made += [f"            and {count(more)} more"] if more > 0 else []
    for first in page.measurement.estimates[:1]:
        made.append(f"metric      {first.metric}: {first.what}; abstentions: {first.abstain}")
    if page.split:
        made.append(f"not measured by one instrument: {'; '.join(page.split)}")
        made.append(f"measured all the same, for this reason: {page.acknowledged}")
    if page.repeated:
        made.append(
            f"{count(page.repeated)} rows have the id, item, arm, judge, draw, order and contract of a row before; "
            "each is counted: if the file holds readings twice, give them once"
        )
    return made + page.left_out.sentences()


def sheets(page: Page) -> list[Sheet]:
    """The tables: values, counts, and a table a difference."""
    estimates = page.measurement.estimates
    several = len({one.policy for one in estimates}) > 1
    made: list[Sheet] = []
    if estimates:
        made = policy_sheets(estimates) if several else [value_sheet(estimates)]
        made.append(count_sheet(estimates))
    made += map(difference_sheet, page.differences)
    return made + [sheet for shown in page.shown.values() for sheet in shown_sheets(shown)]


def tree(page: Page) -> dict[str, Any]:
    """The page as one JSON object."""
    return {
        "readings": page.source,
        "instruments": [{"instrument": name, "draws": many} for name, many in page.instruments],
        "split": page.split or None,
        "acknowledged": page.acknowledged,
        "left_out": page.left_out.tree(),
        "repeated": page.repeated,
        "estimates": page.measurement.tree(),
        "differences": [tree_of(one) for one in page.differences],
        "shown": {name: shown_tree(shown) for name, shown in page.shown.items()},
    }


def rows(page: Page) -> list[dict[str, Any]]:
    """One JSON object an estimate."""
    shared = {
        "split": page.split or None,
        "acknowledged": page.acknowledged,
        "left_out": page.left_out.tree(),
        "repeated": page.repeated,
    }
    return [{**shared, **one} for one in page.measurement.records()]
