"""Kills -9 a process that writes to a ledger, at random moments, and checks each time that nothing is lost.

After every kill the ledger must open, `verify` must be clean, and every reply whose append had returned must be
there, verbatim. `python benchmarks/crash.py --kills 200 --seed 1`
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import oyez
from oyez.ledger import Ledger, is_ledger

PER_LEDGER = 20
"""Kills of one ledger before a new one is begun, so that its making is hit too."""
SHORTEST, LONGEST = 0.0, 0.4
"""Seconds between the writer's first word and its end."""


def text_of(name: str) -> str:
    """The reply of that name; every tenth is large, some hold what SQLite cannot."""
    number = int(name.rpartition("-")[2])
    body = f"reply {name}\n" + "So it goes. " * (2000 if number % 10 == 0 else 20)
    return body + ("\ud800\0" if number % 7 == 0 else f"\n{number % 101}")


def reply_of(name: str) -> oyez.Reply:
    return oyez.Reply(id=name, text=text_of(name), item="i", arm="a", judge="m", stop="end_turn")


def write_for_ever(path: Path, name: str) -> None:
    """Append, one by one and in batches, read, and say on standard output what had been acknowledged."""
    terms = oyez.contract("trait-score")
    say("ready\n")
    ledger = Ledger(path)
    at = 0
    while True:
        for _ in range(5):
            at += 1
            ledger.append(reply_of(f"{name}-{at}"))
            say(f"{name}-{at}\n")
        names = [f"{name}-{at + step}" for step in range(1, 31)]
        ledger.extend(map(reply_of, names), batch=10)
        at += len(names)
        say("".join(f"{each}\n" for each in names))
        for _ in ledger.read(terms, f"id~{name}-"):
            pass


def say(words: str) -> None:
    os.write(1, words.encode())  # one write, without a buffer that would die with the process


def kill_once(path: Path, name: str, wait: float) -> list[str]:
    """Start a writer, kill it `wait` seconds after its first word; gives the names that it acknowledged."""
    command = [sys.executable, __file__, "--write", str(path), "--name", name]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == b"ready\n"
        time.sleep(wait)
        writer.send_signal(signal.SIGKILL)
        said = writer.stdout.read().decode()
    assert writer.returncode == -signal.SIGKILL
    return said[: said.rfind("\n") + 1].split()


def check(path: Path, acknowledged: set[str]) -> int:
    """Raise unless the ledger is whole and holds everything that was acknowledged; gives its draws."""
    if not path.exists():
        assert not acknowledged, "acknowledged, and there is no ledger"
        return 0
    assert is_ledger(path)
    with Ledger(path, readonly=True) as ledger:
        faults = [*ledger.verify()]
        assert not faults, faults[:5]
        held = {stored.reply.id: stored.reply.text for stored in ledger.draws()}
    lost = [name for name in acknowledged if held.get(name) != text_of(name)]
    assert not lost, f"lost: {lost[:5]}"
    return len(held)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", type=Path)
    parser.add_argument("--name", default="w")
    asked = parser.parse_args()
    if asked.write is not None:
        write_for_ever(asked.write, asked.name)
    chance = random.Random(asked.seed)
    draws = total = 0
    with tempfile.TemporaryDirectory() as folder:
        for kill in range(asked.kills):
            if kill % PER_LEDGER == 0:
                path, acknowledged = Path(folder, f"{kill}.oyez"), set[str]()
            acknowledged.update(kill_once(path, f"w{kill}", chance.uniform(SHORTEST, LONGEST)))
            draws = check(path, acknowledged)
            total += len(acknowledged) if (kill + 1) % PER_LEDGER == 0 or kill + 1 == asked.kills else 0
    print(
        f"{asked.kills} kills: every ledger whole, {total:,} acknowledged replies all there (last: {draws:,} draws)"
    )


if __name__ == "__main__":
    main()
