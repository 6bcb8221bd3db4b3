"""Where draws were lost: a table by arm, judge, stop reason or any other field."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from oyez.core.observation import Observation
from oyez.measure.estimate import Counts
from oyez.measure.groups import groups_of
from oyez.measure.marks import counts_of
from oyez.stats.loss import equal_loss
from oyez.stats.proportion import wilson
from oyez.stats.result import Significance, Statistic


class LossRow(msgspec.Struct, frozen=True):
    """The draws of one group."""

    field: str
    """The field that the group is of."""
    group: str | None
    counts: Counts
    share: Statistic
    """Share of the draws that were lost, with Wilson's interval; draws count as independent."""


class LossTable(msgspec.Struct, frozen=True):
    """Loss by each field, with a test that all of its groups lose the same share."""

    rows: tuple[LossRow, ...]
    tests: dict[str, Significance]
    """Field → the test over its groups."""


def loss_table(
    seen: Sequence[Observation], fields: Sequence[str] | None = None, level: float = 0.95
) -> LossTable:
    """Loss by each of the fields; by default arm, judge and stop reason, as far as draws have them.

    The stop reason is of those who lost the draw itself, so that no test is made of it. Raises `InputError` for a
    field that was asked for and that no draw has.
    """
    wanted = (
        fields if fields is not None else [name for name in ("arm", "judge", "stop") if _there(seen, name)]
    )
    rows: list[LossRow] = []
    tests: dict[str, Significance] = {}
    for field in wanted:
        made = [
            LossRow(field, name, counts := counts_of(held), wilson(counts.lost_all, counts.draws, level))
            for name, held in groups_of(seen, field).items()
        ]
        rows += made
        if field not in ("stop", "status") and len(made) > 1:
            tests[field] = equal_loss([r.counts.lost_all for r in made], [r.counts.draws for r in made])
    return LossTable(tuple(rows), tests)


def _there(seen: Sequence[Observation], field: str) -> bool:
    return any(getattr(one, field) is not None for one in seen)
