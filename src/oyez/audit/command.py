"""A command that reads replies as JSONL and writes values as JSONL, run over many replies at a time."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from typing import IO, Any

from oyez.audit.answer import Answer, End
from oyez.audit.worker import CHILD, NOT_ISOLATED, Limits
from oyez.core.errors import InputError
from oyez.core.reply import Reply

BATCH = 500
"""Replies to one run of the command."""
MOST_RUNS = 300
"""Runs that are spent on finding the replies on which a command dies."""
STARTING = 20.0
"""Seconds that a run may take to start, besides the time for its replies."""


class Command:
    """`PROGRAM ARGS…`: reads lines `{"id", "text", "stop"}`, writes lines `{"id", "value"}`, in any order.

    A reply for which it writes no line has no value. Where a run dies or hangs, its replies are tried again in
    halves until it is known which of them did it.
    """

    def __init__(self, argv: list[str], limits: Limits) -> None:
        self.name = " ".join(argv)
        self.notes: list[str] = ["network isolated" if network_can_be_cut() else NOT_ISOLATED]
        self.place: tuple[str, int] | None = None
        self._argv = argv
        self._limits = limits
        self._left = MOST_RUNS

    def answers(self, replies: Iterable[Reply]) -> Iterator[Answer]:
        """What the command gives, in the order of the replies."""
        source = iter(replies)
        while batch := list(islice(source, BATCH)):
            yield from self._batch(batch)

    def _batch(self, batch: list[Reply]) -> list[Answer]:
        ended = self._run(batch)
        if isinstance(ended, dict):
            return [Answer(End.VALUE, ended.get(str(number))) for number in range(len(batch))]
        if len(batch) == 1 or self._left <= 0:
            return [ended] * len(batch)
        self._left -= 2
        middle = len(batch) // 2
        return [*self._batch(batch[:middle]), *self._batch(batch[middle:])]

    def _run(self, batch: list[Reply]) -> dict[str, Any] | Answer:
        """The values by number, or how the run ended."""
        with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as made:
            for number, reply in enumerate(batch):
                row = {"id": str(number), "text": reply.text or "", "stop": reply.stop}
                given.write(json.dumps(row).encode() + b"\n")
            given.seek(0)
            failed = self._spawn(given, made, STARTING + self._limits.seconds * min(len(batch), 30))
            if failed is not None:
                return failed
            made.seek(0)
            return self._values(made, {str(number) for number in range(len(batch))})

    def _spawn(self, given: IO[bytes], made: IO[bytes], seconds: float) -> Answer | None:
        spec = {"memory": self._limits.memory, "output": self._limits.output}
        process = subprocess.Popen(
            [sys.executable, str(CHILD), json.dumps(spec), *self._argv],
            stdin=given,
            stdout=made,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            code = process.wait(seconds)
        except subprocess.TimeoutExpired:
            return Answer(End.HUNG, said=f"no end in {seconds:g} s")
        finally:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        if code == 0:
            return None
        said = signal.Signals(-code).name if code < 0 else f"it ended with code {code}"
        return Answer(End.CRASHED, said=said)

    def _values(self, made: IO[bytes], asked: set[str]) -> dict[str, Any]:
        values: dict[str, Any] = {}
        for number, line in enumerate(made, start=1):
            try:
                row = json.loads(line)
                name, value = str(row["id"]), row.get("value")
            except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as fault:
                raise InputError(
                    f'{self.name}: line {number} of its output is no object with "id" and "value"'
                ) from fault
            if name not in asked:
                raise InputError(
                    f"{self.name}: line {number} of its output has the id {name!r}, which was not asked"
                )
            if name in values:
                raise InputError(f"{self.name}: line {number} of its output answers the id {name!r} twice")
            values[name] = value
        return values

    def close(self) -> None:
        """Nothing runs between calls."""


def network_can_be_cut() -> bool:
    """Whether this system lets a process cut its own network."""
    code = "import ctypes, sys; sys.exit(ctypes.CDLL(None).unshare(0x50000000) != 0)"
    return subprocess.run([sys.executable, "-c", code], check=False, capture_output=True).returncode == 0
