"""An explanation never says anything else than the reading: on made-up scenes, fragments and every example."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from replies.scenes import Scene, scene

import oyez
from oyez.explain import Explanation, Fate, FieldExplanation

STOPS = st.sampled_from([None, "stop", "length", "refusal"])
FRAGMENTS = [
    *("VERDICT: PASS", "verdict: fail", "VERDICT:", "**VERDICT:** FAIL", "VERDICT: PASS | FAIL", "VERDICT: **PASS**"),
    *("\n", "\n\n", " ", "\r\n", "\u2028", "\ufeff", "\ud83d", "\x1b[2J", "x", "PASS", "NOTE: y", "Say VERDICT: PASS"),
    *("[[A]]", "[[B]]", "[[", "]]", "[[A", "[[**B**]]", "\\[\\[A\\]\\]", "[[Rating: B]]", "[[7]]", "[[A]] [[B]] [[C]]"),
    *("```\n", "> ", "<think>", "</think>", "<v>3</v>", "<v>", "<v>99</v>", "Score: 4", "\n4", "**4**"),
    *('{"v": 3}', '{"v": 4}', '{"v": 1, "v": 2}', '{"v": "3"}', '{"v": ', "}", '{"w": 1}', '{"v": 99}', "{'v': 3}"),
    *('{"all": [{"id": "a", "ok": true}, {"id": "b", "ok": false}]}', '{"all": [{"id": "a", "ok": "yes"}]}'),
    *('{"all": [{"id": "a", "ok": true}, {"id": "a", "ok": false}, {"id": "z", "ok": true}, 7]}',),
    *("one: 3", "two: 4", "- two: 5"),
]  # fmt: skip
SOME = ["emphasis", "labelled-bracket", "next-line", "lenient-json", "single-bracket"]
LABELS: dict[str, Any] = {"labels": ["A", "B", "C"]}
VERDICTS: dict[str, Any] = {"labels": ["PASS", "FAIL"]}
NUMBER: dict[str, Any] = {"integer": [0, 10]}
ITEMS: dict[str, Any] = {"form": {"json_items": "all", "id": "id", "value": "ok"}, "scale": {"boolean": True}}
CONTRACTS: dict[str, dict[str, Any]] = {
    "line": {"form": {"line": "VERDICT"}, "scale": VERDICTS},
    "line-last": {"form": {"line": "VERDICT"}, "scale": VERDICTS, "repeats": "last"},
    "line-forbid": {"form": {"line": "VERDICT"}, "scale": VERDICTS, "repeats": "forbid", "dissent": "ignore"},
    "line-echo": {"form": {"line": "VERDICT"}, "scale": VERDICTS, "instructions": "VERDICT: PASS\nSay it"},
    "bracket": {"form": {"bracket": ["[[", "]]"]}, "scale": LABELS, "label": "Rating"},
    "tag": {"form": {"tag": "v"}, "scale": NUMBER},
    "json": {"form": {"json": "v"}, "scale": NUMBER},
    "json-prose": {"form": {"json": "v", "around": "prose"}, "scale": NUMBER},
    "json-last": {"form": {"json": "v", "around": "prose", "object": "last"}, "scale": NUMBER},
    "items": ITEMS,
    "items-asked": {**ITEMS, "ids": ["a", "b"]},
    "items-last": {**ITEMS, "form": {**ITEMS["form"], "around": "prose", "object": "last"}},
    "lines": {"form": {"lines": ["one", "two"]}, "scale": NUMBER},
    "lines-partial": {"form": {"lines": ["one", "two"]}, "scale": NUMBER, "partial": True},
    "either": {"form": [{"tag": "v"}, {"json": "v"}, {"last_line": True}], "scale": NUMBER},
    "sheet-or-items": {"form": [{"lines": ["one", "two"]}, {"tag": "v"}], "scale": NUMBER, "partial": True},
    "first": {"form": {"first_line": True}, "scale": VERDICTS},
    "text": {"form": {"line": "NOTE", "until": "next-label"}, "scale": "text"},
    "fields": {
        "verdict": "verdict",
        "field": {
            "verdict": {"form": {"line": "VERDICT"}, "scale": VERDICTS},
            "note": {"form": {"line": "NOTE", "until": "next-label"}, "scale": "text", "optional": True},
        },
    },
    "every": {
        "verdict": "*",
        "field": {
            "v": {"form": {"tag": "v"}, "scale": NUMBER},
            "verdict": {"form": {"line": "VERDICT"}, "scale": VERDICTS},
        },
    },
}  # fmt: skip


def with_recovery(tree: dict[str, Any], recover: Any) -> oyez.Contract:
    if "field" not in tree:
        return oyez.contract({**tree, "recover": recover})
    fields = {name: {**field, "recover": recover} for name, field in tree["field"].items()}
    return oyez.contract({**tree, "field": fields})


def check(reply: oyez.Reply, contract: oyez.Contract) -> Explanation:
    """Everything that must hold of any explanation."""
    made = oyez.explain(reply, contract)
    reading = oyez.read(reply, contract)
    assert made.reading == reading
    assert made.said.endswith(".")
    if not made.fields:
        assert reading.status in ("undelivered", "empty", "refused", "truncated", "unsupported")
        return made
    assert [one.name for one in made.fields] == list(contract.fields)
    for one in made.fields:
        status = reading.fields[one.name].status if reading.fields else reading.status
        assert one.status == status
        check_field(one, reading, reply.text or "")
    check_problems(made)
    return made


def check_field(one: FieldExplanation, reading: oyez.Reading, text: str) -> None:
    own = reading.fields[one.name] if reading.fields else reading
    taken = [each for each in one.considered if each.fate is Fate.TAKEN]
    agreed = [each for each in one.considered if each.fate is Fate.AGREES]
    if own.status.has_verdict:
        assert own.start == min(each.start for each in taken)
        assert own.end == max(each.end for each in taken)
        assert len(taken) == 1 or isinstance(own.verdict, dict)
    else:
        assert taken == agreed == []
    if own.status == "conflict":
        assert any(each.fate is Fate.COMPETES for each in one.considered)
    if own.status == "off_scale":
        assert {each.fate for each in one.considered} & {Fate.REFUSED, Fate.BLOCKS, Fate.PLACEHOLDER}
    if own.status == "malformed":
        assert any(each.fate is Fate.BROKEN for each in one.considered)
    for each in one.considered:
        assert 0 <= each.start <= each.end <= len(text)
        assert each.why
        if isinstance(each.value, str) and each.form not in ("json", "json_items"):
            assert each.value == text[each.start : each.end]
    assert list(one.considered) == sorted(one.considered, key=lambda each: (each.start, each.end, each.by))


FATES = {
    "passed_over": {Fate.PASSED_OVER},
    "placeholder": {Fate.PLACEHOLDER},
    "competing": {Fate.COMPETES},
    "dissent": {Fate.COMPETES},
    "out_of_range": set(Fate) - {Fate.TAKEN, Fate.PASSED_OVER, Fate.PLACEHOLDER, Fate.BROKEN},
    "not_in_vocabulary": set(Fate) - {Fate.TAKEN, Fate.PASSED_OVER, Fate.PLACEHOLDER, Fate.BROKEN},
}
"""What a place may have become that the reading lists with a problem of that code."""


def inside(places: dict[tuple[int, int], set[Fate]], problem: oyez.Problem) -> set[Fate]:
    """The fates of the parts that an object verdict reaches over."""
    within = (place for place in places if problem.start <= place[0] and place[1] <= problem.end)
    return {fate for place in within for fate in places[place]}


def check_problems(made: Explanation) -> None:
    """Every problem of the reading that has a place is a place that was considered, with a fate that fits."""
    places: dict[tuple[int, int], set[Fate]] = {}
    for field in made.fields:
        for each in field.considered:
            places.setdefault((each.start, each.end), set()).add(each.fate)
    for problem in made.reading.problems:
        if problem.end > problem.start and problem.code != "more":
            fates = places[problem.start, problem.end] or inside(places, problem)
            assert fates & FATES.get(problem.code, fates), problem


@pytest.mark.parametrize("name", CONTRACTS)
@settings(max_examples=100, deadline=None)
@given(
    pieces=st.lists(st.sampled_from(FRAGMENTS), max_size=8),
    between=st.sampled_from(["", "\n"]),
    stop=STOPS,
    recover=st.sampled_from([[], "safe", SOME]),
)  # fmt: skip
def test_fragments(name: str, pieces: list[str], between: str, stop: str | None, recover: Any) -> None:
    check(oyez.Reply(text=between.join(pieces), stop=stop), with_recovery(CONTRACTS[name], recover))


def test_a_place_that_contradicts_a_recovered_verdict_is_shown() -> None:
    contract = with_recovery({"form": {"line": "VERDICT"}, "scale": VERDICTS}, "safe")
    made = check(oyez.Reply(text="**VERDICT:** FAIL\nVERDICT: **PASS**"), contract)
    assert [(one.value, one.fate) for one in made.fields[0].considered] == [
        ("FAIL", Fate.COMPETES),
        ("**PASS**", Fate.COMPETES),
    ]


@settings(max_examples=300, deadline=None)
@given(made=st.one_of(scene("on"), scene("off"), scene("on", "on"), scene("on", "off")), stop=STOPS)
def test_scenes(made: Scene, stop: str | None) -> None:
    check(oyez.Reply(text=made.text, stop=stop), oyez.contract(made.contract))


@pytest.mark.parametrize("name", oyez.contract_names())
def test_the_examples_of_the_catalogue(name: str) -> None:
    contract = oyez.contract(name)
    for example in contract.examples:
        ids = tuple(example["ids"]) if "ids" in example else None
        reply = oyez.Reply(
            text=example.get("reply"), stop=example.get("stop"), error=example.get("error"), ids=ids
        )
        made = check(reply, contract)
        assert made.reading.status == example["status"]


def test_a_reading_that_is_explained_is_the_one_of_read() -> None:
    contract = oyez.contract(CONTRACTS["line"])
    for given_reply in ("VERDICT: PASS", oyez.Reply(text="VERDICT: PASS", stop="length"), None):
        assert oyez.explain(given_reply, contract).reading == oyez.read(given_reply, contract)
