"""How far a judging run is, with the counts by status, so that a format problem shows early."""

from __future__ import annotations

from collections import Counter
from typing import TextIO

from oyez.cli.ends import say
from oyez.cli.progress import Progress
from oyez.core.reading import Reading
from oyez.core.reply import Reply
from oyez.core.status import Status

_FIRST = 50


class JudgeProgress(Progress):
    """A line that redraws itself on a terminal; elsewhere one line after 50 draws, 100, 200, 400 and so on."""

    def __init__(self, total: int, out: TextIO | None = None) -> None:
        super().__init__(total, "draws", out)
        self._statuses: Counter[Status] = Counter()
        self._say_at = _FIRST

    def watch(self, reply: Reply, reading: Reading, stored: bool) -> None:
        """One more draw has a reading."""
        self._statuses[reading.status] += 1
        done = self._statuses.total()
        self._what = f"draws  {self._said()}"
        self.step(done)
        if not self._shown and done >= self._say_at:
            self._say_at *= 2
            say(f"oyez: {done:,} of {self._total:,} draws: {self._said()}")

    def _said(self) -> str:
        from oyez.report.judge_text import counts_line

        return counts_line(self._statuses)
