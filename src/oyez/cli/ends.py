"""How a command ends: its exit code, and the one message that says why."""

from __future__ import annotations

import io
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import NoReturn

import click

from oyez.core.errors import OyezError, RefusedError
from oyez.core.visible import fit

GATE = 1
"""A gate that was asked for fell short."""
UNREADABLE = 2
"""Usage, or an input that could not be read, or a fault of oyez itself."""
REFUSED = 3
"""oyez will not compare or decide on this data."""
INTERRUPTED = 130
BROKEN_PIPE = 141
_SIGNALS = ("SIGTERM", "SIGHUP")
_LONGEST = 2000
"""Columns of one line of a message; a message quotes what a file holds, which has any length."""


class Stopped(KeyboardInterrupt):
    """A signal that asks the command to end."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.code = 128 + number


def say(message: str) -> None:
    """Print a message on stderr, with everything shown that a terminal would obey; never fails."""
    lines = "\n".join(fit(line, _LONGEST) for line in message.split("\n"))
    with suppress(OSError):  # nobody is there to be told
        click.echo(lines, err=True)


def end(fault: BaseException) -> int:
    """Say what ended the command, and give the exit code."""
    if isinstance(fault, OyezError):
        say(f"oyez: {fault}")
        return REFUSED if isinstance(fault, RefusedError) else UNREADABLE
    if isinstance(fault, KeyboardInterrupt):
        say("oyez: stopped")
        return stop_code(fault)
    if isinstance(fault, BrokenPipeError):
        _let_go(sys.stdout)
        return BROKEN_PIPE
    if isinstance(fault, OSError):
        _let_go(sys.stdout)
        say(f"oyez: {fault.filename or 'standard output'}: {fault.strerror or fault}")
        return UNREADABLE
    say(
        f"oyez: a fault of oyez itself, please report it: {type(fault).__name__}: {fault} @ {_own_place(fault)}"
    )
    return UNREADABLE


def stop_code(stop: KeyboardInterrupt) -> int:
    """The exit code after Ctrl-C or a signal."""
    return stop.code if isinstance(stop, Stopped) else INTERRUPTED


def show(fault: click.ClickException) -> None:
    """Print a usage error as click does."""
    out = io.StringIO()
    fault.show(file=out)
    say(out.getvalue().rstrip("\n"))


@contextmanager
def stopping() -> Iterator[None]:
    """Inside, a signal that asks to end raises `Stopped`, so that temporary files are removed.

    A second one ends at once. Signals that are ignored (as under nohup) stay so.
    """
    before = {}
    for name in _SIGNALS:
        number = getattr(signal, name, None)  # Windows has no SIGHUP
        with suppress(ValueError):  # another thread's signals are not ours
            if number is not None and signal.getsignal(number) is signal.SIG_DFL:
                before[number] = signal.signal(number, _stop)
    try:
        yield
    finally:
        for number, old in before.items():
            signal.signal(number, old)


def _stop(number: int, _: FrameType | None) -> NoReturn:
    signal.signal(number, signal.SIG_DFL)
    raise Stopped(number)


def open_streams() -> None:
    """See to it that there are a stdout and a stderr. Raises `OyezError` for a closed stdout.

    A terminal that cannot show a character gets its escape.
    """
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  # it stays open to the end
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  # it stays open to the end
        raise OyezError("standard output is closed")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _let_go(stream: object) -> None:
    """Send what is left in a stream nowhere, lest Python try again at exit."""
    with suppress(OSError, AttributeError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())  # type: ignore[attr-defined]  # a stand-in may have none


def _own_place(fault: BaseException) -> str:
    """The last line of oyez that the fault went through."""
    import traceback  # only where something broke

    root = Path(__file__).parents[1]
    frames = traceback.extract_tb(fault.__traceback__, limit=-200)
    own = [frame for frame in frames if Path(frame.filename).is_relative_to(root)]
    return (
        f"oyez/{Path(own[-1].filename).relative_to(root).as_posix()}:{own[-1].lineno}"
        if own
        else "an unknown place"
    )
