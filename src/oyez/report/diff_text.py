"""What `oyez diff` says: how many readings changed how, and what that does to the numbers of each arm."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from oyez.compare.count import Measure
from oyez.compare.diff import Change, Diff, Effect, Kind
from oyez.core.mark import caret, telling
from oyez.core.reading import Reading
from oyez.core.visible import fit
from oyez.ledger.asked import Asked
from oyez.report.distribution import spread
from oyez.report.grid import grid, number
from oyez.report.read_table import tally_tree
from oyez.report.shares import count, percent
from oyez.rows.reading import reading_facts

_MOST_ARMS = 24
_MOST_ESTIMATES = 8


class Shown:
    """Keeps the first changes of each kind for the page, and counts the rest."""

    def __init__(self, most: int) -> None:
        self._most = most
        self.kept: dict[Kind, list[Change]] = {kind: [] for kind in Kind}

    def add(self, change: Change) -> None:
        """Take one change."""
        kept = self.kept[change.kind]
        if len(kept) < self._most:
            kept.append(change)


def lines(found: Diff, shown: Shown, room: int) -> list[str]:
    """The whole page."""
    head = [
        f"ledger  {found.ledger}",
        f"OLD     {_name(found.old)}",
        f"NEW     {_name(found.new)}",
        "",
        f"{count(found.compared)} readings compared, {count(found.changed)} changed",
    ]
    if found.not_rereadable:
        head.append(f"{count(found.not_rereadable)} draws are not re-readable and are left out")
    return [*head, "", *_kinds(found, room), *_effects(found, room), *_changes(found, shown, room)]


def identical_line(found: Diff) -> str:
    """What the gate says."""
    if not found.read_differs:
        return f"identical: the {count(found.read_before)} readings with status read under OLD are the same under NEW"
    return (
        f"not identical: {count(found.read_differs)} of the {count(found.read_before)} readings with status read "
        "under OLD differ under NEW"
    )


def _name(by: Asked) -> str:
    judge = f", judge {by.judge[:8]}" if by.judge else ""
    return f"{by.ref}, reader {by.reader}{judge}"


def _kinds(found: Diff, room: int) -> list[str]:
    rows = []
    for kind in Kind:
        rows.append([str(kind), count(found.kinds[kind])])
        reasons = [(old, new, much) for (of, old, new), much in found.reasons.items() if of is kind]
        rows += [[f"  {old} → {new}", count(much)] for old, new, much in reasons]
    return [*grid(["", "readings"], rows, room), ""]


def _effects(found: Diff, room: int) -> list[str]:
    arms = sorted(found.arms, key=lambda arm: (arm is None, arm or ""))[:_MOST_ARMS]
    effects = [("all", found.all)]
    if arms != [None]:
        effects += [("(no arm)" if arm is None else f"arm {arm}", found.arms[arm]) for arm in arms]
    blank = all(effect.old.mean is None and effect.new.mean is None for _, effect in effects)
    head = ["", "draws", "coverage OLD", "NEW"] + ([] if blank else ["mean OLD", "NEW", "not recovered"])
    rows = []
    for name, effect in effects:
        old, new = effect.old, effect.new
        row = [name, count(old.tally.replies), percent(old.tally.coverage), percent(new.tally.coverage)]
        rows.append(row if blank else [*row, number(old.mean), number(new.mean), number(new.mean_read)])
    made = [*grid(head, rows, room), "", *_estimates([effect for _, effect in effects], room)]
    for name, effect in effects:
        made += _verdicts(name, effect, room)
    more = len(found.arms) - len(arms)
    return [*made, f"and {count(more)} more arms; --json shows all", ""] if more > 0 else made


def _estimates(effects: list[Effect], room: int) -> list[str]:
    """The usual metric under both instruments, with intervals and bounds, or why it is missing."""
    sides = [side for effect in effects for side in (effect.old, effect.new)]
    found = [side.estimate for side in sides if side.estimate is not None]
    if not found:
        reasons = dict.fromkeys(side.no_estimate for side in sides if side.no_estimate)
        return [fit(f"no intervals: {'; '.join(map(str, reasons))}", 4 * room), ""]
    from oyez.report.measure_text import value_sheet
    from oyez.report.sheets import text

    sheet = value_sheet(found[: 2 * _MOST_ESTIMATES])
    return [f"{found[0].metric}: {found[0].what}", *text([sheet], room), ""]


def _verdicts(name: str, effect: Effect, room: int) -> list[str]:
    """The verdicts of one arm with their counts, where they differ."""
    old_words, new_words = Counter(effect.old.tally.verdicts), Counter(effect.new.tally.verdicts)
    rows = [
        [f"  {what}", count(old), count(new), f"{new - old:+,}"]
        for what, (_, old, new) in spread([old_words + new_words, old_words, new_words])
        if old != new
    ]
    return [*grid([f"verdicts, {name}", "OLD", "NEW", ""], rows, room), ""] if rows else []


def _changes(found: Diff, shown: Shown, room: int) -> list[str]:
    made = []
    for kind, kept in shown.kept.items():
        if kept:
            every = found.kinds[kind]
            made.append(
                f"{kind}: "
                + (f"all {count(every)}" if len(kept) == every else f"{len(kept)} of {count(every)}")
            )
            for change in kept:
                made += _change(change, room)
            made.append("")
    return made[:-1]


def _change(change: Change, room: int) -> list[str]:
    reply = change.reply
    where = "".join(
        f", {what} {value}" for what, value in (("arm", reply.arm), ("item", reply.item)) if value
    )
    name = f"  draw {change.draw}{f', {reply.id}' if reply.id else ''}{where}"
    return [
        fit(name, room),
        fit(f"    {said(change.old)} → {said(change.new)}", room),
        *_picture(change, room),
    ]


def _picture(change: Change, room: int) -> list[str]:
    """The place of the verdict that was gained or changed, else of the problem that lost it."""
    reading = change.new if change.new.ok else change.old
    if reading.text is None:
        return []
    problem = telling(change.new)
    if reading.start is not None and reading.end is not None:
        return caret(reading.text, reading.start, reading.end, room).splitlines()
    return caret(reading.text, problem.start, problem.end, room).splitlines() if problem else []


def said(reading: Reading) -> str:
    """A reading in a few words: `70 by last-line-integer`, `absent`."""
    if not reading.ok:
        return str(reading.status)
    return f"{reading.verdict!r}" + (f" by {reading.rule}" if reading.rule else "")


def tree(found: Diff, shown: Shown) -> dict[str, Any]:
    """The page as one JSON object."""
    return {
        "ledger": found.ledger,
        "old": by_tree(found.old),
        "new": by_tree(found.new),
        "compared": found.compared,
        "not_rereadable": found.not_rereadable,
        "changed": found.changed,
        "kinds": {str(kind): much for kind, much in found.kinds.items()},
        "reasons": [
            {"kind": str(kind), "old": old, "new": new, "readings": much}
            for (kind, old, new), much in found.reasons.items()
        ],
        "read_before": found.read_before,
        "read_differs": found.read_differs,
        "all": effect_tree(found.all),
        "arms": [{"arm": arm, **effect_tree(effect)} for arm, effect in found.arms.items()],
        "changes": [change_row(change) for kept in shown.kept.values() for change in kept],
    }


def rows(found: Diff) -> list[dict[str, Any]]:
    """One JSON object a row: all draws first (arm null), then each arm."""
    shared = {"old": found.old.ref, "new": found.new.ref}
    all_ = [{**shared, "by": None, "arm": None, **effect_tree(found.all)}]
    return all_ + [
        {**shared, "by": "arm", "arm": arm, **effect_tree(effect)} for arm, effect in found.arms.items()
    ]


def by_tree(by: Asked) -> dict[str, Any]:
    """An instrument as a JSON object."""
    return {"contract": by.ref, "contract_digest": by.digest, "reader": by.reader, "judge_digest": by.judge}


def effect_tree(effect: Effect) -> dict[str, Any]:
    """Both sides of an effect as a JSON object."""
    return {"old": measure_tree(effect.old), "new": measure_tree(effect.new)}


def measure_tree(measure: Measure) -> dict[str, Any]:
    """A measure as a JSON object."""
    return {
        **tally_tree(measure.tally),
        "mean": measure.mean,
        "mean_without_recoveries": measure.mean_read,
        "recorded": dict(sorted(measure.recorded.items())),
        "estimate": None if measure.estimate is None else msgspec.to_builtins(measure.estimate),
        "no_estimate": measure.no_estimate,
    }


def change_row(change: Change) -> dict[str, Any]:
    """One change as a row."""
    reply = change.reply
    return {
        "kind": str(change.kind),
        "draw": change.draw,
        "id": reply.id,
        "item": reply.item,
        "arm": reply.arm,
        "judge": reply.judge,
        "old": reading_facts(change.old),
        "new": reading_facts(change.new),
    }
