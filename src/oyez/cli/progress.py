"""A line on a terminal that shows how far a long command is; elsewhere, nothing."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Self, TextIO

_PAUSE = 0.1
_BAR = 24


class Progress:
    """Redraws itself at most ten times a second, and takes itself away at the end."""

    def __init__(self, total: int | None, what: str, out: TextIO | None = None) -> None:
        self._out = out or sys.stderr
        self._shown = self._out.isatty()
        self._total = total
        self._what = what
        self._next = time.monotonic() + _PAUSE
        self._count = 0

    def step(self, done: int) -> None:
        """One more row is through; `done` says how far into the total that is."""
        self._count += 1
        if self._shown and time.monotonic() >= self._next:
            self._next = time.monotonic() + _PAUSE
            self._draw(done)

    def _draw(self, done: int) -> None:
        bar = ""
        if self._total:
            share = min(done / self._total, 1)
            full = int(share * _BAR)
            bar = f"[{'=' * full}{' ' * (_BAR - full)}] {share:4.0%}  "
        self._write(f"\r{bar}{self._count:,} {self._what}\x1b[K")

    def clear(self) -> None:
        """Take the line away, so that something else can be written."""
        if self._shown:
            self._write("\r\x1b[K")

    def _write(self, text: str) -> None:
        """A terminal that went away is shown nothing more, and the work goes on."""
        try:
            self._out.write(text)
            self._out.flush()
        except OSError:
            self._shown = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.clear()
