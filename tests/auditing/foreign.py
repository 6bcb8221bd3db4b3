"""Foreign code that misbehaves, to be run in a process of its own."""

from __future__ import annotations

import contextlib
import os
import socket
import sys
import time
from typing import Any


def good(text: str) -> str | None:
    """The last word."""
    words = text.split()
    return words[-1] if words else None


def sleeps(text: str) -> str:
    """Never ends on one text."""
    if text == "sleep":
        time.sleep(3600)
    return text


def dies(text: str) -> str:
    """Ends its process on one text."""
    if text == "die":
        os._exit(3)
    return text


def eats(text: str) -> int:
    """Takes all memory on one text."""
    return len(bytearray(1 << 40)) if text == "eat" else len(text)


def prints(text: str) -> str:
    """Prints without end on one text, and a little on others."""
    sys.stdout.write("noise\n")
    while text == "print":
        sys.stdout.write("x" * 65536)
        sys.stdout.flush()
    return text


def gives_much(text: str) -> str:
    """Gives a long value."""
    return "x" * 10_000_000 if text == "much" else text


def raises(text: str) -> str:
    """Raises on one text."""
    if text == "raise":
        raise LookupError("nothing here")
    return text


def leaves(text: str) -> str:
    """Asks Python to end on one text."""
    if text == "leave":
        sys.exit(0)
    return text


def connects(text: str) -> str:
    """Tries to listen and to connect on the loopback interface."""
    with socket.socket() as server:
        server.settimeout(1)
        try:
            server.connect(("127.0.0.1", int(text)))
        except OSError as fault:
            return type(fault).__name__
    return "connected"


def stops(text: str, stop: str | None) -> Any:
    """What it was told of the stop reason."""
    return [text, stop]


def odd(text: str) -> Any:
    """A value that is no JSON."""
    return {"set": {1}, "tuple": (1, 2)} if text else object


def forks(text: str) -> str:
    """Give the text, and let a copy of the process give it too."""
    if text == "fork":
        os.fork()
    return text


def smuggles(text: str) -> str:
    """Write a line of its own among the answers, wherever they go."""
    if text == "smuggle":
        for number in range(3, 20):
            with contextlib.suppress(OSError):
                os.write(number, b'["no answer"]\n')
    return text


no_function = 5
