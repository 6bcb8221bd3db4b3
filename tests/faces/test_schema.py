from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import jsonschema  # type: ignore[import-untyped]  # it ships no types
import pytest
from faces_made import expected, one_field, one_object, values_for
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from oyez import Contract, ContractError, Status, contract, contract_names, read
from oyez.contract.layout import written_form
from oyez.core.value import same

CASES: list[Callable[[str], str]] = [str, str.upper, str.lower, str.title, str.casefold, str.swapcase]
SPACES = ["", " ", "\n", "\u00a0", "\u3000", "\x1c"]
ODD: list[Any] = [
    None,
    True,
    False,
    0,
    1,
    2,
    7,
    -1,
    3.5,
    0.5,
    10,
    99,
    "",
    " ",
    "7",
    "true",
    [],
    {},
    [1],
    ["m"],
    {"a": 1},
]


def accepts(schema: dict[str, Any], tree: Any) -> bool:
    return bool(jsonschema.Draft202012Validator(schema).is_valid(tree))


def is_json(terms: Contract) -> bool:
    return all(written_form(field).path is not None for field in terms.fields.values())


OBJECTS = st.one_of(one_field().filter(is_json), one_object())


def spelt_otherwise(data: st.DataObject, value: Any) -> Any:
    """The value, or another in its place, or the same in another spelling, outer space and case."""
    kind = data.draw(st.integers(0, 9))
    if kind == 0:
        return data.draw(st.sampled_from(ODD))
    if isinstance(value, str):
        space = st.sampled_from(SPACES)
        case = data.draw(st.sampled_from(CASES))
        inner = data.draw(st.sampled_from(["", "", "", " ", "\t"])).join(case(value))
        return data.draw(space) + inner + data.draw(space)
    if isinstance(value, list) and value:
        items = [spelt_otherwise(data, each) for each in value]
        return data.draw(st.sampled_from([items, items, items, items[1:], [*items, items[0]], items[::-1]]))
    if isinstance(value, int | float) and not isinstance(value, bool):
        return data.draw(
            st.sampled_from([value, value, -value, value + 1, value + 0.125, value * 10, str(value)])
        )
    return value


def changed(data: st.DataObject, tree: Any) -> Any:
    """An object like this one with values changed, keys left out, and a key that nobody asked for."""
    if not isinstance(tree, dict):
        return spelt_otherwise(data, tree)
    made = {key: changed(data, value) for key, value in tree.items() if data.draw(st.integers(0, 11))}
    return made | ({"more": 1} if data.draw(st.integers(0, 3)) == 0 else {})


def whole_floats(tree: Any) -> bool:
    """Whether a whole number is written with a fraction: the same to JSON Schema, not to a contract."""
    if isinstance(tree, dict):
        return any(map(whole_floats, tree.values()))
    if isinstance(tree, list):
        return any(map(whole_floats, tree))
    return isinstance(tree, float) and tree.is_integer()


def an_object(data: st.DataObject, terms: Contract) -> Any:
    tree = json.loads(terms.write(data.draw(values_for(terms))))
    for _ in range(data.draw(st.integers(0, 2))):
        tree = changed(data, tree)
    return tree


@given(st.data())
def test_a_schema_accepts_exactly_what_is_read(data: st.DataObject) -> None:
    terms = data.draw(OBJECTS)
    tree = an_object(data, terms)
    assume(not whole_floats(tree) and not repeated_ids(tree))
    reading = read(json.dumps(tree, ensure_ascii=data.draw(st.booleans())), terms)
    assert accepts(terms.schema(), tree) is (reading.status is Status.READ), (tree, reading, terms.schema())


def repeated_ids(tree: Any) -> bool:
    """Whether two items have one id: which value counts is more than a schema can say."""
    for path, key in ((["verdicts"], ["index"]), (["out", "list"], ["about", "id"])):
        at = tree
        for step in path:
            at = at.get(step) if isinstance(at, dict) else None
        if isinstance(at, list):
            ids = [reach(item, key) for item in at]
            names = [str(each).strip() for each in ids if isinstance(each, str | int | float)]
            if len(names) > len(set(names)):
                return True
    return False


