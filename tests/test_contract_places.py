"""Where the keys of a contract file stand, whatever TOML and JSON allow around them."""

from __future__ import annotations

import json
import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oyez.contract.locate import json_places, toml_places
from oyez.text.json_node import Node
from oyez.text.json_scan import scan

HARD = '''\
name = "x" # bad = 1
about = """
recovr = 3
[section]
"quoted" \\""" still ""\"""
source = \'\'\'
[[example]] # no
\'\'\'\'\'
form = [
  { line = "V, bad = 1", bad = 2 }, # bad = 3
  { line = 'W', until = "next" },
]
field."a.b".scale = { labels = ["A", "]"], alias = { "x\\ty" = "A" } }
"tab\\tkey" = 1979-05-27 07:32:00

[ field . c ]
bad = 1 # comment
[field."d.e"]
form = { bad = 1 }

[[example]]
reply = "a"
[[ example ]]
reply = "b"
  [example.want]
  bad = [1, [2, {deep = 3}]]
'''

TOML = [
    (("name",), (1, 1)),
    (("about",), (2, 1)),
    (("source",), (6, 1)),
    (("form",), (9, 1)),
    (("form", 0), (10, 3)),
    (("form", 0, "bad"), (10, 26)),
    (("form", 1, "until"), (11, 17)),
    (("form", 1, "bad"), (11, 3)),
    (("field", "a.b", "scale"), (13, 13)),
    (("field", "a.b", "scale", "alias", "x\ty"), (13, 54)),
    (("field", "a.b", "scale", "labels", 1), (13, 38)),
    (("tab\tkey",), (14, 1)),
    (("field", "c"), (16, 11)),
    (("field", "c", "bad"), (17, 1)),
    (("field", "d.e", "form", "bad"), (19, 10)),
    (("example", 0, "reply"), (22, 1)),
    (("example", 1), (23, 4)),
    (("example", 1, "reply"), (24, 1)),
    (("example", 1, "want", "bad", 1, 1, "deep"), (26, 18)),
    (("recovr",), None),
    ((), None),
]


@pytest.mark.parametrize(("path", "place"), TOML, ids=[".".join(map(str, path)) for path, _ in TOML])
def test_places_in_toml(path: tuple[str | int, ...], place: tuple[int, int] | None) -> None:
    tomllib.loads(HARD)
    assert toml_places(HARD).of(path) == place


def test_the_longest_string_does_not_matter() -> None:
    text = 'a = """' + '\\"' * 200_000 + '"""\nb = 1\n'
    assert toml_places(text).of(("b",)) == (2, 1)


def every_path(tree: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    inner: list[tuple[str | int, Any]] = []
    if isinstance(tree, dict):
        inner = list(tree.items())
    elif isinstance(tree, list):
        inner = list(enumerate(tree))
    return [path, *(found for key, value in inner for found in every_path(value, (*path, key)))]


WORDS = st.text(st.sampled_from("ab\"'\\#[]{}=,.\t é"), max_size=5)
VALUES = st.recursive(
    WORDS | st.integers(0, 9) | st.booleans(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=8,
)


def toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(key)} = {toml(held)}" for key, held in value.items()) + " }"
    if isinstance(value, list):
        return "[ # comment [\n" + "".join(f"  {toml(held)},\n" for held in value) + "]"
    if isinstance(value, str) and "'" not in value and len(value) % 2:
        return f"'''{value}'''"
    return json.dumps(value, ensure_ascii=False)


@given(st.dictionaries(WORDS, VALUES, max_size=4), st.dictionaries(WORDS, VALUES, max_size=3))
def test_every_key_of_any_toml_is_found(top: dict[str, Any], table: dict[str, Any]) -> None:
    text = "".join(f"{json.dumps(key)} = {toml(held)}\n" for key, held in top.items())
    for number in range(2):
        text += f'[[ "the table" . x ]] # {number}\n'
        text += "".join(f"{json.dumps(key)} = {toml(held)}\n" for key, held in table.items())
    tree = tomllib.loads(text)
    places = toml_places(text)
    lines = text.split("\n")
    found = [path for path in every_path(tree) if path]
    assert sorted(map(repr, places._keys)) == sorted(map(repr, found))
    for path in found:
        place = places.of(path)
        assert place is not None
        if isinstance(path[-1], str) and path[-1] not in ("x", "the table"):
            assert lines[place[0] - 1].startswith(json.dumps(path[-1]), place[1] - 1)


@given(VALUES)
def test_every_key_of_any_json_is_found(value: Any) -> None:
    text = json.dumps({"top": value}, indent=1, ensure_ascii=False)
    root = scan(text, 0)
    assert isinstance(root, Node)
    lines = text.split("\n")
    for path in every_path({"top": value}):
        if path and isinstance(path[-1], str):
            place = json_places(text, root).of(path)
            assert place is not None
            assert lines[place[0] - 1].startswith(
                json.dumps(path[-1], ensure_ascii=False) + ":", place[1] - 1
            )
