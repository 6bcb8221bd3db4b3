"""What `oyez compare` says: arms side by side, the difference, and the reason given for going on over a split."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from oyez.compare.arms import Arm, Comparison
from oyez.core.visible import fit
from oyez.report.diff_text import measure_tree
from oyez.report.distribution import spread
from oyez.report.grid import grid, number
from oyez.report.shares import count, of, percent


def lines(found: Comparison, room: int) -> list[str]:
    """The whole page."""
    by = f"{found.contract}, reader {found.reader}" if found.contract else "split, see below"
    told = [fit(sentence, room) for sentence in found.left_out.sentences()]
    head = [fit(f"ledger      {found.ledger}", room), fit(f"instrument  {by}", room), *told, ""]
    return [*head, *_numbers(found, room), "", *_verdicts(found, room), *_split(found, room)]


def _numbers(found: Comparison, room: int) -> list[str]:
    names = [f"arm {arm.name}" for arm in found.arms]
    rows = [
        ["draws", *(count(arm.draws) for arm in found.arms)],
        ["  read", *(_status(arm, "read") for arm in found.arms)],
        ["  recovered", *(_status(arm, "recovered") for arm in found.arms)],
        ["  recorded by others", *(_part(arm, _recorded(arm)) for arm in found.arms)],
        ["  no verdict", *(_part(arm, _lost(arm)) for arm in found.arms)],
        ["coverage", *(percent(_coverage(arm)) for arm in found.arms)],
        ["abstained", *(_part(arm, arm.measure.tally.abstained) for arm in found.arms)],
    ]
    rows = [row for row in rows if row[0] != "  recorded by others" or any(map(_recorded, found.arms))]
    if any(arm.measure.mean is not None for arm in found.arms):
        rows += [
            ["mean", *(number(arm.measure.mean) for arm in found.arms)],
            ["  without recoveries", *(number(arm.measure.mean_read) for arm in found.arms)],
        ]
    made = grid(["", *names], rows, room)
    change = difference(found)
    if change is not None:
        first, second = found.arms[0].name, found.arms[1].name
        made.append(fit(f"mean of {second} minus mean of {first}: {change:+.2f}", room))
    return [*made, *_differences(found, room)]


def _differences(found: Comparison, room: int) -> list[str]:
    """Estimates and their difference, or why there are none."""
    if not found.differences:
        return [f"no intervals: {found.reason}"] if found.reason else []
    from oyez.report.measure_text import difference_sheet, value_sheet
    from oyez.report.sheets import text

    made = {one.group["arm"]: one for pair in found.differences for one in (pair.a, pair.b)}
    estimates = [made[arm.name] for arm in found.arms]
    sheets = [value_sheet(estimates), *map(difference_sheet, found.differences)]
    return ["", f"{estimates[0].metric}: {estimates[0].what}", *text(sheets, room)]


def difference(found: Comparison) -> float | None:
    """Mean of the second arm minus mean of the first; `None` where one has none."""
    first, second = found.arms[0].measure.mean, found.arms[1].measure.mean
    return None if first is None or second is None else second - first


def _status(arm: Arm, status: str) -> str:
    return _part(arm, {str(name): much for name, much in arm.measure.tally.statuses.items()}[status])


def _part(arm: Arm, much: int) -> str:
    return f"{count(much)} {of(much, arm.draws):>6}" if much else f"0 {'':>6}"


def _recorded(arm: Arm) -> int:
    return sum(arm.measure.recorded.values())


def _verdict_count(arm: Arm) -> int:
    return arm.measure.tally.with_verdict + _recorded(arm)


def _lost(arm: Arm) -> int:
    return arm.draws - _verdict_count(arm)


def _coverage(arm: Arm) -> float | None:
    return _verdict_count(arm) / arm.draws if arm.draws else None


def _verdicts(found: Comparison, room: int) -> list[str]:
    said = [Counter(arm.measure.tally.verdicts) + Counter(arm.measure.recorded) for arm in found.arms]
    rows = [
        [f"  {what}", *(count(much) for much in counts[1:])]
        for what, counts in spread([sum(said, Counter()), *said])
    ]
    return grid(["verdicts", *(f"arm {arm.name}" for arm in found.arms)], rows, room) if rows else []


def _split(found: Comparison, room: int) -> list[str]:
    if not found.split:
        return []
    made = ["", f"These arms were not measured by one instrument: {'; '.join(found.split)}."]
    for arm in found.arms:
        made += [f"  {arm.name}: {count(much)} {source}" for source, much in sorted(arm.sources.items())]
    made.append(f"Compared all the same, for this reason: {found.acknowledged}")
    return [fit(line, 4 * room) for line in made]


def tree(found: Comparison) -> dict[str, Any]:
    """The page as one JSON object."""
    return {
        "ledger": found.ledger,
        "contract": found.contract,
        "reader": found.reader,
        "split": found.split or None,
        "acknowledged": found.acknowledged,
        "left_out": found.left_out.tree(),
        "arms": [_arm_tree(arm) for arm in found.arms],
        "difference_of_means": difference(found),
        "differences": [msgspec.to_builtins(one) for one in found.differences],
        "no_differences": found.reason,
    }


def rows(found: Comparison) -> list[dict[str, Any]]:
    """One JSON object an arm; the reason for going on over a split stands in each."""
    shared = {
        "contract": found.contract,
        "reader": found.reader,
        "split": found.split or None,
        "acknowledged": found.acknowledged,
    }
    return [{**shared, **_arm_tree(arm)} for arm in found.arms]


def _arm_tree(arm: Arm) -> dict[str, Any]:
    return {
        "arm": arm.name,
        "draws": arm.draws,
        **measure_tree(arm.measure),
        "coverage": _coverage(arm),
        "sources": [{"source": str(source), "draws": much} for source, much in sorted(arm.sources.items())],
    }
