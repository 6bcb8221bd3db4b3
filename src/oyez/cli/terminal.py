"""How wide the output may be."""

from __future__ import annotations

import shutil


def room() -> int:
    """The columns of the terminal, or 80; at most 120, for longer lines are hard to read."""
    return max(40, min(shutil.get_terminal_size().columns, 120))
