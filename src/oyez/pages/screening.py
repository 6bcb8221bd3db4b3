"""The page of the decision table of screening, from the policy itself."""

from __future__ import annotations

from itertools import product

from oyez.pages.markdown import GENERATED, table
from oyez.screening.confirmation import Confirmed, confirmed
from oyez.screening.policy import CONFIRMATION, NEVER_CERTIFIES, TABLE, VERSION
from oyez.screening.states import REVIEWER_STATES
from oyez.screening.table import COLUMNS, Cell, Row
from oyez.screening.table import table as decided

HEAD = f"""{GENERATED}

# The decision table of screening

This is policy {VERSION}. [Screening](screen.md) tells where the evidence comes from. {NEVER_CERTIFIES}

## What each piece of evidence does by itself

The most severe outcome is the item's, and every piece gives its reason, whatever the others do: nothing masks anything.
"""

CELLS = """## The whole table

The two reviewers stand in either order. The other evidence is a probe and any number of checks:

- *nothing*: nothing was found and nothing held (no such evidence, `nothing-found`, `not-checked`)
- *held*: the same, and a check `held`
- *doubt*: something is open (`unread` or `undelivered` probe, `both-false`, `required-not-checked`), and nothing flags
- *against*: `counterexample` or `failed`, whatever else there is; nobody is asked again then

Reasons are those of all pieces, and of the repeats."""

REPEATS = """## The repeats

A flag that rests on reviewers alone is looked at once more by both, if the profile confirms."""

STRENGTH = """## Strength

A decision says how strong the evidence is that decided: `counterexample`, then `deterministic` (a check failed), then
`consensus` (both reviewers), then `single` (one of them), then `none`. A passed item has `consensus` where reviewers
accepted it and `deterministic` where a profile has no reviewers and a check held."""


def page() -> str:
    """The whole page."""
    weights = [
        [
            f"`{state}`",
            str(one.outcome),
            f"`{one.reason}`" if one.reason else "",
            "yes" if one.supports else "",
        ]
        for state, one in TABLE.items()
    ]
    alone = table(["state", "outcome", "reason", "an item may pass on it"], weights)
    made = decided()
    count = sum(cell.combinations for cells in made.values() for cell in cells.values())
    sure = (
        f"The table stands for {count:,} combinations of two reviewers or none, a probe, two checks and two repeats; "
        "each was decided, and the page is not made where one cell would hold two outcomes."
    )
    cells = table(
        ["reviewers", "repeats", *COLUMNS], [[*_names(row), *_cells(found)] for row, found in made.items()]
    )
    return "\n\n".join(
        [HEAD, "\n".join(alone), CELLS, sure, "\n".join(cells), REPEATS, "\n".join(_repeats()), STRENGTH]
    )


def _names(row: Row) -> list[str]:
    said = " + ".join(f"`{state}`" for state in row.reviewers) or "neither"
    if row.confirmation is None:
        return [said, "not asked for" if "mismatch" in row.reviewers else ""]
    return [said, str(row.confirmation)]


def _cells(found: dict[str, Cell]) -> list[str]:
    return [str(found[column].outcome) for column in COLUMNS]


def _repeats() -> list[str]:
    rows = []
    for result in Confirmed:
        pairs = [pair for pair in product(REVIEWER_STATES, REVIEWER_STATES) if confirmed(pair) is result]
        either = dict.fromkeys(" + ".join(f"`{state}`" for state in sorted(pair)) for pair in pairs)
        outcome, reason = CONFIRMATION[result]
        rows.append([str(result), str(outcome), f"`{reason}`", ", ".join(either)])
    return table(["result", "outcome", "reason", "repeats, in either order"], rows)


PAGES = {"screening-table.md": page}
