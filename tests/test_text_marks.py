"""Fences, quotes, lines, space and thinking tags, compared with markdown-it-py, with Unicode, and with the page."""

from __future__ import annotations

import re
import sys

from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from oyez.text import lines, mask, quoted, space, thinking

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


@settings(max_examples=400)
@given(PAGE)
@example(["> ", "", "a"])
@example([">", "", "a"])
def test_fences_and_quotes_are_those_of_commonmark_where_both_must_agree(page: list[str]) -> None:
    if agree_by_rule(page):
        # A blank line has nothing to set aside: whether a quotation reaches over the one after it says nothing.
        full = {number for number, line in enumerate(page) if line.strip()}
        assert set_aside("\n".join(page)) & full == by_markdown(page) & full


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


def test_space_is_every_character_of_unicode_that_is_space_but_line_ends() -> None:
    every = {chr(point) for point in range(sys.maxunicode + 1)}
    assert set(space.SPACE) == {char for char in every if char.isspace()} - {"\r", "\n"}
    assert all(re.fullmatch(space.SPACES, char) for char in space.SPACE)
    assert not any(re.fullmatch(space.SPACES, char) for char in "\r\n\u200b\ufeff\x00a")


@settings(max_examples=400)
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
        elif all(aside[at] or text[at].isspace() for at in range(line, tag.start())):
            depth, opened = 1, tag.start()
    if depth:
        aside[opened:] = [True] * (len(text) - opened)
    return aside


@settings(max_examples=400)
@given(TAGS)
def test_thinking_is_found_as_the_page_says(text: str) -> None:
    found = thinking.thinking(text, ("think",))
    marked = [any(start <= place < end for start, end in found.spans) for place in range(len(text))]
    assert marked == by_hand(text)
    assert list(found.spans) == sorted(found.spans)
