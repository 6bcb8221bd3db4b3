"""A plain grid for a terminal: the first column to the left, the others to the right."""

from __future__ import annotations

from oyez.core.visible import fit, width

_GAP = 2
_WIDEST = 40


def grid(head: list[str], rows: list[list[str]], room: int) -> list[str]:
    """The lines of a grid; cells are made safe to print, long ones cut so that a line fits into `room` columns."""
    shown = [[fit(row[0], room), *(fit(cell, _WIDEST) for cell in row[1:])] for row in [head, *rows]]
    widths = [max(width(row[at]) for row in shown) for at in range(len(head))]
    over = sum(widths) + _GAP * (len(head) - 1) - room
    if over > 0:
        widths[0] = max(8, widths[0] - over)
    return [_line(row, widths) for row in shown]


def _line(row: list[str], widths: list[int]) -> str:
    first = fit(row[0], widths[0])
    cells = [first + " " * (widths[0] - width(first))]
    cells += [" " * (wide - width(cell)) + cell for cell, wide in zip(row[1:], widths[1:], strict=True)]
    return (" " * _GAP).join(cells).rstrip()


def number(value: float | None) -> str:
    """A mean as a table writes it; `-` where there is none."""
    return "-" if value is None else f"{value:.2f}"
