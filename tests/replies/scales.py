"""Values by construction: for every scale what is on it, what it means, and what is off it and why."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

Tree = Any


@dataclass(frozen=True)
class Written:
    """A value as a judge writes it, in text and in JSON, with what it comes to."""

    text: str
    json: str
    verdict: Any = None
    """What it means, where it is on the scale."""
    code: str = ""
    """Why it is off the scale, where it is."""
    abstained: bool = False


@dataclass(frozen=True)
class Kit:
    """A scale with its values."""

    name: str
    tree: Tree
    on: st.SearchStrategy[Written]
    """Values on the scale, spelt as it demands."""
    off: st.SearchStrategy[Written]
    """Values off the scale that no recovery brings onto it."""
    menus: tuple[str, ...] = ()
    """Texts that list what could be said."""


def _words(words: dict[str, Any], abstain: tuple[str, ...] = ()) -> st.SearchStrategy[Written]:
    """Each word in several cases; the dictionary says what it means."""

    def write(word: str, style: str) -> Written:
        cased = getattr(word, style)() if style else word
        return Written(cased, json.dumps(cased), words[word], abstained=word in abstain)

    return st.builds(
        write, st.sampled_from(sorted(words)), st.sampled_from(["", "", "lower", "upper", "title"])
    )


def _off(*rows: tuple[str, str, str]) -> st.SearchStrategy[Written]:
    return st.sampled_from([Written(text, token, None, code) for text, token, code in rows])


def _plain(words: tuple[str, ...]) -> dict[str, Any]:
    return {word: word for word in words}


LABELS = Kit(
    "labels",
    {"labels": ["PASS", "FAIL", "UNCLEAR"], "abstain": ["UNCLEAR"], "alias": {"ok": "PASS"}},
    _words({**_plain(("PASS", "FAIL", "UNCLEAR")), "ok": "PASS"}, ("UNCLEAR",)),
    _off(
        ("PASSED", '"PASSED"', "not_in_vocabulary"),
        ("not PASS", '"not PASS"', "not_in_vocabulary"),
        ("PASS, mostly", '"PASS, mostly"', "not_in_vocabulary"),
        ("ＰＡＳＳ", '"ＰＡＳＳ"', "not_in_vocabulary"),
        ("PAſS", '"PAſS"', "not_in_vocabulary"),
        ("PA SS", "null", "not_in_vocabulary|wrong_type"),
        ("True", "true", "not_in_vocabulary|wrong_type"),
        ("banana", '["PASS"]', "not_in_vocabulary|wrong_type"),
    ),
    ("PASS/FAIL", "PASS | FAIL | UNCLEAR", "pass or fail", "<PASS|FAIL>", "[PASS, FAIL]"),
)

CASED = Kit(
    "cased labels",
    {"labels": ["m", "M"], "ignore_case": False},
    st.sampled_from([Written("m", '"m"', "m"), Written("M", '"M"', "M")]),
    _off(
        ("mm", '"mm"', "not_in_vocabulary"),
        ("n", '"n"', "not_in_vocabulary"),
        ("ⅿ", '"ⅿ"', "not_in_vocabulary"),
    ),
    ("m/M", "m or M", "[m|M]"),
)

PREFERENCE = Kit(
    "preference",
    {"preference": {"A>>B": "A+2", "A>B": "A+1", "A=B": "tie", "B>A": "B+1", "B>>A": "B+2"}},
    st.builds(
        lambda label, gap, lower: Written(
            (label.lower() if lower else label).replace(">", f"{gap}>", 1),
            json.dumps((label.lower() if lower else label).replace("=", f"{gap}=")),
            label,
        ),
        st.sampled_from(["A>>B", "A>B", "A=B", "B>A", "B>>A"]),
        st.sampled_from(["", " ", "  "]),
        st.booleans(),
    ),
    _off(
        ("A>C", '"A>C"', "not_in_vocabulary"),
        ("A", '"A"', "not_in_vocabulary"),
        ("A>>>B", '"A>>>B"', "not_in_vocabulary"),
        ("А>B", '"А>B"', "not_in_vocabulary"),
        ("better", "1", "not_in_vocabulary|wrong_type"),
    ),
    ("A>B or B>A", "A>>B | A>B | A=B", "(A>B/B>A)"),
)

INTEGER = Kit(
    "integer",
    {"integer": [1, 10]},
    st.integers(1, 10).map(lambda n: Written(str(n), str(n), n)),
    _off(
        ("0", "0", "out_of_range"),
        ("11", "11", "out_of_range"),
        ("-3", "-3", "out_of_range"),
        ("7.5", "7.5", "wrong_type"),
        ("seven", '"seven"', "wrong_type"),
        ("７", '"７"', "wrong_type"),
        ("1_0", '"1_0"', "wrong_type"),
        ("7e0", "7e0", "wrong_type"),
        ("true", "true", "wrong_type"),
        ("nan", "NaN", "not_finite"),
        ("99999999999999999999999", "99999999999999999999999", "out_of_range"),
        ("7 points", "null", "wrong_type"),
        ("7,5", "[7]", "wrong_type"),
        ("8%", "-Infinity", "wrong_type|not_finite"),
    ),
    ("1-10", "1–10", "1 to 10", "1 - 10"),
)

NUMBER = Kit(
    "number",
    {"number": [-1, 5], "step": 0.5},
    st.integers(-2, 10).map(lambda n: Written(str(n / 2), str(n / 2), n / 2)),
    _off(
        ("0.25", "0.25", "off_step"),
        ("5.5", "5.5", "out_of_range"),
        ("-1.5", "-1.5", "out_of_range"),
        (".5", '".5"', "wrong_type"),
        ("1e0", '"1e0"', "wrong_type"),
        ("inf", "Infinity", "not_finite"),
        ("half", "false", "wrong_type"),
    ),
    ("-1-5", "-1 to 5", "-1.0 – 5.0"),
)

BOOLEAN = Kit(
    "boolean",
    {"boolean": True},
    st.builds(
        lambda word, style: Written(getattr(word, style)(), word, word == "true"),
        st.sampled_from(["true", "false"]),
        st.sampled_from(["lower", "upper", "title"]),
    ),
    _off(
        ("yes", '"yes"', "not_in_vocabulary|wrong_type"),
        ("1", "1", "not_in_vocabulary|wrong_type"),
        ("truth", "null", "not_in_vocabulary|wrong_type"),
    ),
    ("true/false", "True or False", "<true|false>"),
)

RANKING = Kit(
    "ranking",
    {"ranking": ["x", "y", "z"]},
    st.builds(
        lambda order, gap: Written(gap.join(order), json.dumps(order), order),
        st.permutations(["x", "y", "z"]).map(list),
        st.sampled_from([">", " > ", ", ", ","]),
    ),
    _off(
        ("x > y", '["x", "y"]', "wrong_type"),
        ("x > y > y", '["x", "y", "y"]', "wrong_type"),
        ("x > y > w", '["x", "y", "w"]', "not_in_vocabulary"),
        ("x y z", '"x y z"', "not_in_vocabulary|wrong_type"),
    ),
)

PAIR = Kit(
    "list",
    {"list": {"integer": [1, 10]}, "length": 2},
    st.builds(
        lambda one, two, gap: Written(f"{one}{gap}{two}", f"[{one}, {two}]", [one, two]),
        st.integers(1, 10),
        st.integers(1, 10),
        st.sampled_from([" ", ", ", ",", ";", " / ", "/", "\t"]),
    ),
    _off(
        ("7", "[7]", "wrong_type"),
        ("7 8 9", "[7, 8, 9]", "wrong_type"),
        ("7,, 8", '["7", "8"]', "wrong_type"),
        ("7 11", "[7, 11]", "out_of_range"),
        ("7 b", '"7 8"', "wrong_type"),
    ),
)

TEXT = Kit(
    "text",
    "text",
    st.sampled_from(["some words", "PASS", "7", "été 🙂", "a, b; c"]).map(
        lambda t: Written(t, json.dumps(t), t)
    ),
    st.nothing(),
)

JSON = Kit(
    "json",
    "json",
    st.sampled_from(["1", '"a b"', "true", "null", '{"k": 1.5}', "-0.5"]).map(
        lambda t: Written(t, t, json.loads(t))
    ),
    st.nothing(),
)

KITS = (LABELS, CASED, PREFERENCE, INTEGER, NUMBER, BOOLEAN, RANKING, PAIR, TEXT, JSON)
CLOSED = tuple(kit for kit in KITS if kit not in (TEXT, JSON))
"""The scales of which some text is off the scale."""
MENUS = tuple(kit for kit in KITS if kit.menus)
"""The scales that have menus."""
