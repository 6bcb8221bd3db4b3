"""Several fields, items and score sheets (READING §8)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from replies.forms import LINE_FORM, TAG
from replies.scales import CLOSED, INTEGER, LABELS
from replies.scenes import Scene, next_line, scene
from replies.table import check

import oyez

KEEP = {"labels": ["keep", "drop", "unsure"], "abstain": ["unsure"]}
RATE = {"integer": [1, 5]}


def two(verdict: str = "a", optional: bool = False, **more: Any) -> dict[str, Any]:
    """A contract with two labelled lines."""
    second: dict[str, Any] = {"form": {"line": "B"}, "scale": RATE, "recover": "safe"}
    if optional:
        second["optional"] = True
    fields = {"a": {"form": {"line": "A"}, "scale": KEEP, "recover": "safe"}, "b": second}
    return {"verdict": verdict, "field": fields, **more}


@pytest.mark.parametrize(
    ("contract", "text", "status", "verdict"),
    [
        (two(), "A: keep\nB: 3", "read", "keep"),
        (two(), "A: keep\nB: 9", "read", "keep"),
        (two(), "A: keep", "read", "keep"),
        (two(), "B: 3", "absent", None),
        (two("b"), "A: x\nB: 3", "read", 3),
        (two(all_fields=True), "A: keep\nB: 3", "read", "keep"),
        (two(all_fields=True), "A: keep\nB: 9", "off_scale", None),
        (two(all_fields=True), "A: keep", "absent", None),
        (two(all_fields=True), "A: x\nB:", "off_scale", None),
        (two("b", all_fields=True), "A: x\nB: 3", "off_scale", None),
        (two(optional=True, all_fields=True), "A: keep\nB: 9", "read", "keep"),
        (two(optional=True, all_fields=True), "A: x\nB: 3", "off_scale", None),
        (two("*"), "A: keep\nB: 3", "read", {"a": "keep", "b": 3}),
        (two("*"), "A: keep\nB: 9", "off_scale", None),
        (two("*"), "A: keep\nA: drop\nB:", "conflict", None),
        (two("*", optional=True), "A: keep", "read", {"a": "keep"}),
        (two("*", optional=True), "A: keep\nB: 9", "read", {"a": "keep"}),
        (two("*", optional=True), "B: 3", "absent", None),
    ],
)
def test_which_field_gives_the_reply_its_status(
    contract: dict[str, Any], text: str, status: str, verdict: Any
) -> None:
    check(contract, text, status, verdict)


def test_every_field_is_read_by_itself() -> None:
    reading = check(two(), "A: **keep**\nB: 9", "recovered", "keep", rule="emphasis")
    fields = reading.fields or {}
    assert (fields["a"].status, fields["a"].rule, fields["a"].verdict) == ("recovered", "emphasis", "keep")
    assert (fields["b"].status, fields["b"].verdict, fields["b"].start) == ("off_scale", None, None)


def test_an_object_of_all_fields_is_recovered_if_any_of_them_is() -> None:
    text = "x\nB: 3/5\nA: **keep**\ny"
    reading = check(two("*"), text, "recovered", {"a": "keep", "b": 3}, rule="emphasis+of-max")
    assert reading.evidence == "3/5\nA: **keep**"
    assert [one.status for one in (reading.fields or {}).values()] == ["recovered", "recovered"]


def test_an_object_abstains_only_if_every_field_does() -> None:
    assert check(two(), "A: unsure\nB: 3", "read", "unsure").abstained
    assert not check(two("*"), "A: unsure\nB: 3", "read", {"a": "unsure", "b": 3}).abstained
    assert check(two("*", optional=True), "A: unsure", "read", {"a": "unsure"}).abstained


@pytest.mark.parametrize("text", [None, "", "A: keep\r"])
def test_fields_of_a_reply_that_ends_early(text: str | None) -> None:
    reading = oyez.read(text, two())
    assert {one.status for one in (reading.fields or {}).values()} == {reading.status}
    assert not reading.ok


def test_a_contract_of_one_field_lists_no_fields() -> None:
    one = {"form": {"line": "A"}, "scale": KEEP}
    assert oyez.read("A: keep", one).fields is None
    assert set(oyez.read("A: keep", {"verdict": "*", "field": {"a": one}}).fields or {}) == {"a"}


@given(scene("on", places=(LINE_FORM,), kits=(LABELS,)), scene("on", places=(TAG,), kits=(INTEGER,)))
def test_two_fields_in_one_reply(built: Scene, other: Scene) -> None:
    contract = {
        "verdict": "*",
        "field": {"a": built.contract | {"recover": []}, "b": other.contract | {"recover": []}},
    }
    first = next_line(built.text)
    reading = oyez.read(first + other.text, contract)
    assert reading.status == "read"
    assert reading.verdict == {"a": built.written[0].verdict, "b": other.written[0].verdict}
    start, end = other.spans[0]
    assert (reading.start, reading.end) == (built.spans[0][0], len(first) + end)
    assert start < end


def two_fields(policy: str, **more: Any) -> dict[str, Any]:
    fields = {
        name: {"form": {"json": name, "around": "prose", "object": policy}, "scale": RATE, "recover": []}
        for name in ("a", "b")
    }
    return {"field": fields, **more}


@pytest.mark.parametrize(
    ("contract", "text", "status", "verdict"),
    [
        (two_fields("last", verdict="*"), '{"a": 1, "b": 2}\n{"a": 3}', "absent", None),
        (two_fields("last", verdict="*"), '{"a": 3}\n{"a": 1, "b": 2}', "read", {"a": 1, "b": 2}),
        (two_fields("first", verdict="*"), '{"a": 3}\n{"a": 1, "b": 2}', "absent", None),
        (two_fields("first", verdict="*"), '{"a": 1, "b": 2}\n{"a": 3}', "read", {"a": 1, "b": 2}),
        (two_fields("last", verdict="a", all_fields=True), '{"a": 1, "b": 2}\n{"a": 3}', "absent", None),
        (two_fields("last", verdict="a"), '{"a": 1, "b": 2}\n{"a": 3}', "read", 3),
        (two_fields("last", verdict="a"), '{"a": 1, "b": 2}\n{"b": 3}', "read", 1),
        (two_fields("last", verdict="*"), '{"c": 1}\n{"a": 1, "b": 2}\n{"c": 3}', "read", {"a": 1, "b": 2}),
    ],
)
def test_no_field_is_taken_from_another_object_than_the_one_that_counts(
    contract: dict[str, Any], text: str, status: str, verdict: Any
) -> None:
    check(contract, text, status, verdict)


JSON_FIELDS: dict[str, Any] = {
    "verdict": "a",
    "field": {"a": {"form": {"json": "a"}, "scale": KEEP}, "b": {"form": {"json": "b.c"}, "scale": RATE}},
}


@pytest.mark.parametrize(
    ("text", "a", "b"),
    [
        ('{"a": "keep", "b": {"c": 3}}', "read", "read"),
        ('{"a": "keep", "b": {"c": 9}}', "read", "off_scale"),
        ('{"a": "keep", "b": 3}', "read", "absent"),
        ('{"b": {"c": 3}}', "absent", "absent"),
        ('{"a": "x", "b": {"c": 3}}', "off_scale", "read"),
        ('{"a": "keep", "b": {"c": 3}, "b": {"c": 4}}', "read", "conflict"),
        ('{"a": "keep", "b": {"c": 3', "truncated", "truncated"),
    ],
)
def test_fields_of_one_object(text: str, a: str, b: str) -> None:
    fields = oyez.read(text, JSON_FIELDS).fields or {}
    assert [fields["a"].status, fields["b"].status] == [a, b]


SHEET: dict[str, Any] = {"form": {"lines": ["Plot", "Pace", "Style"]}, "scale": RATE, "recover": "safe"}
FULL = "Plot: 1\nPace: 2\nStyle: 3"


@pytest.mark.parametrize(
    ("more", "text", "status", "verdict", "codes"),
    [
        ({}, FULL, "read", {"Plot": 1, "Pace": 2, "Style": 3}, []),
        ({}, "style: 3\nPLOT: 1\nx\nPace: 2", "read", {"Plot": 1, "Pace": 2, "Style": 3}, []),
        ({}, "Plot: 1\nPace: 2", "absent", None, ["missing_item"]),
        ({"partial": True}, "Plot: 1", "read", {"Plot": 1}, []),
        ({"partial": True}, "so", "absent", None, []),
        ({"at_least": 2}, "Plot: 1\nPace: 2", "read", {"Plot": 1, "Pace": 2}, []),
        ({"at_least": 2}, "Plot: 1", "absent", None, ["missing_item"]),
        ({"at_least": 1}, "Plot: 1\nPace: 9", "off_scale", None, ["out_of_range"]),
        ({"at_least": 1}, "Plot: 1\nPace: 2\nPace: 3", "conflict", None, ["competing"]),
        ({"at_least": 1}, "Plot: 1\nPace:", "read", {"Plot": 1}, []),
        (
            {"instructions": "Plot: 1", "partial": True},
            "Plot: 1\nPace: 2",
            "read",
            {"Plot": 1, "Pace": 2},
            [],
        ),
        (
            {"instructions": FULL},
            f"{FULL}\n\nPlot: 4\nPace: 2\nStyle: 3",
            "read",
            {"Plot": 4, "Pace": 2, "Style": 3},
            ["prompt_echo"],
        ),
        ({}, f"{FULL}\nPlot: 1", "read", {"Plot": 1, "Pace": 2, "Style": 3}, []),
        ({}, f"{FULL}\nPlot: 2", "conflict", None, []),
        ({}, f"{FULL}\nPlot: 9", "off_scale", None, []),
        ({}, f"{FULL}\nPlot: 2\nPace: 9", "off_scale", None, []),
        ({}, f"{FULL}\nPlots: 9", "read", {"Plot": 1, "Pace": 2, "Style": 3}, []),
        ({}, "Plot:\nPace:\nStyle:\nx", "malformed", None, ["empty_value"]),
        ({"repeats": "last"}, f"{FULL}\nPlot: 5", "read", {"Plot": 5, "Pace": 2, "Style": 3}, []),
        ({}, "Plot: 1/5\nPace: 2\nStyle: 3", "recovered", {"Plot": 1, "Pace": 2, "Style": 3}, []),
    ],
)
def test_score_sheets(more: dict[str, Any], text: str, status: str, verdict: Any, codes: list[str]) -> None:
    made = oyez.contract({**SHEET, **more})
    reading = oyez.read(text, made)
    assert reading.status == status, reading
    assert reading.verdict == verdict
    assert set(codes) <= {one.code for one in reading.problems}


def test_the_span_of_a_sheet_is_the_smallest_that_holds_its_values() -> None:
    reading = oyez.read(f"x\n{FULL}\ny", SHEET)
    assert reading.evidence == "1\nPace: 2\nStyle: 3"


@given(scene("on", "off", places=(LINE_FORM,), kits=CLOSED))
def test_fields_that_share_a_label_are_settled_alike(built: Scene) -> None:
    field = built.contract | {"recover": []}
    reading = oyez.read(built.text, {"verdict": "a", "field": {"a": field, "b": field}})
    fields = reading.fields or {}
    assert fields["a"] == fields["b"]
    assert fields["a"].status == built.read(recover=[]).status


def test_ids_are_compared_as_strings() -> None:
    contract = oyez.contract(
        {"form": {"json_items": "v", "id": "n", "value": "keep"}, "scale": {"boolean": True}, "recover": []}
    )
    text = '{"v": [{"n": 1, "keep": true}, {"n": "2", "keep": false}]}'
    ids: Any = [1, "2"]
    assert oyez.read(oyez.Reply(text=text, ids=ids), contract).verdict == {"1": True, "2": False}


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("Plot: 1\nPace: 2\nPlot:", "truncated"),
        ("Plot: 1\nPace:", "truncated"),
        ("Plot: 1\nPace: 2", "truncated"),
        ("Plot: 1\nPace: 2\n", "read"),
        ("Plot: 1\nPace: 2\nSt", "read"),
    ],
)
def test_a_sheet_that_was_cut_in_a_line_is_truncated(text: str, status: str) -> None:
    made = oyez.contract({**SHEET, "at_least": 1})
    assert oyez.read(oyez.Reply(text=text, stop="length"), made).status == status


SHEETS_OF_NUMBERS: dict[str, Any] = {"form": {"lines": ["1", "1.1"]}, "scale": RATE, "recover": "safe"}


@pytest.mark.parametrize(
    ("text", "status", "verdict"),
    [
        ("1: 3\n1.1: 4", "read", {"1": 3, "1.1": 4}),
        ("1.1: 4", "absent", None),
        ("2.1: 4\n1.1: 3", "absent", None),
        ("- 1: 3\n- 1.1: 4", "recovered", {"1": 3, "1.1": 4}),
    ],
)
def test_one_line_of_a_sheet_never_serves_two_names(text: str, status: str, verdict: Any) -> None:
    rule = "decorated-label" if status == "recovered" else None
    check(SHEETS_OF_NUMBERS, text, status, verdict, rule=rule)


def test_a_line_that_begins_with_another_label_is_no_decorated_one() -> None:
    sheet = {"form": {"lines": ["Plot", "1. Plot"]}, "scale": RATE, "recover": "safe"}
    check(sheet, "Plot: 3\n1. Plot: 4", "read", {"Plot": 3, "1. Plot": 4})


ITEMS_OF: dict[str, Any] = {"scale": RATE, "recover": [], "ids": ["1"]}


@pytest.mark.parametrize(
    ("policy", "text", "status", "verdict"),
    [
        ("last", '{"v": [{"i": 1, "k": 2}]}\nno:\n{"v": []}', "absent", None),
        ("last", '{"v": [{"i": 1, "k": 2}]}\nno:\n{"v": [{"i": 1}]}', "absent", None),
        ("last", '{"v": []}\nno:\n{"v": [{"i": 1, "k": 2}]}', "read", {"1": 2}),
        ("last", '{"v": [{"i": 1}]}\nno:\n{"v": [{"i": 1, "k": 2}]}', "read", {"1": 2}),
        ("first", '{"v": []}\nno:\n{"v": [{"i": 1, "k": 2}]}', "absent", None),
        ("first", '{"v": [{"i": 1, "k": 2}]}\nno:\n{"v": []}', "read", {"1": 2}),
    ],
)
def test_items_never_fall_back_to_another_object(policy: str, text: str, status: str, verdict: Any) -> None:
    form = {"json_items": "v", "id": "i", "value": "k", "around": "prose", "object": policy}
    check({**ITEMS_OF, "form": form}, text, status, verdict)
    check({**ITEMS_OF, "form": form, "partial": True}, text, status, verdict)


def test_a_gap_of_an_object_that_does_not_count_is_no_matter() -> None:
    form = {"json_items": "v", "id": "i", "value": "k", "around": "prose", "object": "last"}
    text = '{"v": [{"i": 2}]}\nno:\n{"v": [{"i": 1, "k": 2}]}'
    check({"form": form, "scale": RATE, "recover": []}, text, "read", {"1": 2})


def test_an_id_key_that_stands_twice_is_a_conflict_with_or_without_a_value() -> None:
    form = {"json_items": "v", "id": "i", "value": "k"}
    for last in ('{"i": "1", "i": 2}', '{"i": "1", "i": 2, "k": 3}'):
        check({**ITEMS_OF, "form": form}, f'{{"v": [{{"i": 1, "k": 3}}, {last}]}}', "conflict", None)
