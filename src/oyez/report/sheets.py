"""Tables as a terminal, Markdown or LaTeX shows them: one head, rows of words."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence

import msgspec

from oyez.core.visible import visible_text
from oyez.report.grid import grid

_MARKDOWN = re.compile(r"[\\|*`\[\]~$]|(?<![^\W_])_|_(?![^\W_])")
"""What Markdown would act on; an underscore within a word is none of it."""
_LATEX = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "–": "--", "−": "$-$", "<": r"\textless{}",
    ">": r"\textgreater{}", "|": r"\textbar{}", "[": "{[}", "*": "{*}",
}  # fmt: skip
"""What LaTeX would act on; the star and the bracket do it at the start of a row, after the end of another."""


class Sheet(msgspec.Struct, frozen=True):
    """One table with the lines that go under it."""

    head: list[str]
    rows: list[list[str]]
    notes: list[str] = []


def text(sheets: Sequence[Sheet], room: int) -> list[str]:
    """The tables for a terminal, one under the other."""
    made: list[str] = []
    for sheet in sheets:
        made += [
            *grid(sheet.head, sheet.rows, room),
            *(line for note in sheet.notes for line in _wrapped(note, room)),
            "",
        ]
    return made[:-1]


def _wrapped(note: str, room: int) -> list[str]:
    """A note made safe to print, in lines of `room` columns."""
    return textwrap.wrap(visible_text(note), room, subsequent_indent="  ", break_on_hyphens=False)


def markdown(sheets: Sequence[Sheet]) -> list[str]:
    """The tables in Markdown."""
    made: list[str] = []
    for sheet in sheets:
        made += [_row(sheet.head), "|" + "|".join(["---"] + ["---:"] * (len(sheet.head) - 1)) + "|"]
        made += [_row(row) for row in sheet.rows]
        made += ["", *(f"- {_cell(note)}" for note in sheet.notes), *([""] if sheet.notes else [])]
    return made[:-1]


def latex(sheets: Sequence[Sheet]) -> list[str]:
    """The tables in LaTeX, with the rules of the package booktabs."""
    made: list[str] = []
    for sheet in sheets:
        made += [
            r"\begin{tabular}{l" + "r" * (len(sheet.head) - 1) + "}",
            r"\toprule",
            _latex_row(sheet.head),
        ]
        made += [r"\midrule", *map(_latex_row, sheet.rows), r"\bottomrule", r"\end{tabular}"]
        made += [*(rf"\par {_latex(note)}" for note in sheet.notes), ""]
    return made[:-1]


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(_cell(cell) for cell in cells) + " |"


def _cell(text: str) -> str:
    """Text that stands as it is: no link, image, emphasis, code, formula, cell or tag is made of it."""
    return _MARKDOWN.sub(r"\\\g<0>", visible_text(text).strip().replace("&", "&amp;").replace("<", "&lt;"))


def _latex_row(cells: Sequence[str]) -> str:
    return " & ".join(map(_latex, cells)) + r" \\"


def _latex(text: str) -> str:
    return "".join(_LATEX.get(char, char) for char in visible_text(text).strip())
