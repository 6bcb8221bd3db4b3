"""What `oyez recheck` says: how recorded values and replies agree, by which rule, and what that does to the numbers."""

from __future__ import annotations

import textwrap
from typing import Any

import msgspec

from oyez.compare.recheck import Kind, Recheck, Rechecked
from oyez.core.mark import caret, pictures, places
from oyez.core.visible import fit
from oyez.known_parsers import KNOWN_PARSERS
from oyez.report.grid import grid, number
from oyez.report.shares import count, of

_SHOWN = (Kind.DIFFERENT, Kind.NOT_THERE, Kind.NOT_RECORDED)
"""Kinds of which examples are shown, the most telling first."""
_WAYS = (
    (Kind.DIFFERENT, "states another value", "state another value"),
    (Kind.NOT_THERE, "states no value", "state no value"),
    (Kind.NOT_RECORDED, "states a value that was lost", "state a value that was lost"),
)
"""How a reply may say something else, for one and for several."""
_MOST_VALUES = 12


class Examples:
    """Keeps the first draws of each telling kind."""

    def __init__(self, most: int) -> None:
        self._most = most
        self.kept: dict[Kind, list[Rechecked]] = {kind: [] for kind in _SHOWN}

    def add(self, one: Rechecked) -> None:
        """Take one draw."""
        kept = self.kept.get(one.kind)
        if kept is not None and len(kept) < self._most:
            kept.append(one)


def lines(found: Recheck, source: str, examples: Examples, room: int, bad: int = 0) -> list[str]:
    """The whole page; `bad` rows of the archive were passed over."""
    head = [fit(f"archive   {source}", room), f"contract  {found.contract.ref}", *_recorded_by(found)]
    head += [f"bad rows  {count(bad)}, passed over and in none of the numbers"] if bad else []
    return [
        *head,
        "",
        *textwrap.wrap(headline(found), room),
        "",
        *grid(["", "draws", ""], _kind_rows(found), room),
        "",
        *_effect(found, room),
        *_examples(examples, room),
    ]


def headline(found: Recheck) -> str:
    """What came of it in one sentence: how many replies do not say what was recorded, and in which way."""
    kinds = found.kinds
    read = sum(kinds[kind] for kind in (*_SHOWN, Kind.AGREE, Kind.NEITHER))
    wrong = sum(kinds[kind] for kind in _SHOWN)
    if not read:
        return "no reply can be read again" if found.draws else "the archive holds no draws"
    if not found.names:
        return f"the archive recorded no value for any of its {count(read)} replies: there is nothing to compare with"
    if not wrong:
        return _at_one(kinds[Kind.AGREE], kinds[Kind.NEITHER])
    ways = [
        f"{count(kinds[kind])} {one if kinds[kind] == 1 else several}"
        for kind, one, several in _WAYS
        if kinds[kind]
    ]
    say = "does not say" if wrong == 1 else "do not say"
    return f"{count(wrong)} of {count(read)} replies ({of(wrong, read)}) {say} what was recorded: {', '.join(ways)}"


def _at_one(agree: int, neither: int) -> str:
    """The sentence where nothing differs."""
    if neither:
        return f"no reply is at odds with what was recorded: {count(agree)} agree, {count(neither)} without a value"
    return (
        f"all {count(agree)} replies say what was recorded"
        if agree > 1
        else "the reply says what was recorded"
    )


def _recorded_by(found: Recheck) -> list[str]:
    made = []
    if found.names:
        made.append(
            f"compared  {', '.join(f'{name} ({count(many)})' for name, many in found.names.most_common(4))}"
        )
    for (tool, version), many in found.tools.most_common(6):
        made.append(
            f"recorded  by {tool or 'an unknown tool'} {version or '(version unknown)'}: {count(many)} values"
        )
    versions = {version for _, version in found.tools}
    if len(versions) > 1:
        made.append(
            "          values of different versions stand side by side: the rule may have changed between them"
        )
    for name in dict.fromkeys(name for name, _ in found.explained):
        right, wrong = found.explained[name, True], found.explained[name, False]
        parser = KNOWN_PARSERS.get(name)
        made.append(f"rule      {name} gives {count(right)} of {count(right + wrong)} recorded values")
        if parser is not None:
            made.append(f"          {parser.about}")
    return made


