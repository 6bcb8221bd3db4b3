"""Contracts made at random, each with values for its fields, for the properties of prompts, schemas and grammars."""

from __future__ import annotations

from typing import Any

import msgspec
from hypothesis import settings
from hypothesis import strategies as st

from oyez import Contract, contract
from oyez.contract.layout import written_form
from oyez.core.scale import Scale
from oyez.scales import scale_from

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

WORDS = [
    "good",
    "bad",
    "fine",
    "A",
    "B",
    "C",
    "no-answer",
    "über",
    "ΑΣ",
    "δίκαιος",
    "10",
    "7",
    "straße",
    "Ja",
]
LONG = ["very good", "not at all", 'so "so"', "yes, but", "back\\slash"]
ABSTAIN = ["REFUSAL", "none of them", "n.a."]
PROSE = st.text("abcdefghijklmnop qrstuvwxyzéß가나다", min_size=1, max_size=20).map(lambda t: "Z" + t.strip())
FORMS: list[dict[str, Any]] = [
    {"line": "VERDICT"},
    {"line": "Final rating"},
    {"bracket": ["[[", "]]"]},
    {"bracket": ["**", "**"], "at": "line"},
    {"bracket": ["[[", "]]"], "at": "last-line"},
    {"phrase": "Therefore, Output ({}) is better."},
    {"phrase": "I choose: {}"},
    {"phrase": "{} wins this time."},
    {"after": "[RESULT]"},
    {"tag": "score"},
    {"whole": True},
    {"first_line": True},
    {"last_line": True},
    {"lines": ["Coherent", "Vivid", "Not dull"]},
]
OBJECTS: list[dict[str, Any]] = [
    {"json": "score"},
    {"json": "result.final score"},
    {"json": ["a.b", "ключ"]},
    {"json": "score", "around": "prose"},
    {"json_items": "verdicts", "id": "index", "value": "keep"},
    {"json_items": "out.list", "id": "about.id", "value": "about.said"},
]


SEVERAL: list[list[dict[str, Any]]] = [
    [{"json": "score", "around": "prose"}, {"whole": True}],
    [{"whole": True}, {"json": "score"}],
    [{"line": "VERDICT"}, {"whole": True}],
    [{"line": "VERDICT"}, {"first_line": True}],
    [{"bracket": ["[[", "]]"]}, {"last_line": True}],
    [{"line": "VERDICT"}, {"bracket": ["[[", "]]"]}],
    [{"tag": "score"}, {"phrase": "I choose: {}"}],
    [{"json": "score"}, {"json": "rating"}],
]
"""Alternatives, all of which are tried."""


@st.composite
def labels(draw: st.DrawFn, *, simple: bool = False) -> Any:
    words = draw(
        st.lists(st.sampled_from(WORDS if simple else WORDS + LONG), min_size=1, max_size=5, unique=True)
    )
    tree: dict[str, Any] = {"labels": words}
    if draw(st.booleans()):
        tree["ignore_case"] = draw(st.booleans())
    if draw(st.booleans()):
        tree["alias"] = {"also known": words[0]}
    return tree


@st.composite
def numbers(draw: st.DrawFn) -> Any:
    whole = draw(st.booleans())
    bound = st.integers(-300, 300) if whole else st.integers(-3000, 3000).map(lambda n: n / 100)
    low = draw(bound)
    high = low + draw(st.integers(1, 250) if whole else st.sampled_from([0.01, 0.1, 1, 1.5, 9, 10, 99.5]))
    tree: dict[str, Any] = {"integer" if whole else "number": [low, round(high, 2)]}
    if draw(st.integers(0, 3)) == 0:
        tree["step"] = draw(st.sampled_from([1, 2, 5, 0.5, 0.25]))
    return tree


PREFERENCES = st.sampled_from(
    [
        {"A>>B": "A+2", "A>B": "A+1", "A=B": "tie", "B>A": "B+1", "B>>A": "B+2"},
        {"A": "A+1", "B": "B+1", "C": "tie"},
        {"A is better": "A+1", "B is better": "B+1"},
    ]
).map(lambda table: {"preference": table})
RANKINGS = st.sampled_from(
    [
        {"ranking": ["m", "M"]},
        {"ranking": ["1", "2", "3"]},
        {"ranking": ["x", "y", "z", "w"], "items": {"id": "model", "rank": "rank"}},
    ]
)
LISTS = st.one_of(
    st.builds(lambda n, k: {"list": n} | k, numbers(), st.sampled_from([{}, {"length": 2}, {"length": 1}])),
    st.just({"list": {"labels": ["yes", "no"]}, "length": 3}),
)
FREE = st.sampled_from(["text", "json"])
SHUT = st.one_of(labels(), numbers(), st.just({"boolean": True}), PREFERENCES, RANKINGS, LISTS)


@st.composite
def scales(draw: st.DrawFn, *, free: bool = True) -> Any:
    """The tree of a scale; with words for abstaining now and then."""
    tree = draw(st.one_of(SHUT, FREE) if free else SHUT)
    if isinstance(tree, dict) and draw(st.integers(0, 3)) == 0:
        tree = tree | {"abstain": [draw(st.sampled_from(ABSTAIN))]}
    return tree


@st.composite
def verdicts(draw: st.DrawFn, scale: Scale) -> Any:
    """A verdict on the scale."""
    if scale.abstain and draw(st.integers(0, 4)) == 0:
        return draw(st.sampled_from(list(scale.abstain)))
    return draw(_own(scale))


