"""The JSON scanner beneath the forms, compared with the one of the standard library."""

from __future__ import annotations

import json
import re
from json.decoder import scanstring  # type: ignore[attr-defined]  # public in the source, not in typeshed
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oyez.text import json_scan
from oyez.text.json_node import Fault

ATOMS = [
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    '"',
    '"a"',
    '"b"',
    "1",
    "-",
    "0",
    "1.5",
    "e",
    "E+2",
    "true",
    "false",
    "null",
    "NaN",
]
ATOMS += [
    "Infinity",
    "-Infinity",
    " ",
    "\n",
    "\t",
    "\\",
    "\\u0041",
    "\\n",
    "\\ud83d",
    '"\\""',
    "\x01",
    "é",
    "🙂",
    "tru",
    "01",
    "\u00a0",
]
SOUP = st.lists(st.sampled_from(ATOMS), max_size=14).map("".join)
TREES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**20), 10**20)
    | st.floats(allow_nan=True)
    | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=10,
)


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """JSON with one stretch cut out or one atom put in."""
    text = json.dumps(draw(TREES), ensure_ascii=draw(st.booleans()), indent=draw(st.sampled_from([None, 1])))
    place = draw(st.integers(0, len(text)))
    if draw(st.booleans()):
        return text[:place] + text[min(len(text), place + draw(st.integers(1, 3))) :]
    return text[:place] + draw(st.sampled_from(ATOMS)) + text[place:]


def by_json(text: str) -> Any:
    """The value by the standard library, or the error."""
    try:
        return json.JSONDecoder().raw_decode(text)
    except json.JSONDecodeError as fault:
        return fault


GLUED = re.compile(r'[\w."\\+-]')


@given(st.one_of(SOUP, damaged(), TREES.map(json.dumps)))
def test_the_scanner_accepts_refuses_and_measures_as_the_standard_library_does(text: str) -> None:
    start = json_scan.skip_space(text, 0)
    node, other = json_scan.scan(text, start), by_json(text[start:])
    if isinstance(node, Fault):
        bare = isinstance(other, tuple) and not isinstance(other[0], dict | list | str)
        assert not isinstance(other, tuple) or bare or "more" in node.message
        assert node.at <= len(text)
        return
    assert isinstance(other, tuple), (text, other)
    assert repr(node.value.data) == repr(other[0])
    assert node.end - start == other[1]


@given(TREES, st.booleans(), st.sampled_from([None, 0, 3]))
def test_every_value_has_its_place(tree: Any, ascii_only: bool, indent: Any) -> None:
    text = json.dumps({"k": tree, "l": [tree]}, ensure_ascii=ascii_only, indent=indent)
    node = json_scan.scan(text, 0)
    assert not isinstance(node, Fault)
    waiting = [node]
    while waiting:
        one = waiting.pop()
        assert repr(json.loads(text[one.start : one.end])) == repr(one.value.data)
        waiting += [member for _, member in one.members or ()] + list(one.items or ())


@given(TREES, st.data())
def test_json_cut_anywhere_could_still_be_completed(tree: Any, data: st.DataObject) -> None:
    text = json.dumps({"k": tree})
    place = data.draw(st.integers(1, len(text) - 1))
    node = json_scan.scan(text[:place], 0)
    assert isinstance(node, Fault)
    assert node.at_end, (text[:place], node.message)


@pytest.mark.parametrize(
    "text",
    [
        '{"a" 1',
        '{"a": 1 2',
        '{"a": 01',
        "{a",
        "{,",
        '{"a": tru}',
        '{"a": "\\x',
        '{"a": "\x01',
        '{"a": 1}]',
        "[1,]",
        "{'a",
    ],
)
def test_json_broken_in_the_middle_cannot_be_completed(text: str) -> None:
    node = json_scan.scan(text, 0)
    if isinstance(node, Fault):
        assert not node.at_end
    else:
        assert node.end < len(text)


LENIENT = [
    ('{"a": 1,}', {"a": 1}),
    ('{"a": [1, 2,],}', {"a": [1, 2]}),
    ('{"a": "x\ny\tz"}', {"a": "x\ny\tz"}),
    ('{"a": "C:\\dir"}', {"a": "C:\\dir"}),
    ('{"a": "\\u12"}', {"a": "\\u12"}),
    ('{"a": "\\u0041\\\\ \\" \\/"}', {"a": 'A\\ " /'}),
    ('{// c\n"a": /* d */ 1 // e\n}', {"a": 1}),
    ('{"a": "// no"}', {"a": "// no"}),
    ("{}", {}),
    ('{"a": "x\\\ny"}', {"a": "x\\\ny"}),
]
STILL_BROKEN = [
    "{'a': 1}",
    "{a: 1}",
    '{"a": 1,,}',
    "{,}",
    "[,]",
    '{"a": True}',
    '{"a": 01}',
    '{"a" 1}',
    '{"a": 1',
    '{"a": "x}',
]
STILL_BROKEN += [
    '{"a": /* 1}',
    '{"a": # c\n1}',
    '{"a": "one" "two"}',
    '{"a": .5}',
    '{"a": +1}',
    '{"a"= 1}',
    "{/}",
]


@pytest.mark.parametrize(("text", "value"), LENIENT)
def test_what_the_lenient_scan_takes(text: str, value: Any) -> None:
    node = json_scan.scan(text, 0, mild=True)
    assert not isinstance(node, Fault)
    assert node.value.data == value
    assert node.end == len(text)


@pytest.mark.parametrize("text", STILL_BROKEN)
def test_what_the_lenient_scan_leaves_broken(text: str) -> None:
    assert isinstance(json_scan.scan(text, 0, mild=True), Fault)


@given(st.one_of(SOUP, damaged(), TREES.map(json.dumps)))
def test_the_lenient_scan_reads_good_json_the_same(text: str) -> None:
    strict, loose = json_scan.scan(text, 0), json_scan.scan(text, 0, mild=True)
    if not isinstance(strict, Fault):
        assert not isinstance(loose, Fault)
        assert (repr(loose.value.data), loose.end) == (repr(strict.value.data), strict.end)


@given(st.text(st.sampled_from('ab\\"nu0041/\n\t\x00é'), max_size=12))
def test_lenient_strings_keep_what_is_not_an_escape(inner: str) -> None:
    text = f'"{inner}"'
    node = json_scan.scan(text, 0, mild=True)
    if isinstance(node, Fault) or node.end != len(text):
        return
    mended = re.sub(r'\\(?!["\\/bfnrt]|u[0-9a-fA-F]{4})', r"\\\\", re.sub(r"\\\\", "\x07", inner)).replace(
        "\x07", "\\\\"
    )
    assert node.value.data == scanstring(mended + '"', 0, False)[0]