def _kind_rows(found: Recheck) -> list[list[str]]:
    rows = [["draws", count(found.draws), ""]]
    rows += [
        [f"  {kind}", count(many), of(many, found.draws)] for kind in Kind if (many := found.kinds[kind])
    ]
    unread = [(status, many) for status, many in sorted(found.statuses.items()) if many]
    rows += [["status of the reading", "", ""]] if unread else []
    return [*rows, *([f"  {status}", count(many), ""] for status, many in unread)]


def _effect(found: Recheck, room: int) -> list[str]:
    """Counts of the values on both sides, and their means where they are numbers."""
    values = [value for value, _ in (found.recorded + found.verdicts).most_common(_MOST_VALUES)]
    if not values:
        return []
    rows = [[value, count(found.recorded[value]), count(found.verdicts[value])] for value in sorted(values)]
    more = len(found.recorded + found.verdicts) - len(values)
    rows += [[f"({count(more)} more values)", "", ""]] if more else []
    rows += [["with a value", *(count(sum(side.values())) for side in (found.recorded, found.verdicts))]]
    if found.sums[0][1] or found.sums[1][1]:
        rows += [["mean", *(number(total / many if many else None) for total, many in found.sums)]]
    made = grid(["value, of the replies at hand", "recorded", "read"], rows, room)
    if not found.kinds[Kind.AGREE] and found.kinds[Kind.DIFFERENT]:
        made.append("no value agrees: the contract may use other words than the tool recorded")
    return [*made, "", *_estimates(found, room)]


def _estimates(found: Recheck, room: int) -> list[str]:
    """The usual metric on both sides, with intervals and bounds, or why it is missing."""
    sides = found.estimates()
    made = [side.estimate for side in sides if side.estimate is not None]
    if not made:
        return [fit(f"no intervals: {sides[1].reason}", 4 * room), ""]
    from oyez.report.measure_text import value_sheet
    from oyez.report.sheets import text

    return [f"{made[0].metric}: {made[0].what}", *text([value_sheet(made)], room), ""]


def _examples(examples: Examples, room: int) -> list[str]:
    made = []
    for kind, kept in examples.kept.items():
        for one in kept:
            made += [f"{kind}: {fit(one.draw.reply.id or '', room - 30)}", *_picture(one, room), ""]
    return made[:-1] if made else []


def _picture(one: Rechecked, room: int) -> list[str]:
    reading, text = one.reading, one.draw.reply.text
    if reading is None or text is None:
        return []
    said = repr(reading.verdict) if reading.ok else str(reading.status)
    rule = f", which {one.by} gives" if one.explained else f", which {one.by} does not give" if one.by else ""
    told = "nothing" if one.told is None else repr(one.told)
    made = [fit(f"  recorded {told}{rule}; read {said}", room)]
    where = places(reading)
    if where:
        return [*made, *pictures(text, where, room).split("\n")]
    end = len(text.rstrip())
    return [*made, *caret(text, end, end, room).split("\n")] if end else made


def tree(found: Recheck, source: str, examples: Examples, bad: int = 0) -> dict[str, Any]:
    """The same as one JSON object."""
    sides = {"recorded": (found.recorded, found.sums[0]), "read": (found.verdicts, found.sums[1])}
    return {
        "archive": source,
        "contract": found.contract.ref,
        "draws": found.draws,
        "bad_rows": bad,
        "compared": dict(found.names),
        "headline": headline(found),
        "kinds": {str(kind): found.kinds[kind] for kind in Kind},
        "statuses": dict(sorted(found.statuses.items())),
        "tools": [
            {"tool": tool, "version": version, "values": many}
            for (tool, version), many in found.tools.items()
        ],
        "rules": [
            {"rule": name, "gives": found.explained[name, True], "does_not": found.explained[name, False]}
            for name in dict.fromkeys(name for name, _ in found.explained)
        ],
        **{
            side: {"values": dict(values.most_common()), "mean": sums[0] / sums[1] if sums[1] else None}
            for side, (values, sums) in sides.items()
        },
        "estimates": [
            {
                "estimate": None if side.estimate is None else msgspec.to_builtins(side.estimate),
                "reason": side.reason,
            }
            for side in found.estimates()
        ],
        "examples": [_example(one) for kept in examples.kept.values() for one in kept],
    }


def _example(one: Rechecked) -> dict[str, Any]:
    reading = one.reading
    return {
        "id": one.draw.reply.id,
        "kind": str(one.kind),
        "recorded": one.told,
        "status": str(reading.status) if reading else None,
        "verdict": reading.verdict if reading else None,
        "start": reading.start if reading else None,
        "end": reading.end if reading else None,
        "text": one.draw.reply.text,
    }