def reach(tree: Any, path: list[str]) -> Any:
    for step in path:
        tree = tree.get(step) if isinstance(tree, dict) else None
    return tree


@given(st.data())
def test_a_narrow_schema_accepts_only_what_is_read_in_every_field(data: st.DataObject) -> None:
    terms = data.draw(OBJECTS)
    tree = an_object(data, terms)
    assume(not whole_floats(tree))
    if accepts(terms.schema(narrow=True), tree):
        reading = read(json.dumps(tree), terms)
        assert reading.status is Status.READ, (tree, reading)
        assert all(field.status is Status.READ for field in (reading.fields or {}).values())


@given(st.data())
def test_a_narrow_schema_accepts_every_verdict(data: st.DataObject) -> None:
    terms = data.draw(OBJECTS)
    values = data.draw(values_for(terms))
    tree = json.loads(terms.write(values))
    assert accepts(terms.schema(narrow=True), tree), (tree, terms.schema(narrow=True))
    assert same(read(json.dumps(tree), terms).verdict, expected(terms, values))


def json_contracts() -> list[str]:
    return [name for name in contract_names() if is_json(contract(name))]


@pytest.mark.parametrize("name", json_contracts())
@settings(max_examples=20)
@given(data=st.data())
def test_the_catalogue_is_exact(name: str, data: st.DataObject) -> None:
    terms = contract(name)
    tree = an_object(data, terms)
    assume(not whole_floats(tree))
    reading = read(json.dumps(tree), terms)
    assert accepts(terms.schema(), tree) is (reading.status is Status.READ), (tree, reading)


@given(st.data())
def test_items_whose_ids_are_known(data: st.DataObject) -> None:
    form = {"json_items": "v", "id": "i", "value": "k"}
    some: list[dict[str, Any]] = [{}, {"partial": True}, {"at_least": 1}, {"at_least": 2}, {"at_least": 5}]
    more = data.draw(st.sampled_from(some))
    terms = contract({"name": "x", "form": form, "scale": {"boolean": True}, "ids": ["1", "b", "0.5"]} | more)
    item = st.fixed_dictionaries(
        {"i": st.sampled_from(["1", 1, " b", "b", 0.5, "0.5", "c", None])},
        optional={"k": st.sampled_from([True, False, False, True, "true"])},
    )
    items = data.draw(st.lists(item, max_size=4, unique_by=lambda each: str(each["i"]).strip()))
    reading = read(json.dumps({"v": items}), terms)
    assert accepts(terms.schema(), {"v": items}) is (reading.status is Status.READ), (items, reading)


@pytest.mark.parametrize("least", [1, 2, 3, 9])
def test_enough_items(least: int) -> None:
    form = {"json_items": "v", "id": "i", "value": "k"}
    tree = {"name": "x", "form": form, "scale": {"boolean": True}, "ids": ["1", "2", "3"], "at_least": least}
    terms = contract(tree)
    for count in range(4):
        items = [{"i": str(number + 1), "k": True} for number in range(count)]
        assert accepts(terms.schema(), {"v": items}) is read(json.dumps({"v": items}), terms).ok, count


def test_an_optional_field_of_an_object_verdict_may_be_anything() -> None:
    fields = {
        "score": {"form": {"json": "score"}, "scale": {"integer": [0, 9]}},
        "label": {"form": {"json": "label"}, "scale": {"labels": ["a", "b"]}, "optional": True},
    }
    terms = contract({"name": "x", "verdict": "*", "field": fields})
    for tree in (
        {"score": 7},
        {"score": 7, "label": "c"},
        {"score": 7, "label": "a"},
        {"label": "a"},
        {"score": 10},
    ):
        assert accepts(terms.schema(), tree) is read(json.dumps(tree), terms).ok is (tree.get("score") == 7)
    fields["score"]["optional"] = True
    terms = contract({"name": "x", "verdict": "*", "field": fields})
    for tree in ({"score": 7}, {"score": 10, "label": "b"}, {"score": 10}, {"label": "c"}, {}):
        assert accepts(terms.schema(), tree) is read(json.dumps(tree), terms).ok, tree


