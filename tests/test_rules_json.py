"""The JSON forms (READING §4): which objects count, broken ones, keys given twice, depth."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from replies.forms import OBJECT, PROSE_OBJECT
from replies.scenes import Scene, scene
from replies.table import check, json_key

import oyez

STRICT = json_key(recover=[])
PROSE = json_key(form={"around": "prose"}, recover=[])
DEEP = json_key(key="a.b", recover=[])


def nested(depth: int) -> str:
    """An object nested so deep, itself included, with the mark at its end."""
    return '{"x": ' + "[" * (depth - 1) + "]" * (depth - 1) + ', "mark": 3}'


@pytest.mark.parametrize(
    ("text", "status", "verdict"),
    [
        ('{"mark": 3}', "read", 3),
        ('\u3000\n{ "mark"\t:\n3 }\x0b', "read", 3),
        ('{"a": {"mark": 5}, "mark": 3}', "read", 3),
        ('{"why": "{\\"mark\\": 5}", "mark": 3}', "read", 3),
        ('{"why": "5\\" wide }", "mark": 3}', "read", 3),
        ('{"MARK": 3}', "absent", None),
        ('{"a": {"mark": 5}}', "absent", None),
        ('{"m\\u0061rk": 3}', "read", 3),
        ('So: {"mark": 3}', "absent", None),
        ('So:\n{"mark": 3}', "absent", None),
        ('{"mark": 3}\nDone.', "absent", None),
        ('{"mark": 3} {"mark": 3}', "absent", None),
        ("3", "absent", None),
        ('"mark"', "absent", None),
        ("true", "absent", None),
        ("[3]", "off_scale", None),
        ('[{"mark": 3}]', "off_scale", None),
        (" null\n", "off_scale", None),
        ("[3", "absent", None),
        ("null and void", "absent", None),
        ("{}", "absent", None),
        ("{", "truncated", None),
        ('{"mark": 3', "truncated", None),
        ('{"mark": 3,', "truncated", None),
        ('{"mark": 3, "why": "x', "truncated", None),
        ('{"mark": 3, "why": "x\\', "truncated", None),
        ('{"mark": -', "truncated", None),
        ('{"mark": tru', "truncated", None),
        ('{"mark": 3]', "malformed", None),
        ('{"mark" 3}', "malformed", None),
        ("{mark: 3}", "malformed", None),
        ('{"mark": 3}}', "absent", None),
        ('{"mark": 3,}', "malformed", None),
        ('{"mark": 3, "why": "x\ny"}', "malformed", None),
        ('{"mark": 3, "why": "\\d"}', "malformed", None),
        ('{"mark": 03}', "malformed", None),
        ('{"mark": 3.}', "malformed", None),
        ('{"mark": +3}', "malformed", None),
        ('{"mark": .5}', "malformed", None),
        ('{"mark": True}', "malformed", None),
        ("{'mark': 3}", "malformed", None),
        ('{"mark": 3 // x\n}', "malformed", None),
        ('{"mark": 3}\n{"mark": 4, }', "malformed", None),
        ('{"x": 1}\n{ the set', "malformed", None),
        ('{"mark":\u00a03}', "malformed", None),
    ],
)
def test_one_object(text: str, status: str, verdict: int | None) -> None:
    check(STRICT, text, status, verdict)


@pytest.mark.parametrize(
    ("text", "status", "verdict"),
    [
        ('So:\n{"mark": 3}\nDone.', "read", 3),
        ('So {"mark": 3}', "read", 3),
        ('So {"mark": 3} it is', "absent", None),
        ('So:\n```json\n{"mark": 3}\n```', "read", 3),
        ('```\n{"mark": 3}\n```\n{"mark": 4}', "read", 4),
        ('```\n{"mark": 3}\n```\n```\n{"mark": 4}\n```', "conflict", None),
        ('```\n{"mark": 3}\n```\n```\n{"x": 4}\n```', "read", 3),
        ('> {"mark": 3}', "absent", None),
        ('{"mark": 3}\n{"mark": 3, "y": 1}', "read", 3),
        ('{"mark": 3}\n{"mark": 4}', "conflict", None),
        ('{"mark": 3}\n{"x": 4}', "read", 3),
        ('{"mark": 3}\n{"mark": 40}', "off_scale", None),
        ('{"mark": 3}\n{"mark": "1-5"}', "read", 3),
        ('{"mark": "1-5"}', "off_scale", None),
        ('{"mark": 3}\nno, {"mark": 4}', "conflict", None),
        ('{x, y}\n{"mark": 3}', "malformed", None),
        ('the set {x, y}\n{"mark": 3}', "read", 3),
        ('a 5" screen {\n{"mark": 3}', "read", 3),
        ('{"mark": 3}\n{"mark": ', "truncated", None),
        ('so {"parts": {"mark": 3}', "absent", None),
        ('so {"parts": [{"x": 1}, {"mark": 3}', "absent", None),
        ('so {"parts": {"x": 1}} and {"mark": 3}', "read", 3),
        ('so {x, y} and {"mark": 3}', "read", 3),
    ],
)
def test_objects_in_prose(text: str, status: str, verdict: int | None) -> None:
    check(PROSE, text, status, verdict)


@pytest.mark.parametrize(
    ("policy", "text", "status", "verdict"),
    [
        ("last", '{"mark": 3}\n{"mark": 4}', "read", 4),
        ("first", '{"mark": 3}\n{"mark": 4}', "read", 3),
        ("last", '{"mark": 3}\n{"mark": 40}', "off_scale", None),
        ("first", '{"mark": 3}\n{"mark": 40}', "read", 3),
        ("last", '{"mark": 3}\n{"x": 4}', "read", 3),
        ("last", '{"mark": 3}\n{"mark": 4', "truncated", None),
        ("first", '{"mark": 3}\n{"mark" 4}', "malformed", None),
        ("last", '{"mark": 3}\n{"mark": "1-5"}', "read", 3),
        ("last", '{"mark": 3}\nso {"mark": 4}', "read", 4),
        ("last", '{"mark": 3, "mark": 4}', "conflict", None),
    ],
)
def test_which_of_several_objects_counts(policy: str, text: str, status: str, verdict: int | None) -> None:
    check(json_key(form={"around": "prose", "object": policy}, recover=[]), text, status, verdict)


@pytest.mark.parametrize(
    ("text", "status", "verdict"),
    [
        ('{"a": {"b": 3}}', "read", 3),
        ('{"a.b": 3}', "absent", None),
        ('{"a": [{"b": 3}]}', "absent", None),
        ('{"a": 3}', "absent", None),
        ('{"b": 3}', "absent", None),
        ('{"a": {"b": 3}, "a": {"b": 3}}', "read", 3),
        ('{"a": {"b": 3}, "a": {"b": 4}}', "conflict", None),
        ('{"a": {"b": 3, "b": 4}}', "conflict", None),
        ('{"a": {"b": 3}, "a": {"c": 4}}', "conflict", None),
        ('{"a": {"c": 4}, "a": {"b": 3}}', "conflict", None),
    ],
)
def test_paths(text: str, status: str, verdict: int | None) -> None:
    check(DEEP, text, status, verdict)


@pytest.mark.parametrize(
    ("text", "status", "codes"),
    [
        ('{"mark": 3, "mark": 4}', "conflict", ["duplicate_key"]),
        ('{"mark": 3, "mark": 3}', "read", ["duplicate_key"]),
        ('{"mark": 3, "mark": 3.0}', "read", []),
        ('{"mark": 3, "mark": "3"}', "conflict", []),
        ('{"mark": 1, "mark": true}', "conflict", []),
        ('{"mark": 3, "m\\u0061rk": 4}', "conflict", []),
        ('{"x": 1, "x": 2, "mark": 3}', "read", ["duplicate_key"]),
        ('{"mark": 30, "mark": 40}', "conflict", []),
        ('{"x": {"mark": 1, "mark": 2}, "mark": 3}', "read", []),
    ],
)
def test_keys_given_twice(text: str, status: str, codes: list[str]) -> None:
    reading = check(STRICT, text, status, 3 if status == "read" and '"mark": 3' in text else None, *codes)
    assert reading.ok == (status == "read")


def test_a_value_with_a_key_given_twice_inside_is_no_value() -> None:
    check(json_key("json", recover=[]), '{"mark": {"a": 1, "a": 2}}', "conflict")
    check(json_key("json", recover=[]), '{"mark": {"a": 1, "a": 1}}', "read", {"a": 1})
    check(json_key("json", recover=[]), '{"mark": [{"a": 1}, {"a": 2}]}', "read", [{"a": 1}, {"a": 2}])


PAIRS = [("1", "true"), ("0", "false"), ("[1]", "[true]"), ('{"a": 0}', '{"a": false}')]


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_true_is_never_one(one: str, other: str) -> None:
    contract = json_key("json", form={"around": "prose"}, recover=[])
    check(contract, f'{{"mark": {one}}}\n{{"mark": {other}}}', "conflict")
    check(contract, f'{{"mark": {one}}}\n{{"mark": {one}}}', "read")
    check(contract, f'{{"mark": {one}, "mark": {other}}}', "conflict")


@pytest.mark.parametrize(
    ("depth", "status"), [(2, "read"), (500, "read"), (501, "malformed"), (5000, "malformed")]
)
def test_nesting_deeper_than_five_hundred_is_broken(depth: int, status: str) -> None:
    codes = [] if status == "read" else ["too_deep"]
    check(STRICT, nested(depth), status, 3 if status == "read" else None, *codes)


def test_the_span_is_the_token_of_the_value() -> None:
    for token, verdict in ((" 3", 3), ("5", 5)):
        text = '{"x": [3, "mark"],\n"mark":' + token + "}"
        check(STRICT, text, "read", verdict, at=token.strip())
    check(json_key({"labels": ["é", "f"]}, recover=[]), '{"mark": "\\u00e9"}', "read", "é", at='"\\u00e9"')


ITEMS: dict[str, Any] = {
    "form": {"json_items": "r", "id": "n", "value": "ok"},
    "scale": {"labels": ["y", "n"]},
    "recover": [],
}
YES_NO = '{"r": [{"n": 1, "ok": "y"}, {"n": "2", "ok": "n"}]}'


@pytest.mark.parametrize(
    ("more", "text", "status", "verdict", "codes"),
    [
        ({}, YES_NO, "read", {"1": "y", "2": "n"}, []),
        ({"ids": [2, "1"]}, YES_NO, "read", {"1": "y", "2": "n"}, []),
        ({"ids": [1]}, YES_NO, "off_scale", None, ["unknown_id"]),
        ({"ids": [1, 3]}, YES_NO, "off_scale", None, ["unknown_id"]),
        ({"ids": [1, 2, 3]}, YES_NO, "absent", None, ["missing_item"]),
        ({"ids": [1, 2, 3], "partial": True}, YES_NO, "read", {"1": "y", "2": "n"}, []),
        ({"ids": [1, 2, 3], "at_least": 2}, YES_NO, "read", {"1": "y", "2": "n"}, []),
        ({"ids": [1, 2, 3], "at_least": 3}, YES_NO, "absent", None, ["missing_item"]),
        ({}, '{"r": []}', "absent", None, []),
        ({}, '{"r": {}}', "off_scale", None, ["wrong_type"]),
        ({}, '{"r": null}', "off_scale", None, ["wrong_type"]),
        ({}, '{"r": [3]}', "off_scale", None, ["wrong_type"]),
        ({}, '{"r": [{"ok": "y"}]}', "off_scale", None, ["unknown_id"]),
        ({}, '{"r": [{"n": true, "ok": "y"}]}', "off_scale", None, ["unknown_id"]),
        ({}, '{"r": [{"n": 1, "ok": "y"}, {"n": 1, "ok": "y"}]}', "read", {"1": "y"}, []),
        ({}, '{"r": [{"n": 1, "ok": "y"}, {"n": "1", "ok": "n"}]}', "conflict", None, []),
        ({}, '{"r": [{"n": 1, "ok": "y", "ok": "n"}]}', "conflict", None, []),
        ({}, '{"r": [{"n": 1, "n": 2, "ok": "y"}]}', "conflict", None, []),
        ({}, '{"r": [{"n": 1, "ok": "m"}]}', "off_scale", None, ["not_in_vocabulary"]),
        ({}, '{"r": [{"n": 1, "ok": "y/n"}]}', "off_scale", None, ["placeholder"]),
        ({}, '{"r": [], "r": [{"n": 1, "ok": "y"}]}', "conflict", None, ["duplicate_key"]),
        ({}, '{"r": [{"n": 1, "ok": "y"}', "truncated", None, []),
        ({"scale": "json"}, '{"r": [{"n": 1, "ok": {"a": 1, "a": 2}}]}', "conflict", None, ["duplicate_key"]),
    ],
)
def test_items(more: dict[str, Any], text: str, status: str, verdict: Any, codes: list[str]) -> None:
    check({**ITEMS, **more}, text, status, verdict, *codes)


@pytest.mark.parametrize("more", [{"recover": "safe"}, {"form": {**ITEMS["form"], "around": "prose"}}])
@pytest.mark.parametrize(
    ("first", "second", "status"),
    [
        ('{"n": 1, "ok": "y"}', '{"n": 2, "ok": "n"}', "conflict"),
        ('{"n": 1, "ok": "y"}', '{"n": 1, "ok": "y"}, {"n": 2, "ok": "n"}', "conflict"),
        ('{"n": 1, "ok": "y"}', '{"n": 1, "ok": "y"}', "either"),
        ('{"n": 1, "ok": "y"}', '{"n": 2, "ok": "m"}', "off_scale"),
        ('{"n": 1, "ok": "y"}', '{"n": 2}', "absent"),
    ],
)
def test_items_of_two_objects_never_make_one_verdict(
    more: dict[str, Any], first: str, second: str, status: str
) -> None:
    read = "recovered" if "recover" in more else "read"
    reading = oyez.read(f'{{"r": [{first}]}}\n{{"r": [{second}]}}', oyez.contract({**ITEMS, **more}))
    assert reading.status == (read if status == "either" else status)
    assert reading.verdict == ({"1": "y"} if status == "either" else None)
    if status == "conflict":
        assert "competing" in {one.code for one in reading.problems}


@pytest.mark.parametrize(
    "around", ["{}", "```\n{}\n```", "So:\n```\n{}\n```", "So {}", "So:\n{}\nThat is all."]
)
def test_no_recovery_drops_an_item_without_a_value(around: str) -> None:
    text = around.replace("{}", '{"r": [{"n": 1, "ok": "y"}, {"n": 2}]}')
    for recover in ("safe", ["fenced-reply", "fenced-object", "embedded-object", "trailing-object"]):
        check({**ITEMS, "recover": recover}, text, "absent")


def test_with_ids_each_object_must_hold_all_of_them() -> None:
    text = '{"r": [{"n": 1, "ok": "y"}]}\n{"r": [{"n": 2, "ok": "n"}]}'
    check({**ITEMS, "recover": "safe", "ids": [1, 2]}, text, "absent", None, "missing_item")


def test_ids_may_come_with_the_reply_unless_the_contract_has_its_own() -> None:
    check(ITEMS, YES_NO, "absent", ids=("1", "2", "7"))
    check({**ITEMS, "ids": ["1", "2"]}, YES_NO, "read", ids=("1", "2", "7"))


def test_the_span_of_items_holds_all_their_values() -> None:
    reading = check(ITEMS, YES_NO, "read")
    assert reading.evidence == YES_NO[YES_NO.index('"y"') : YES_NO.index('"n"}') + 3]


@given(scene("on", places=(OBJECT, PROSE_OBJECT)), st.data())
def test_an_object_cut_before_its_end_gives_no_verdict(built: Scene, data: st.DataObject) -> None:
    end = built.text.rindex("}") if built.place is OBJECT else built.spans[0][1]
    place = data.draw(st.integers(built.text.index("{"), end))
    text = built.text[:place]
    assert not oyez.read(
        text, {**built.contract, "recover": ["safe", "embedded-object"]}
    ).ok or text.endswith("}")


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)


@given(
    VALUES,
    st.dictionaries(st.text(max_size=5), VALUES, max_size=3),
    st.booleans(),
    st.sampled_from([None, 1, "\t"]),
)
def test_any_json_value_comes_back_as_it_is(
    value: Any, others: dict[str, Any], ascii_only: bool, indent: Any
) -> None:
    text = json.dumps({**others, "mark": value}, ensure_ascii=ascii_only, indent=indent)
    try:
        text.encode()
    except UnicodeEncodeError:
        return
    if value is not None and not isinstance(value, bool) and repr(value) in ("inf", "-inf"):
        return
    reading = oyez.read(text, json_key("json", recover=[]))
    assert reading.status == "read"
    assert json.dumps(reading.verdict) == json.dumps(value)
    assert json.loads(reading.evidence or "") == value
