"""Judging candidates: the scale admits a value or says why not; menus and placeholders are no values."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from oyez.core.ask import Ask
from oyez.core.candidate import Candidate
from oyez.core.form import Form
from oyez.core.recovery import ValueRule
from oyez.core.region import Region
from oyez.core.value import Admitted, JsonValue, Refused
from oyez.forms.bracket import BracketForm
from oyez.reader.lift import lift
from oyez.scales._menus import is_placeholder, only_separators
from oyez.text.lines import Line, line_at


class Judged(msgspec.Struct, frozen=True):
    """A candidate and what the scale said of it."""

    candidate: Candidate
    form: Form
    outcome: Admitted | Refused
    names: tuple[str, ...] = ()
    """The recoveries that it took."""

    @property
    def placeholder(self) -> bool:
        """Whether it is a menu or placeholder, and so no value."""
        return isinstance(self.outcome, Refused) and self.outcome.code == "placeholder"


_FAULTS = {
    code: Refused(code, message)
    for code, message in (
        ("wrong_type", "a JSON value of another type than was asked for"),
        ("unknown_id", "an id that was not asked about"),
        ("duplicate_key", "a key of the contract is given twice with different values"),
    )
}


def judge(candidate: Candidate, form: Form, ask: Ask, rules: tuple[ValueRule, ...] = ()) -> Judged:
    """The candidate with the scale's word on it; with `rules` a refused value is lifted if they can."""
    if candidate.fault is not None:
        return Judged(candidate, form, _FAULTS[candidate.fault])
    outcome = ask.scale.admit(candidate.value)
    if isinstance(outcome, Admitted):
        return Judged(candidate, form, outcome)
    text = _text(candidate)
    if text is not None and is_placeholder(text, ask):
        return Judged(candidate, form, Refused("placeholder", "a menu or a placeholder, not a value"))
    lifted = lift(candidate.value, candidate.marks, ask.scale, rules)
    if lifted is not None:
        return Judged(candidate, form, lifted.outcome, lifted.names)
    return Judged(candidate, form, outcome)


def _text(candidate: Candidate) -> str | None:
    value = candidate.value
    if isinstance(value, JsonValue):
        return str(value.data) if value.kind == "string" else None
    return value


def without_menu_lines(judged: list[Judged], region: Region, ask: Ask) -> list[Judged]:
    """The same, where a line whose brackets list every label once has become a placeholder, words of `abstain` too."""
    labels = ask.scale.labels
    if not ask.menus or len(labels) < 2 or len(judged) < len(labels):
        return judged
    menus: set[int] = set()
    for line, group in _by_line(judged, region):
        verdicts = [one.outcome.verdict for one in group if isinstance(one.outcome, Admitted)]
        once = len(group) == len(verdicts) == len(set(verdicts)) and set(labels) <= set(verdicts)
        if once and (len(labels) > 2 or only_separators(_rest(region, line, group))):
            menus.update(one.candidate.start for one in group)
    refused = Refused("placeholder", "a line that lists every label")
    return [
        Judged(one.candidate, one.form, refused) if one.candidate.start in menus else one for one in judged
    ]


def _by_line(judged: Iterable[Judged], region: Region) -> list[tuple[Line, list[Judged]]]:
    groups: list[tuple[Line, list[Judged]]] = []
    for one in judged:
        if not isinstance(one.form, BracketForm):
            continue
        place = one.candidate.outer_start - region.start
        if groups and groups[-1][0].start <= place < groups[-1][0].next:
            groups[-1][1].append(one)
        else:
            groups.append((line_at(region.text, place), [one]))
    return groups


def _rest(region: Region, line: Line, group: list[Judged]) -> str:
    """What stands on the line beside its brackets."""
    pieces, at = [], line.start
    for one in group:
        pieces.append(region.text[at : one.candidate.outer_start - region.start])
        at = one.candidate.outer_end - region.start
    return " ".join([*pieces, region.text[at : line.end]])