def test_two_keys_for_one_field() -> None:
    terms = contract(
        {"name": "x", "form": [{"json": "score"}, {"json": "out.of"}], "scale": {"integer": [0, 9]}}
    )
    trees: list[Any] = [
        {"score": 7},
        {"out": {"of": 7}},
        {"score": 7, "out": {"of": 7}},
        {"score": 7, "out": 1},
    ]
    trees += [{"score": 7, "out": {"of": "no"}}, {"score": 10, "out": {"of": 7}}, {"out": {}}, {}]
    for tree in trees:
        assert accepts(terms.schema(), tree) is read(json.dumps(tree), terms).ok, tree


def test_a_narrow_schema_is_closed_and_asks_for_every_field() -> None:
    fields = {
        "score": {"form": {"json": "out.score"}, "scale": {"integer": [0, 9]}},
        "why": {"form": {"json": "out.why"}, "scale": "text"},
    }
    terms = contract({"name": "x", "verdict": "score", "field": fields})
    good = {"out": {"score": 7, "why": "z"}}
    assert accepts(terms.schema(narrow=True), good)
    for tree in ({"out": {"score": 7}}, {"out": good["out"] | {"more": 1}}, good | {"more": 1}):
        assert accepts(terms.schema(), tree)
        assert not accepts(terms.schema(narrow=True), tree)


def test_ranks_that_are_not_each_of_the_first_numbers() -> None:
    scale = {"ranking": ["x", "y"], "items": {"id": "m", "rank": "r"}}
    terms = contract({"name": "x", "form": {"json": "v"}, "scale": scale})
    for ranks in ([1, 2], [2, 1], [1, 1], [2, 2], [0, 1], [1, 3]):
        tree = {"v": [{"m": name, "r": rank} for name, rank in zip("xy", ranks, strict=True)]}
        assert accepts(terms.schema(), tree) is read(json.dumps(tree), terms).ok is (sorted(ranks) == [1, 2])


def test_every_way_to_write_a_letter_in_another_case_is_seen() -> None:
    """The look-alikes of a label, all of Unicode through: the schema takes those that the scale takes."""
    for word in ("k", "s", "ß", "σ", "ς", "İ", "ı", "ǅ", "ᾳ", "é"):
        terms = contract({"name": "x", "form": {"json": "v"}, "scale": {"labels": [word]}})
        validator = jsonschema.Draft202012Validator(terms.schema())
        for code in range(0x20, 0x1FFFF):
            char = chr(code)
            if char.lower() == word.lower() or char.upper() == word.upper():
                read_so = read(json.dumps({"v": char}), terms).status is Status.READ
                assert validator.is_valid({"v": char}) is read_so, (word, char)


def test_what_the_schema_says_of_a_key_given_twice() -> None:
    terms = contract({"name": "x", "form": {"json": "v"}, "scale": {"integer": [0, 9]}})
    assert "given twice" in terms.schema()["$comment"]
    assert read('{"v": 1, "v": 2}', terms).status is Status.CONFLICT


@pytest.mark.parametrize("form", [{"line": "V"}, {"tag": "v"}, {"whole": True}, {"bracket": ["[[", "]]"]}])
def test_a_contract_without_json_has_no_schema(form: Any) -> None:
    terms = contract({"name": "x", "form": form, "scale": {"labels": ["a", "b"]}})
    for narrow in (False, True):
        with pytest.raises(ContractError, match="has no schema: the field verdict is no JSON, it stands"):
            terms.schema(narrow=narrow)


def test_too_many_steps_to_list() -> None:
    scale = {"number": [0.1, 10000], "step": 0.01}
    terms = contract({"name": "x", "form": {"json": "v"}, "scale": scale})
    for face in (terms.schema, terms.grammar):
        with pytest.raises(ContractError, match="has 999991 steps, and no more than 2000 are listed"):
            face()
