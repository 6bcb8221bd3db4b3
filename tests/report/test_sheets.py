"""Tables in Markdown and LaTeX: names from the data stand as text, and are never obeyed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from oyez.report.sheets import Sheet, latex, markdown

HOSTILE = [
    "[click](javascript:alert(1))",
    "![x](http://tracker.example/a.png)",
    "a|b",
    "<b>bold</b>",
    "&lt;i&gt;",
    "`code` **bold** _soft_ __b__ ~~gone~~",
    "$x_1$",
    "\\[x](y)",
    "two\nlines\x1b[2J",
]


def cells_of(text: str) -> list[str]:
    """The text of the table's cells as a Markdown reader understands it; nothing in them may be more than text."""
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(text)
    inline = [token for token in tokens if token.type == "inline"]
    assert {child.type for token in inline for child in token.children or []} <= {"text", "text_special"}
    return ["".join(child.content for child in token.children or []) for token in inline]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_is_a_cell_of_plain_markdown(name: str) -> None:
    found = cells_of("\n".join(markdown([Sheet(["", "value"], [[f"arm {name}", "1.0"]])])))
    shown = name.replace("\n", "\N{SYMBOL FOR LINE FEED}").replace("\x1b", "\N{SYMBOL FOR ESCAPE}")
    assert found == ["", "value", f"arm {shown}", "1.0"]


@given(st.text(alphabet="[]()!|<>&`*_~$\\ ab\n", min_size=1, max_size=20))
def test_any_name_is_a_cell_of_plain_markdown(name: str) -> None:
    found = cells_of("\n".join(markdown([Sheet(["", "value"], [[f"arm {name}.", "1.0"]])])))
    assert found[2] == f"arm {name}.".replace("\n", "\N{SYMBOL FOR LINE FEED}")


def test_plain_names_stay_plain() -> None:
    made = markdown([Sheet(["", "value"], [["arm model_a vs model-b (v1)", "1.0 – 2.0"]], ["only 3 units"])])
    assert made[2] == "| arm model_a vs model-b (v1) | 1.0 – 2.0 |"
    assert made[-1] == "- only 3 units"


@pytest.mark.parametrize(
    ("name", "row"),
    [
        (r"\input{x}", r"\textbackslash{}input\{x\}"),
        ("a_b & 5% of $1 #2", r"a\_b \& 5\% of \$1 \#2"),
        ("[2em] after a row", "{[}2em] after a row"),
        ("* after a row", "{*} after a row"),
        ("~^|<>", r"\textasciitilde{}\textasciicircum{}\textbar{}\textless{}\textgreater{}"),
        ("two\nlines", "two\N{SYMBOL FOR LINE FEED}lines"),
    ],
)
def test_a_name_gives_latex_no_command(name: str, row: str) -> None:
    made = latex([Sheet(["", "value"], [[name, "1"]])])
    assert made[made.index(r"\midrule") + 1] == row + r" & 1 \\"
