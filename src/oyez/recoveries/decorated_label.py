"""Reads a labelled line whose label wears Markdown: heading, list mark, number, emphasis, table bar.

Before the label: `#`s, one list mark, one number with `.` or `)`, emphasis, a table bar. After it: emphasis,
space, `:` or `：`, emphasis. After a heading the colon may be missing if the line ends there. In a table row
the value ends at the next bar; where bars part the words of a menu, the menu is the value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from oyez.core.ask import Ask
from oyez.core.candidate import Broken, Candidate
from oyez.core.recovery import Example, Hit, Hits, Place, PlaceRule
from oyez.core.region import Region
from oyez.forms.line import LineForm, label_pattern, value_at
from oyez.recoveries.next_line import following_hit
from oyez.scales._menus import is_placeholder
from oyez.text.lines import line_at
from oyez.text.space import SPACE, SPACES

_EMPHASIS = r"[*_`~]"


@lru_cache(maxsize=1024)
def _pattern(labels: tuple[str, ...]) -> re.Pattern[str]:
    words = "|".join(re.escape(label) for label in sorted(labels, key=len, reverse=True))
    return re.compile(
        rf"^{SPACES}(?P<bar>\|{SPACES})?(?P<heading>\#++{SPACES})?(?P<bullet>[-*+•][{SPACE}]++)?"
        rf"(?P<open1>{_EMPHASIS}{{0,6}}+)(?P<number>[0-9]{{1,9}}[.)](?:[{SPACE}]++|(?={_EMPHASIS})))?(?P<open2>{_EMPHASIS}{{0,6}})"
        rf"(?P<label>{words})(?P<shut>{_EMPHASIS}{{0,6}}+)(?P<gap>{SPACES})(?:(?P<colon>[:：])|(?=\r?$))",
        re.MULTILINE | re.IGNORECASE | re.ASCII,
    )


class _Match:
    """One decorated label: where its value begins and ends, and what is left open."""

    def __init__(self, text: str, match: re.Match[str], ask: Ask) -> None:
        self.start = match.start("label")
        line = line_at(text, match.start("label"))
        opened = match["open1"] + match["open2"]
        self.value = match.end()
        self.end, self.ended = line.end, line.ended
        still_open = _still_open(opened, match["shut"])
        if still_open and text.startswith(still_open, self.value, line.end):
            self.value += len(still_open)
            still_open = ""
        self.marks = still_open
        if match["bar"] and not is_placeholder(text[self.value : line.end].strip(), ask):
            bar = text.find("|", self.value, line.end)
            self.end, self.ended = (bar, True) if bar >= 0 else (line.end, line.ended)


def _still_open(opened: str, shut: str) -> str:
    """The marks that close what is open at the colon, where nested marks close in reverse."""
    closing = opened[::-1]
    if closing.startswith(shut):
        return closing[len(shut) :]
    return shut[len(closing) :][::-1] if shut.startswith(closing) else ""


def _matches(text: str, labels: tuple[str, ...], ask: Ask) -> Iterator[_Match]:
    for match in _pattern(labels).finditer(text):
        plain = not any(
            match[name] for name in ("bar", "heading", "bullet", "open1", "number", "open2", "shut", "gap")
        )
        if match["colon"] is None and not match["heading"]:
            continue
        if plain and match["colon"] == ":":
            continue
        if not (ask.labels and label_pattern(ask.labels).match(text, match.start())):
            yield _Match(text, match, ask)


def decorated(
    region: Region, labels: tuple[str, ...], part: str | None, ask: Ask, until: tuple[str, ...] = ()
) -> list[Candidate | Broken]:
    """The values and empty places behind decorated labels; with `until` a value runs to the next labelled line."""
    text = region.text
    stops = (
        sorted(match.start() for match in _pattern(until).finditer(text) if match["colon"]) if until else []
    )
    made = []
    following = 0
    for match in _matches(text, labels, ask):
        end, ended = match.end, match.ended
        if until:
            while following < len(stops) and stops[following] <= match.start:
                following += 1
            ended = following < len(stops)
            end = stops[following] if ended else len(text)
        one = value_at(region, match.value, end, match.start, ended, part)
        made.append(_with_marks(one, match.marks) if isinstance(one, Candidate) else one)
    return made


def _with_marks(one: Candidate, marks: str) -> Candidate:
    return Candidate(
        one.start,
        one.end,
        one.value,
        one.outer_start,
        one.outer_end,
        one.complete,
        one.part,
        one.fault,
        marks,
    )


def _find(place: Place) -> Hits:
    form, ask = place.form, place.ask
    if isinstance(form, LineForm):
        return _hits(
            place, decorated(place.region, (form.label,), None, ask, ask.labels if form.until else ())
        )
    hits = Hits()
    for name in form.parts or ():
        more = _hits(place, decorated(place.region, (name,), name, ask), follow=False)
        hits = Hits(hits.hits + more.hits, hits.broken + more.broken)
    if not hits.hits:
        return hits
    plain = form.find(place.region, ask)
    return Hits((*(Hit(one, ()) for one in plain.candidates), *hits.hits), hits.broken)


def _hits(place: Place, made: list[Candidate | Broken], *, follow: bool = True) -> Hits:
    hits: list[Hit] = []
    broken: list[Broken] = []
    for one in made:
        if isinstance(one, Candidate):
            hits.append(Hit(one, ("decorated-label",)))
            continue
        further = follow and "next-line" in place.also
        hit = following_hit(place, one, ("decorated-label", "next-line")) if further else None
        if hit is not None:
            hits.append(hit)
        broken.append(one)
    return Hits(tuple(hits), tuple(broken))


RECOVERY = PlaceRule(
    "decorated-label",
    20,
    _find,
    forms=("line", "lines"),
    example=Example(
        {"form": {"line": "VERDICT"}, "scale": {"labels": ["PASS", "FAIL"]}},
        "- **Verdict:** FAIL",
        "My verdict: FAIL",
    ),
)
