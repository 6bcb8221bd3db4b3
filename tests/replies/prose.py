"""Text around an answer that says nothing: several scripts, code, odd space, emoji, brackets, both line ends."""

from __future__ import annotations

from hypothesis import strategies as st

PIECES = (
    "The first half is sound; the second needs a source.",
    "Es fehlt die Quelle für den dritten Satz, größer noch: ein Beleg.",
    "それは少し長いですが、要点は合っている。",
    "Доказательство неполное.",
    "النص واضح لكنه قصير",
    "המסקנה סבירה",
    "हाँ, यह ठीक है",
    "x = f(a[i]) + 3*y  # twice",
    "if (n > 0) { return; }",
    "    four spaces, so it is indented code",
    "\ttab first",
    'a 5" screen for 300',
    "one emoji 🙂, one with a tone 👍🏽, one accent e\u0301",
    "no-break\u00a0space,\u3000a wide one,\u2009a thin one",
    "a line separator\u2028inside, a next-line\x85too",
    "vertical\x0btab, form\x0cfeed, file\x1cseparator",
    "NUL \x00 inside",
    "half a pair \ud83d here",
    "soft\u00adhyphen and zero\u200bwidth",
    "[1] a citation, [link](http://example.org/?a=1&b=2)",
    "(see below) and <b>bold</b> and < and & and >",
    "- a list item",
    "1. a numbered one",
    "| a | table |",
    "## A heading",
    "***",
    "a `code` word and ``two``",
    "~~struck~~ and __under__",
    "C:\\temp\\new\\\\",
    "100% of 7/8 of it, 3 out of 4",
    "it's “quoted”, ‘twice’ and «so»",
    "",
    "   ",
)
"""Lines without a mark of any form, none of which is a value."""

_UNSAFE = "[]<>{}`~:|#*_\"'\\/=\r\n"
WORDS = st.text(st.characters(exclude_characters=_UNSAFE, exclude_categories=["Cs"]), max_size=20).map(
    lambda text: f"so {text} on"
)
"""Any characters but marks and line ends, between two plain words."""

LINE_ENDS = st.sampled_from(["\n", "\n", "\r\n", "\n\n"])
LINE = st.one_of(st.sampled_from(PIECES), WORDS)
BLANK = st.sampled_from(["", "", "\n", " ", "\r\n", "\n\n", "\t", "\u00a0\n", " \u3000", "\x0b\n"])
"""Outer space only."""


@st.composite
def lines_before(draw: st.DrawFn) -> str:
    """Lines that end before the answer's line begins."""
    made = draw(st.lists(st.tuples(LINE, LINE_ENDS), max_size=4))
    return "".join(line + end for line, end in made)


@st.composite
def lines_after(draw: st.DrawFn) -> str:
    """Nothing, or a line end and lines."""
    made = draw(st.lists(st.tuples(LINE_ENDS, LINE), max_size=4))
    return "".join(end + line for end, line in made)


def visible(text: str) -> bool:
    """Whether the text holds anything but outer space."""
    return bool(text.strip())
