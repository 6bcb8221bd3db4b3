"""What `oyez screen` and `oyez trace` print: outcomes with their reasons, and an item from reply to outcome."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from oyez.core.mark import caret
from oyez.core.visible import fit, visible_text
from oyez.report.grid import grid
from oyez.report.marked_text import wrapped
from oyez.report.shares import count, percent
from oyez.screening import NEVER_CERTIFIES, Profile, Screening, Skipped, Summary
from oyez.screening.evidence._evidence import shown
from oyez.screening.screening import reason_line, reason_tree
from oyez.screening.states import Decision, Finding, State
from oyez.screening.trace import Traced, WhatIf


class Told:
    """Gathers what is to be printed of a run: the items that did not simply pass, and what was not checked."""

    def __init__(self, by: str | None = None) -> None:
        self.rows: list[Screening | Skipped] = []
        self.unchecked: dict[tuple[str, str], int] = {}
        self.hit: dict[str, int] = {}
        """Outcome or reason → how many items have it."""
        self.by = by
        """The column that items are counted by; `None` for none."""
        self.groups: dict[str, dict[str, int]] = {}
        """Value of that column → outcome → how many items."""

    def add(self, one: Screening | Skipped) -> None:
        """Take one item."""
        words = frozenset({"not-screened"}) if isinstance(one, Skipped) else one.words
        for word in words:
            self.hit[word] = self.hit.get(word, 0) + 1
        if isinstance(one, Skipped) or one.decision.outcome != "passed":
            self.rows.append(one)
        if self.by is not None:
            self._group(one, self.by)
        if isinstance(one, Screening):
            self._unchecked(one)

    def _group(self, one: Screening | Skipped, by: str) -> None:
        value = one.pair.accepted if by == "accepted" else one.pair.meta.get(by)
        outcome = "not-screened" if isinstance(one, Skipped) else str(one.decision.outcome)
        group = self.groups.setdefault("(not given)" if value is None else shown(value), {})
        group[outcome] = group.get(outcome, 0) + 1

    def _unchecked(self, one: Screening) -> None:
        for reason in one.decision.reasons:
            if reason.code == "not-checked":
                key = (reason.by or "", reason.said)
                self.unchecked[key] = self.unchecked.get(key, 0) + 1


OUTCOMES = ("flagged", "review", "passed", "not-screened")


def run_lines(profile: Profile, summary: Summary, told: Told, most: int, room: int) -> list[str]:
    """The table of a run: how many ended how, what was not checked, and every item that did not pass."""
    whole = sum(summary.outcomes.values()) + summary.skipped
    rows = [
        [name, count(number), percent(number / whole) if whole else "-"]
        for name, number in summary.outcomes.items()
    ]
    if summary.skipped:
        rows.append(["not screened", count(summary.skipped), percent(summary.skipped / whole)])
    lines = [f"profile  {profile.ref}", "", *grid(["outcome", "items", ""], rows, room), ""]
    lines += _groups(told, room) + reasons_lines(told, room)
    for (by, said), number in told.unchecked.items():
        lines.append(fit(f"not checked by {by}: {count(number)} items ({said})", room))
    if told.unchecked:
        lines.append("")
    for one in told.rows[:most]:
        lines += item_lines(one, room)
    if len(told.rows) > most:
        lines.append(f"and {count(len(told.rows) - most)} more that did not pass; -n shows more, --jsonl all")
    return [*lines, "", *_wrap(NEVER_CERTIFIES, room)]


def _groups(told: Told, room: int) -> list[str]:
    if told.by is None:
        return []
    names = [name for name in OUTCOMES if any(name in group for group in told.groups.values())]
    rows = [
        [value, *(count(group.get(name, 0)) for name in names), count(sum(group.values()))]
        for value, group in sorted(told.groups.items())
    ]
    return [*grid([told.by, *names, "items"], rows, room), ""]


def reasons_lines(told: Told, room: int) -> list[str]:
    """How many items have each reason."""
    rows = [
        [word, count(told.hit[word])] for word in sorted(told.hit, key=lambda word: (-told.hit[word], word))
    ]
    rows = [row for row in rows if row[0] not in OUTCOMES]
    return [*grid(["reason", "items"], rows, room), ""] if rows else []


def item_lines(one: Screening | Skipped, room: int) -> list[str]:
    """One item with its reasons."""
    if isinstance(one, Skipped):
        return [fit(f"not screened  {one.pair.id}: {one.why}", room)]
    head = f"{one.decision.outcome!s:8} {one.pair.id} ({one.decision.strength})"
    required = {found.by for found in one.findings if found.state is State.REQUIRED_NOT_CHECKED}
    reasons = [each for each in one.decision.reasons if each.code != "not-checked" or each.by in required]
    return [fit(head, room), *(fit(f"    {reason_line(reason)}", room) for reason in reasons)]


def _wrap(text: str, room: int) -> list[str]:
    shown = visible_text(text)
    return [shown[row.start : row.end].rstrip() for row in wrapped(shown, room)]


def trace_lines(made: Traced, room: int) -> Iterator[str]:
    """An item from the replies to the outcome."""
    kept = made.kept
    yield fit(f"item     {kept.item}", room)
    yield fit(f"profile  {kept.profile}", room)
    for name, text in kept.told["texts"].items():
        yield fit(f"{name:8} {text}", room)
    yield ""
    for one in made.findings:
        yield from _finding_lines(one, made, room, "")
    for one in made.repeats or ():
        yield from _finding_lines(one, made, room, "repeat of ")
    yield from decision_lines(made.decision, room)


def _finding_lines(one: Finding, made: Traced, room: int, prefix: str) -> Iterator[str]:
    yield fit(f"{prefix}{one.by}: {one.state} ({one.said})", room)
    read = one.read
    if read is None:
        return
    reply = made.replies.get(read.draw) if read.draw is not None else None
    yield fit(f"  reply    {read.reply} by {read.judge}", room)
    by = f"the foreign rule {read.parser}" if read.parser else read.contract
    yield fit(f"  reading  {read.status} under {by}", room)
    if reply is not None and reply.text and read.start is not None and read.end is not None:
        yield from caret(reply.text, read.start, read.end, room).splitlines()
    elif reply is not None and reply.text:
        yield fit(f"  text     {reply.text}", room)
    yield ""


def decision_lines(decision: Decision, room: int) -> Iterator[str]:
    """An outcome with its reasons."""
    yield fit(f"outcome  {decision.outcome} (strength: {decision.strength})", room)
    for reason in decision.reasons:
        yield fit(f"  {reason_line(reason)}", room)


def what_if_lines(made: Traced, other: WhatIf, how: str, room: int) -> Iterator[str]:
    """What changes where the replies are read another way."""
    yield fit(f"what if  {how}", room)
    pairs = [("", *both) for both in zip(made.findings, other.findings, strict=True)]
    pairs += [("repeat of ", *both) for both in zip(made.repeats or (), other.repeats or (), strict=True)]
    for prefix, old, new in pairs:
        if old.state is not new.state:
            yield fit(f"  {prefix}{old.by}: {old.state} → {new.state} ({new.said})", room)
    before, after = made.decision.outcome, other.decision.outcome
    yield f"  outcome: {before} → {after}" if before is not after else f"  outcome: {after}, as it was"
    if other.would_ask:
        yield "  both reviewers would have been asked again then; nobody was"
    for reason in other.decision.reasons:
        yield fit(f"    {reason_line(reason)}", room)


def decision_tree(decision: Decision) -> dict[str, Any]:
    """A decision as a JSON object."""
    return {
        "outcome": str(decision.outcome),
        "reasons": [*map(reason_tree, decision.reasons)],
        "strength": str(decision.strength),
        "certifies": False,
        "note": NEVER_CERTIFIES,
    }


def calibration_lines(told: dict[str, Any], room: int) -> list[str]:
    """The rates of a calibration."""
    rows = []
    for group in ("rejected", "accepted"):
        for outcome in ("flagged", "review", "passed"):
            one = told[group][outcome]
            low, high = one["interval"]
            rows.append(
                [
                    f"{outcome} of {group} by people",
                    f"{one['items']} of {told[group]['items']}",
                    percent(one["rate"]),
                    f"{percent(low)} to {percent(high)}",
                ]
            )
    return grid(["", "items", "rate", "95% interval"], rows, room)
