"""The scanners beneath the forms, compared with others: markdown-it-py, the standard library's json, Unicode itself."""

from __future__ import annotations

import json
import re
import sys
from json.decoder import scanstring  # type: ignore[attr-defined]  # public in the source, not in typeshed
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from oyez.text import json_scan, lines, mask, quoted, space, thinking
from oyez.text.json_node import Fault

COMMON = MarkdownIt("commonmark").disable(["list", "html_block", "reference", "lheading", "code"])
SAFE_LINE = st.sampled_from(["a", "b c", "", "x `y` z", "1 > 0", "# head", "~~ x", "``", "***", "a ``` b"])
FENCE_LINE = st.builds(
    lambda indent, char, size, info: " " * indent + char * size + info,
    st.integers(0, 3),
    st.sampled_from("`~"),
    st.integers(3, 6),
    st.sampled_from(["", "", "", "json", " text ", "  ", "\t", "a b", "x~y"]),
)
QUOTE_LINE = st.builds(
    lambda indent, rest: " " * indent + ">" + rest, st.integers(0, 3), st.sampled_from(["", " x", "> y"])
)
PAGE = st.lists(st.one_of(SAFE_LINE, SAFE_LINE, FENCE_LINE, QUOTE_LINE), max_size=12)


def set_aside(text: str) -> set[int]:
    """The numbers of the lines that the library sets aside."""
    _, spans = quoted.fences_and_quotes(text)
    starts = [line.start for line in lines.lines(text)]
    return {
        number
        for number, start in enumerate(starts)
        if any(one <= start < end or one == start for one, end in spans)
    }


def by_markdown(page: list[str]) -> set[int]:
    """The same by markdown-it-py: lines of closed fences and of block quotes."""
    text = "\n".join(page)
    found: set[int] = set()
    for token in COMMON.parse(text):
        if token.map is None or token.type not in ("fence", "blockquote_open") or token.level:
            continue
        first, last = token.map
        if token.type == "fence" and not _closed(page, first, last, token.markup):
            continue
        found |= set(range(first, last))
    return found


def _closed(page: list[str], first: int, last: int, markup: str) -> bool:
    final = page[last - 1].strip(" \t")
    return last - 1 > first and set(final) == {markup[0]} and len(final) >= len(markup)


def agree_by_rule(page: list[str]) -> bool:
    """Whether the two must agree: every fence is closed, and a line that is not blank never follows a quoted one."""
    text = "\n".join(page)
    for token in COMMON.parse(text):
        if (
            token.type == "fence"
            and token.map
            and not _closed(page, token.map[0], token.map[1], token.markup)
        ):
            return False
    lazy = (
        page[number].lstrip(" ").startswith(">")
        and following.strip()
        and not following.lstrip(" ").startswith(">")
        for number, following in enumerate(page[1:])
    )
    return not any(lazy)


@given(PAGE)
def test_fences_and_quotes_are_those_of_commonmark_where_both_must_agree(page: list[str]) -> None:
    if agree_by_rule(page):
        assert set_aside("\n".join(page)) == by_markdown(page)


@given(PAGE)
def test_line_ends_do_not_matter_for_fences_and_quotes(page: list[str]) -> None:
    assert set_aside("\n".join(page)) == set_aside("\r\n".join(page))


@given(PAGE, st.sampled_from(["\n", "\r\n"]))
def test_what_is_set_aside_is_blanked_and_nothing_moves(page: list[str], end: str) -> None:
    text = end.join(page)
    _, spans = quoted.fences_and_quotes(text)
    blanked = mask.blank(text, spans)
    assert len(blanked) == len(text)
    for place, (one, other) in enumerate(zip(text, blanked, strict=True)):
        inside = any(start <= place < stop for start, stop in spans)
        assert other == (" " if inside and one not in "\r\n" else one)
    assert mask.only(text, spans) == "".join(
        one if one in "\r\n" or any(start <= place < stop for start, stop in spans) else " "
        for place, one in enumerate(text)
    )


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


def test_space_is_every_character_of_unicode_that_is_space_but_line_ends() -> None:
    every = {chr(point) for point in range(sys.maxunicode + 1)}
    assert set(space.SPACE) == {char for char in every if char.isspace()} - {"\r", "\n"}
    assert all(re.fullmatch(space.SPACES, char) for char in space.SPACE)
    assert not any(re.fullmatch(space.SPACES, char) for char in "\r\n\u200b\ufeff\x00a")


@given(
    st.text(st.sampled_from("ab \r\n\u2028\x85\x0b"), max_size=20).map(lambda t: re.sub("\r(?!\n)", "", t))
)
def test_lines_end_at_line_feeds_only(text: str) -> None:
    found = list(lines.lines(text))
    assert "".join(text[one.start : one.next] for one in found) == text
    assert [text[one.start : one.end] for one in found] == [
        each.removesuffix("\r") if number + 1 < len(text.split("\n")) else each
        for number, each in enumerate(text.split("\n"))
        if each or number + 1 < len(text.split("\n"))
    ]
    assert all(one.ended == (text[one.end : one.next] in ("\n", "\r\n")) for one in found)
    for one in found:
        assert all(lines.line_at(text, place) == one for place in range(one.start, one.next))
    shown = [one for one in found if text[one.start : one.end].strip()]
    assert lines.first_line(text) == (shown[0] if shown else None)
    assert lines.last_line(text) == (shown[-1] if shown else None)


TAGS = st.lists(
    st.sampled_from(["<think>", "</think>", "<THINK>", "x", " ", "\n", "\r\n", "<b>"]), max_size=14
).map("".join)


def by_hand(text: str) -> list[bool]:
    """For each character whether it is set aside, by the words of the page, one tag after another."""
    aside = [False] * len(text)
    depth = opened = 0
    after = -1
    for tag in re.finditer(r"(?i)<(/?)think>", text):
        line = text.rfind("\n", 0, tag.start()) + 1
        if depth:
            depth += -1 if tag[1] else 1
            if depth == 0:
                aside[opened : tag.end()] = [True] * (tag.end() - opened)
        elif tag[1]:
            named = [one for one in re.finditer(r"(?i)<think>", text) if line <= one.start() < tag.start()]
            if any(not aside[one.start()] for one in named):
                continue
            aside[: tag.end()] = [True] * tag.end()
        elif not text[line : tag.start()].strip() or after == tag.start():
            depth, opened = 1, tag.start()
        else:
            continue
        after = tag.end()
    if depth:
        aside[opened:] = [True] * (len(text) - opened)
    return aside


@given(TAGS)
def test_thinking_is_found_as_the_page_says(text: str) -> None:
    found = thinking.thinking(text, ("think",))
    marked = [any(start <= place < end for start, end in found.spans) for place in range(len(text))]
    assert marked == by_hand(text)
    assert list(found.spans) == sorted(found.spans)
