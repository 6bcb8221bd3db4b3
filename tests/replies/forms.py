"""Bodies by construction: for every form how a value is put in place, and what may stand around it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from replies.prose import BLANK, LINE, lines_after, lines_before
from replies.scales import Written

Put = Callable[[Written], tuple[str, str]]
"""The text before and after the value in the body."""


@dataclass(frozen=True)
class Place:
    """A form and how a judge fills it."""

    name: str
    tree: Any
    before: st.SearchStrategy[str]
    """What stands before the value and says nothing, the form's own mark at its end."""
    after: st.SearchStrategy[str]
    """What stands after it: the form's own close first."""
    in_json: bool = False
    marked: bool = True
    repeats: bool = True
    """Whether several of them may stand in one reply."""
    closed: bool = False
    """Whether the value is complete without a line end."""

    def value(self, written: Written) -> str:
        """The value as this form holds it."""
        return written.json if self.in_json else written.text


GAP = st.sampled_from(["", " ", "  ", "\t", "\u00a0", "\u3000"])
PROSE = lines_before()
TAIL = lines_after()
INLINE = st.one_of(st.just(""), LINE.map(lambda line: f"{line} "))
"""Prose on the answer's own line."""


def _join(*parts: st.SearchStrategy[str] | str) -> st.SearchStrategy[str]:
    made = [st.just(part) if isinstance(part, str) else part for part in parts]
    return st.tuples(*made).map("".join)


def _cased(word: str) -> st.SearchStrategy[str]:
    return st.sampled_from([word, word.lower(), word.upper(), word.title()])


LINE_FORM = Place(
    "line", {"line": "Verdict"}, _join(PROSE, GAP, _cased("Verdict"), ":", GAP), _join(GAP, TAIL)
)
BRACKET = Place(
    "bracket",
    {"bracket": ["[[", "]]"]},
    _join(PROSE, INLINE, st.sampled_from(["[[", "[[ ", "[[ x [["])),
    _join(st.sampled_from(["]]", " ]]", "]] then."]), TAIL),
    closed=True,
)
ALONE = Place(
    "bracket at line",
    {"bracket": ["[[", "]]"], "at": "line"},
    _join(PROSE, st.sampled_from(["[[", "**[[", " * [["])),
    _join(st.sampled_from(["]]", "]]**", "]] _"]), TAIL),
    closed=True,
)
LAST_BRACKET = Place(
    "bracket at last line",
    {"bracket": ["[[", "]]"], "at": "last-line"},
    _join(PROSE, st.sampled_from(["[[", "So [["])),
    _join(st.sampled_from(["]]", "]]."]), BLANK),
    repeats=False,
    closed=True,
)
PHRASE = Place(
    "phrase",
    {"phrase": "I pick ({}) as best."},
    _join(PROSE, INLINE, st.sampled_from(["I pick (", "I   pick (", "I pick (x I pick\u00a0("])),
    _join(st.sampled_from([") as best.", ")  as best. So."]), TAIL),
    closed=True,
)
AFTER = Place(
    "after",
    {"after": "[RESULT]"},
    _join(
        PROSE,
        INLINE,
        st.sampled_from(["[RESULT]", "[RESULT] x [RESULT]"]),
        st.sampled_from(["", ":", " : "]),
        GAP,
    ),
    _join(GAP, TAIL),
)
TAG = Place(
    "tag",
    {"tag": "score"},
    _join(PROSE, INLINE, st.sampled_from(["<score>", "<SCORE>", "<score>x<Score>", "<score>\n "])),
    _join(st.sampled_from(["</score>", "\n</score>", " </SCORE>"]), TAIL),
    closed=True,
)
MEMBERS = st.sampled_from(['"why": "a } b { c", ', '"n": [1, {"verdict": 3}], ', '"a\\"b": null, ', ""])
OPEN = _join(
    st.sampled_from(["{", "{\n  ", "{ "]),
    MEMBERS,
    st.sampled_from(['"verdict": ', '"verdict" :\n', '"verdict":']),
)
SHUT = _join(st.sampled_from(["", " ", "\n"]), st.sampled_from(["}", ', "z": "]"}', ', "z": {"y": -1e5}\n}']))
OBJECT = Place(
    "json", {"json": "verdict"}, _join(BLANK, OPEN), _join(SHUT, BLANK), True, repeats=False, closed=True
)
PROSE_OBJECT = Place(
    "json with prose",
    {"json": "verdict", "around": "prose"},
    _join(PROSE, OPEN),
    _join(SHUT, TAIL),
    in_json=True,
    closed=True,
)
DEEP_OBJECT = Place(
    "json path",
    {"json": "a.verdict"},
    _join(BLANK, '{"verdict": 0, "a": ', OPEN),
    _join(SHUT, "}", BLANK),
    in_json=True,
    repeats=False,
    closed=True,
)
WHOLE = Place("whole", {"whole": True}, BLANK, BLANK, marked=False, repeats=False)
FIRST = Place("first line", {"first_line": True}, BLANK, _join(GAP, TAIL), marked=False, repeats=False)
LAST = Place(
    "last line",
    {"last_line": True},
    _join(PROSE, GAP),
    BLANK,
    marked=False,
    repeats=False,
)
PLACES = (
    LINE_FORM, BRACKET, ALONE, LAST_BRACKET, PHRASE, AFTER, TAG, OBJECT, PROSE_OBJECT, DEEP_OBJECT, WHOLE, FIRST, LAST
)  # fmt: skip
MARKED = tuple(place for place in PLACES if place.marked)
REPEATED = tuple(place for place in PLACES if place.repeats)
TEXTUAL = tuple(place for place in PLACES if not place.in_json)


def as_json(value: object) -> str:
    """A value as JSON text, other scripts as they are."""
    return json.dumps(value, ensure_ascii=False)
