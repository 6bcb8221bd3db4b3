"""Linear time and bounded memory on hostile replies: each input of `hostile.py` at 10 kB, 100 kB, 1 MB and 10 MB.

Each reading runs in a process of its own. Time is processor time; memory is the highest resident size over
what the process held before the reading, reply included. For each input the table shows nanoseconds a
character at each size, how much that grows from the fastest size to the largest, bytes a character at the
largest, and how the reader compares with a named alternative on the same text: `casefold().splitlines()` for
text forms, `json.loads` after the first brace for JSON forms (which may fail early, as it does on broken JSON).

Other work on the machine can only make a reading dearer. So an input that seems to grow is measured again, up to
three times in all, and the cheapest figure of each size counts; the table marks it with `*`.

    python benchmarks/adversarial.py [--sizes 10000,100000] [--only WORDS,WORDS] [--group NAME]

Exit code 1 if any input grows more than 3 times, holds more than `--most-bytes` a character, or does not end.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import resource
import sys
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parent))

import hostile

import oyez

SIZES = (10_000, 100_000, 1_000_000, 10_000_000)
GROWTH = 3.0
FLOOR = 20.0
"""Nanoseconds a character below which a difference is noise of the machine."""
ONCE = 300_000
"""From this size on a reading is timed once only."""
PATIENCE = 60e-6
"""Seconds a character after which a reading is stopped; a fixed allowance comes on top."""


class Measured(NamedTuple):
    """One reading: its status, nanoseconds a character, bytes a character, and the alternative's nanoseconds."""

    status: str
    nanoseconds: float
    kept: float
    alternative: float


def per_character(work: Callable[[], object], size: int) -> float:
    """Nanoseconds of processor time a character, the best of several runs for short ones."""
    best, spent = float("inf"), 0.0
    while spent < 0.05:
        start = time.process_time()
        work()
        took = time.process_time() - start
        best, spent = min(best, took), spent + max(took, 1e-4)
    return best * 1e9 / size


def alternative(kind: str, text: str) -> None:
    """The named alternative."""
    if kind == "lines":
        text.casefold().splitlines()
        return
    try:
        json.loads(text[text.find("{") :])
    except (ValueError, RecursionError):
        return


def resident() -> int:
    """The highest resident size of this process so far, in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def measure(entry: hostile.Hostile, size: int, answer: Connection) -> None:
    """Read one input in this process and send what it took."""
    contract = oyez.contract(entry.contract)
    text = entry.build(size)
    reply = oyez.Reply(text=text, stop=entry.stop)
    oyez.read("warm", contract)
    before, start = resident(), time.process_time()
    status = oyez.read(reply, contract).status.value
    took = (time.process_time() - start) * 1e9 / len(text)
    kept = (resident() - before) / len(text)
    if size < ONCE:
        took = per_character(lambda: oyez.read(reply, contract), len(text))
    other = per_character(lambda: alternative(entry.baseline, text), len(text))
    answer.send(Measured(status, took, kept, other))


def in_a_process(entry: hostile.Hostile, size: int) -> Measured | None:
    """The measurement, or `None` if it did not end in time, or raised."""
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=measure, args=(entry, size, there))
    process.start()
    there.close()
    ended = here.poll(10 + 3 * PATIENCE * size)
    try:
        return here.recv() if ended else None
    except EOFError:
        return None
    finally:
        process.kill()
        process.join()


def growth(figures: list[Measured]) -> float:
    """How much dearer a character is at the largest size than at the cheapest smaller one."""
    costs = [max(one.nanoseconds, FLOOR) for one in figures]
    return costs[-1] / min(costs)


def judge(figures: list[Measured | None], most_bytes: float) -> str:
    """What is wrong with the input's figures; empty if nothing is."""
    ended = [one for one in figures if one is not None]
    if len(ended) < len(figures):
        return "did not end"
    faults = []
    if growth(ended) > GROWTH:
        faults.append("grows")
    if ended[-1].kept > most_bytes:
        faults.append("keeps too much")
    return ", ".join(faults)


def run(entry: hostile.Hostile, sizes: list[int]) -> list[Measured | None]:
    """The figures for each size; nothing after a size that did not end."""
    figures: list[Measured | None] = []
    for size in sizes:
        figures.append(in_a_process(entry, size))
        if figures[-1] is None:
            break
    return figures


def again(entry: hostile.Hostile, sizes: list[int], figures: list[Measured | None]) -> list[Measured | None]:
    """A second measurement, and for each size the cheaper figure of the two."""
    return list(map(cheaper, figures, run(entry, sizes)))


def cheaper(one: Measured | None, other: Measured | None) -> Measured | None:
    """`None` where either reading did not end."""
    if one is None or other is None:
        return None
    return min(one, other, key=lambda each: each.nanoseconds)


def row(group: str, entry: hostile.Hostile, figures: list[Measured | None], fault: str) -> str:
    """One line of the table."""
    ended = [one for one in figures if one is not None]
    times = " ".join(f"{one.nanoseconds:9.1f}" if one else f"{'stopped':>9}" for one in figures)
    tail = (
        f"{growth(ended):5.2f} {ended[-1].kept:6.0f} {ended[-1].nanoseconds / max(ended[-1].alternative, 0.1):8.1f}"
        if ended
        else ""
    )
    status = ended[-1].status if ended else "-"
    return f"{group:20.20} {entry.name:46.46} {status:11} {times} {tail}  {fault}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)))
    parser.add_argument("--only", default="")
    parser.add_argument("--group", default="")
    parser.add_argument("--most-bytes", type=float, default=350.0)
    options = parser.parse_args()
    sizes = [int(size) for size in options.sizes.split(",")]
    heads = " ".join(f"{size:>9,}" for size in sizes)
    print(f"{'form':20} {'input':46} {'status':11} {heads}  grow bytes    times   ns and bytes a character")
    failed = 0
    for group, entries in hostile.INPUTS.items():
        for entry in entries:
            wanted = any(words in entry.name for words in options.only.split(","))
            if not wanted or options.group not in group:
                continue
            figures = run(entry, sizes)
            fault, marks = judge(figures, options.most_bytes), ""
            while "grows" in fault and len(marks) < 2:
                figures, marks = again(entry, sizes, figures), marks + "*"
                fault = judge(figures, options.most_bytes)
            failed += bool(fault)
            print(row(group, entry, figures, f"{fault}{marks}"), flush=True)
    print(f"{failed} inputs over the limits: growth {GROWTH}, {options.most_bytes:.0f} bytes a character")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
