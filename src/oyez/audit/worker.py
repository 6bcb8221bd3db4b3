"""A parser in a process of its own, with limits of time, memory and output, started again when it hangs or dies."""

from __future__ import annotations

import json
import os
import selectors
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from oyez.audit.answer import Answer, End
from oyez.core.errors import InputError
from oyez.core.reply import Reply

CHILD = Path(__file__).parent / "_child.py"
STARTING = 120.0
"""Seconds in which the code must be imported."""
NOT_ISOLATED = "network not isolated"


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """What foreign code may use; containment of accidents, not a sandbox."""

    seconds: float = 2.0
    """For one reply."""
    memory: int = 2 * 1024**3
    """Bytes of address space."""
    output: int = 16 * 1024**2
    """Bytes that it may print."""


class Worker:
    """One foreign function or pattern in a process; `spec` says which."""

    def __init__(
        self,
        name: str,
        spec: dict[str, Any],
        limits: Limits,
        *,
        stop: bool = False,
        python: str | None = None,
    ) -> None:
        self.name = name
        self.notes: list[str] = []
        self.place: tuple[str, int] | None = None
        self._spec = spec | {"memory": limits.memory}
        self._limits = limits
        self._stop = stop
        self._python = python or sys.executable
        self._process: subprocess.Popen[bytes] | None = None
        self._printed = 0

    def answers(self, replies: Iterable[Reply]) -> Iterator[Answer]:
        """What it gives for each reply; a process that hung or died is started again for the next."""
        for reply in replies:
            yield self._one(reply)

    def _one(self, reply: Reply) -> Answer:
        return self.call([reply.text or "", reply.stop] if self._stop else [reply.text or ""])

    def call(self, arguments: list[Any]) -> Answer:
        """What it gives for any arguments."""
        if self._process is None:
            self._start()
        line, hung = self._ask(json.dumps(arguments).encode() + b"\n", self._limits.seconds)
        if line is None:
            said = "" if hung else self._how_it_died()
            self.close()
            return Answer(
                End.HUNG if hung else End.CRASHED, said=said or f"no answer in {self._limits.seconds:g} s"
            )
        answer = _answer(line)
        if answer is None:
            self.close()
            return Answer(End.CRASHED, said="something else wrote among its answers")
        return answer

    def _start(self) -> None:
        self._printed = 0
        self._process = subprocess.Popen(
            [self._python, str(CHILD)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        threading.Thread(target=self._drain, args=(self._process,), daemon=True).start()
        line, _ = self._ask(json.dumps(self._spec).encode() + b"\n", STARTING)
        hello: dict[str, Any] = (
            json.loads(line) if line is not None else {"fault": "its process ended at once"}
        )
        if "fault" in hello:
            self.close()
            raise InputError(f"{self.name}: cannot be loaded: {hello['fault']}")
        self.notes = [NOT_ISOLATED] if hello["network"] != "isolated" else ["network isolated"]
        file, number = hello["place"]
        self.place = (file, number) if file else None

    def _drain(self, process: subprocess.Popen[bytes]) -> None:
        """Throw away what is printed, and end a process that prints too much."""
        assert process.stderr is not None
        with suppress(OSError, ValueError):
            while chunk := os.read(process.stderr.fileno(), 65536):
                if process is self._process:
                    self._printed += len(chunk)
                if self._printed > self._limits.output:
                    _kill(process)
                    return

    def _ask(self, message: bytes, seconds: float) -> tuple[bytes | None, bool]:
        """Send a line and wait for one; no line, and whether time ran out, where none came."""
        process = self._process
        assert process is not None
        assert process.stdin is not None
        assert process.stdout is not None
        deadline = time.monotonic() + seconds
        try:
            process.stdin.write(message)
            process.stdin.flush()
        except OSError:
            return None, False
        gathered = b""
        with selectors.DefaultSelector() as waiting:
            waiting.register(process.stdout, selectors.EVENT_READ)
            while not gathered.endswith(b"\n"):
                left = deadline - time.monotonic()
                if left <= 0 or not waiting.select(left):
                    return None, True
                chunk = os.read(process.stdout.fileno(), 65536)
                if not chunk:
                    return None, False
                gathered += chunk
        return gathered, False

    def _how_it_died(self) -> str:
        process = self._process
        assert process is not None
        if self._printed > self._limits.output:
            return f"printed more than {self._limits.output} bytes"
        with suppress(subprocess.TimeoutExpired):
            code = process.wait(1)
            return signal.Signals(-code).name if code < 0 else f"its process ended with code {code}"
        return "its process closed its output"

    def close(self) -> None:
        """End the process, with all that it started."""
        process, self._process = self._process, None
        if process is None:
            return
        _kill(process)
        process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream is not None:
                with suppress(OSError):
                    stream.close()


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End the group of processes that was started for it."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


def _answer(line: bytes) -> Answer | None:
    """The answer on a line; `None` for anything that the process did not write as one."""
    try:
        tree = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(tree, dict) or not tree.keys() & {"value", "raised", "crashed"}:
        return None
    if "value" in tree:
        return Answer(End.VALUE, tree["value"])
    if "raised" in tree:
        names = tuple(tree["raised"])
        return Answer(End.RAISED, said=f"{names[0]}: {tree['message']}", raised=names)
    return Answer(End.CRASHED, said=tree["crashed"])