def _own(scale: Scale) -> st.SearchStrategy[Any]:
    tree: Any = scale.tree()
    table: dict[str, Any] = tree if isinstance(tree, dict) else {tree: True}
    if scale.labels:
        return st.sampled_from(scale.labels)
    if scale.bounds is not None:
        return _numbers(table)
    if "boolean" in table:
        return st.booleans()
    if "ranking" in table:
        return st.permutations(table["ranking"]).map(list)
    if "list" in table:
        size = table.get("length")
        own = _own(scale_from(table["list"]))
        return st.lists(own, min_size=size or 1, max_size=size or 4)
    return PROSE if "text" in table else st.one_of(st.integers(0, 99), st.none(), st.booleans())


def _numbers(table: dict[str, Any]) -> st.SearchStrategy[Any]:
    whole = "integer" in table
    low, high = table["integer" if whole else "number"]
    step = table.get("step")
    if step is not None:
        steps = [round(low + step * n, 4) for n in range(int((high - low) / step) + 1)]
        steps = [int(n) for n in steps if n == int(n)] if whole else steps
        return st.sampled_from(steps)
    if whole:
        return st.integers(low, high)
    return st.integers(round(low * 100), round(high * 100)).map(lambda n: n / 100)


SETTINGS = st.fixed_dictionaries(
    {},
    optional={
        "repeats": st.sampled_from(["agree", "forbid", "last", "first"]),
        "recover": st.sampled_from([[], ["safe"], ["safe", "single-bracket", "leading-label"]]),
        "quoted": st.sampled_from(["aside", "candidate"]),
        "dissent": st.sampled_from(["conflict", "ignore"]),
        "thinking": st.just([]),
        "menus": st.just("candidate"),
        "starts_after": st.just("Answer:::"),
        "placeholders": st.just(["rating", "n"]),
    },
)


@st.composite
def one_field(draw: st.DrawFn, *, free: bool = True) -> Contract:
    """A contract with one field, in any form or in several."""
    form = draw(st.sampled_from([*FORMS, *OBJECTS, *SEVERAL]))
    # any text, in an object or as the whole reply, would be two answers in one
    free = free and not (isinstance(form, list) and any("json" in each for each in form))
    tree = {"name": "made", "form": form, "scale": draw(scales(free=free)), **draw(SETTINGS)}
    if "json_items" in form:
        tree["ids"] = ["1", "2", "x"]
    return contract(tree)


@st.composite
def lines_and_object(draw: st.DrawFn) -> Contract:
    """A contract with a few labelled lines, a bracket, and now and then a JSON object after prose."""
    some: dict[str, Any] = {
        "reasons": {"form": {"line": "REASONS", "until": "next-label"}, "scale": "text"},
        "label": {"form": {"line": "VERDICT"}, "scale": draw(labels())},
        "score": {
            "form": {"bracket": ["[[", "]]"]},
            "scale": draw(numbers()),
            "optional": draw(st.booleans()),
        },
        "last": {"form": {"line": "NOTES", "until": "next-label"}, "scale": "text"},
    }
    if draw(st.booleans()):
        form = {"json": "data.value", "around": "prose"}
        some["data"] = {"form": form, "scale": draw(scales(free=False)), "optional": draw(st.booleans())}
    verdict = draw(st.sampled_from(["label", "score", "*"]))
    every = {"all_fields": draw(st.booleans())} if verdict != "*" else {}
    return contract({"name": "made", "verdict": verdict, "field": some} | every)


@st.composite
def one_object(draw: st.DrawFn) -> Contract:
    """A contract with several keys of one JSON object."""
    paths = ["score", "why", "more.deep", "more.other", "list"]
    fields = {
        f"f{number}": {"form": {"json": path}, "scale": draw(scales()), "optional": draw(st.booleans())}
        for number, path in enumerate(
            draw(st.lists(st.sampled_from(paths), min_size=2, max_size=5, unique=True))
        )
    }
    tree: dict[str, Any] = {"name": "made", "field": fields, "verdict": draw(st.sampled_from([*fields, "*"]))}
    if tree["verdict"] != "*":
        tree["all_fields"] = draw(st.booleans())
    return contract(tree)


def contracts(*, free: bool = True) -> st.SearchStrategy[Contract]:
    """Any of the contracts above."""
    return st.one_of(one_field(free=free), lines_and_object(), one_object())


@st.composite
def values_for(draw: st.DrawFn, terms: Contract) -> dict[str, Any]:
    """A value for every field."""
    made: dict[str, Any] = {}
    for name, field in terms.fields.items():
        parts = written_form(field).parts
        if parts is None:
            made[name] = draw(verdicts(field.scale))
        else:
            made[name] = {part: draw(verdicts(field.scale)) for part in parts or terms.ids or ("1", "x")}
    return made


def expected(terms: Contract, values: dict[str, Any]) -> Any:
    """The verdict of a reply that says the values."""
    return values if terms.verdict == "*" else values[terms.verdict]


def with_ids(terms: Contract) -> Contract:
    """The contract for a reply whose items are known."""
    has_items = any(form.parts == () for field in terms.fields.values() for form in field.forms)
    return msgspec.structs.replace(terms, ids=("1", "x")) if has_items and terms.ids is None else terms
