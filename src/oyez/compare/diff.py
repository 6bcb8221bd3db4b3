"""One archive under two instruments: every reading that changed, and what that does to the numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum

import msgspec

from oyez.compare.count import Measure, MeasureCount
from oyez.core.errors import InputError
from oyez.core.observation import observed, slim
from oyez.core.reading import Reading
from oyez.core.reply import Reply
from oyez.core.scale import Scale
from oyez.core.status import Status
from oyez.ledger import Ledger
from oyez.ledger.asked import Asked
from oyez.ledger.reread import ReadDraw
from oyez.measure.load import scale_of
from oyez.measure.usual import usual_metric


class Kind(StrEnum):
    """How two readings of one reply differ; the first that holds."""

    GAINED = "gained"
    """No verdict before, one now."""
    LOST = "lost"
    """A verdict before, none now."""
    VALUE = "changed value"
    """Two different verdicts."""
    STATUS = "changed status"
    """The same verdict or none, by another status or rule."""
    DETAIL = "changed detail"
    """All of that the same, but another place, other problems or fields."""


class Change(msgspec.Struct, frozen=True):
    """One reading that changed."""

    kind: Kind
    draw: int
    reply: Reply
    old: Reading
    new: Reading


class Effect(msgspec.Struct, frozen=True):
    """The readings of one arm under both instruments."""

    old: Measure
    new: Measure


class Diff(msgspec.Struct, frozen=True, kw_only=True):
    """What a comparison of two instruments came to."""

    ledger: str
    old: Asked
    new: Asked
    compared: int
    """Draws with a reading under both."""
    not_rereadable: int
    """Draws left out because their raw text was not kept."""
    made: int
    """Readings, of both sides, that were not stored and were made for this."""
    kinds: dict[Kind, int]
    """Every kind with its count."""
    reasons: dict[tuple[Kind, str, str], int]
    """Kind, status before and after (with the rule) → count."""
    read_before: int
    """Readings with status `read` under OLD."""
    read_differs: int
    """Those of them that differ under NEW in anything at all."""
    all: Effect
    arms: dict[str | None, Effect]
    """Arm → effect; `None` for draws without an arm."""

    @property
    def changed(self) -> int:
        """Readings that changed."""
        return sum(self.kinds.values())


def diff(
    ledger: Ledger,
    old: Asked,
    new: Asked,
    where: str = "",
    on_change: Callable[[Change], None] | None = None,
    on_draw: Callable[[], None] | None = None,
) -> Diff:
    """Compare two instruments on the draws that the filter chooses, streamed; changes go to `on_change`.

    Stored readings are used, missing ones are made and not kept. Raises `InputError` where one is missing that the
    installed reader cannot make, and for instruments of two judges, which have no draw in common.
    """
    if old.judge != new.judge and old.judge is not None and new.judge is not None:
        raise InputError(f"{ledger.path}: the instruments have different judges, so they share no reply")
    judge = old.judge or new.judge
    old, new = (msgspec.structs.replace(by, judge=judge) for by in (old, new))
    count = _Count([None if by.contract is None else scale_of(by.contract) for by in (old, new)])
    for left, right in zip(ledger.readings(old, where), ledger.readings(new, where), strict=False):
        if left.raw_absent is not None:
            count.not_rereadable += 1
            continue
        before, after = _reading(ledger, left, old), _reading(ledger, right, new)
        change = count.add(left, before, after)
        count.made += (not left.stored) + (not right.stored)
        if change is not None and on_change is not None:
            on_change(change)
        if on_draw is not None:
            on_draw()
    if not count.compared:
        raise InputError(
            f"{ledger.path}: no draw can be compared; {count.not_rereadable} are not re-readable"
        )
    return count.diff(str(ledger.path), old, new)


def _reading(ledger: Ledger, draw: ReadDraw, by: Asked) -> Reading:
    if draw.reading is None:
        why = (
            f"reader {by.reader} is not the installed one"
            if by.contract is not None
            else "the contract cannot be made again"
        )
        raise InputError(
            f"{ledger.path}: draw {draw.draw} has no stored reading by {by.ref}, reader {by.reader}, and none can be "
            f"made: {why}; choose draws with --where"
        )
    return draw.reading


class _Count:
    def __init__(self, scales: Sequence[Scale | None]) -> None:
        self._scales = scales
        self._kept = [usual_metric(scale) is not None for scale in scales]
        self.compared = self.not_rereadable = self.made = self.read_before = self.read_differs = 0
        self._kinds = dict.fromkeys(Kind, 0)
        self._reasons: dict[tuple[Kind, str, str], int] = {}
        self._all = (MeasureCount(), MeasureCount())
        self._arms: dict[str | None, tuple[MeasureCount, MeasureCount]] = {}

    def add(self, draw: ReadDraw, old: Reading, new: Reading) -> Change | None:
        self.compared += 1
        arm = self._arms.setdefault(draw.reply.arm, (MeasureCount(), MeasureCount()))
        seen = observed(old, draw.reply), observed(new, draw.reply)
        for side, (one, kept) in enumerate(zip(seen, self._kept, strict=True)):
            held = slim(one) if kept else None
            for count in (self._all[side], arm[side]):
                count.add(one)
                if held is not None:
                    count.keep(held)
        kind = kind_of(old, new)
        self.read_before += old.status is Status.READ
        if kind is None:
            return None
        self.read_differs += old.status is Status.READ
        self._kinds[kind] += 1
        key = (kind, _said(old), _said(new))
        self._reasons[key] = self._reasons.get(key, 0) + 1
        return Change(kind, draw.draw, draw.reply, old, new)

    def diff(self, path: str, old: Asked, new: Asked) -> Diff:
        return Diff(
            ledger=path,
            old=old,
            new=new,
            compared=self.compared,
            not_rereadable=self.not_rereadable,
            made=self.made,
            kinds=dict(self._kinds),
            reasons=dict(sorted(self._reasons.items(), key=lambda item: (-item[1], item[0]))),
            read_before=self.read_before,
            read_differs=self.read_differs,
            all=_effect(self._all, self._scales, {}),
            arms={arm: _effect(counts, self._scales, {"arm": arm}) for arm, counts in self._arms.items()},
        )


def _effect(
    counts: tuple[MeasureCount, MeasureCount], scales: Sequence[Scale | None], group: dict[str, str | None]
) -> Effect:
    sides = (
        count.estimated(scale, {**group, "under": name})
        for count, scale, name in zip(counts, scales, ("OLD", "NEW"), strict=True)
    )
    return Effect(*sides)


def _said(reading: Reading) -> str:
    return f"{reading.status} by {reading.rule}" if reading.rule else str(reading.status)


def kind_of(old: Reading, new: Reading) -> Kind | None:
    """How two readings of one reply differ; `None` if in nothing but the names of contract and reader."""
    if old.ok != new.ok:
        return Kind.GAINED if new.ok else Kind.LOST
    if not _same(old.verdict, new.verdict) or old.abstained != new.abstained:
        return Kind.VALUE
    if (old.status, old.rule) != (new.status, new.rule):
        return Kind.STATUS
    details = [(one.start, one.end, one.problems) for one in (old, new)]
    fields = [msgspec.to_builtins(one.fields) for one in (old, new)]
    return None if details[0] == details[1] and _same(*fields) else Kind.DETAIL


def _same(old: object, new: object) -> bool:
    """Equality of verdicts to the type: 1, 1.0 and true are three verdicts, in lists and objects too."""
    if type(old) is not type(new):
        return False
    if isinstance(old, dict) and isinstance(new, dict):
        return old.keys() == new.keys() and all(_same(old[key], new[key]) for key in old)
    if isinstance(old, list) and isinstance(new, list):
        return len(old) == len(new) and all(map(_same, old, new))
    return old == new or (old != old and new != new)  # NaN is the same as NaN here
