"""How near a judging run comes to the ideal rate, what its parts cost, and what memory it takes.

    python benchmarks/judge_throughput.py

Against a server on loopback that answers in 200 ms, with 64 requests in flight, the ideal is 320 draws a second. The
same requests are sent by the HTTP client alone, with nothing kept and nothing read, for comparison.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from judging.plans import openai, plan

from oyez.judges import Delivery, Judge, JudgeSpec, Message, Request, make_judge
from oyez.judging import Plan, run_plan
from oyez.judging.record import Recorder
from oyez.ledger import Ledger

DELAY, FLIGHT = 0.2, 64
TESTS = Path(__file__).parents[1] / "tests"
SERVER = """
import sys, time
sys.path.insert(0, sys.argv[1])
from judging.fault_server import chat, serving
reply = chat("The answer is right, and its reasons hold.\\nVERDICT: pass", delay=float(sys.argv[2]))
with serving(lambda number, path, body: reply) as server:
    print(server.url, flush=True)
    sys.stdin.read()
"""


@contextmanager
def server() -> Iterator[str]:
    """A server in a process of its own, so that it does not take the time of what is measured."""
    command = [sys.executable, "-c", SERVER, str(TESTS), str(DELAY)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        yield running.stdout.readline().strip()
        running.communicate()


class Instant(Judge):
    """Answers at once, so that everything but the network is measured."""

    async def ask(self, request: Request) -> Delivery:
        await asyncio.sleep(0)
        return Delivery(text=f"{request.id}\nVERDICT: pass", stop="stop", model="m", raw="{}")


async def bare(url: str, count: int) -> float:
    """Seconds that the client alone takes."""
    spec = JudgeSpec(
        name="m", kind="openai", model="test-1", options={"url": url, "key": False}, concurrency=FLIGHT
    )
    judge = make_judge(spec)
    left = iter(range(count))

    async def work() -> None:
        for at in left:
            await judge.ask(Request(id=str(at), messages=(Message("user", f"What is {at} + 1?"),)))

    start = time.perf_counter()
    async with asyncio.TaskGroup() as group:
        for _ in range(FLIGHT):
            group.create_task(work())
    took = time.perf_counter() - start
    await judge.close()
    return took


def timed(made: Plan, folder: Path, judges: dict[str, Judge] | None = None) -> tuple[float, float]:
    """Seconds of a run, and those of them in which the recorder wrote."""
    busy = [0.0]
    commit = Recorder._commit

    def measured(self: Recorder, batch: object) -> None:
        start = time.perf_counter()
        commit(self, batch)  # type: ignore[arg-type]  # as it came
        busy[0] += time.perf_counter() - start

    Recorder._commit = measured  # type: ignore[method-assign]  # for this measurement
    start = time.perf_counter()
    try:
        with Ledger(folder / f"{made.name}.oyez") as ledger:
            outcome = run_plan(made, ledger, judges=judges)
    finally:
        Recorder._commit = commit  # type: ignore[method-assign]
    assert outcome.asked == outcome.tally.with_verdict, outcome
    return time.perf_counter() - start, busy[0]


def memory() -> float:
    """The most memory that this process ever held, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def grow(count: int) -> None:
    """Run so many draws without a network, and print what they took."""
    with tempfile.TemporaryDirectory() as folder:
        made = plan(
            count, Path(folder), openai("http://127.0.0.1:9/v1", concurrency=FLIGHT), name=f"n{count}"
        )
        before = memory()
        took, wrote = timed(made, Path(folder), {"m": Instant(made.judges["m"].spec)})
        size = (Path(folder) / f"n{count}.oyez").stat().st_size / 1e6
    print(
        json.dumps(
            {"draws": count, "took": took, "wrote": wrote, "before": before, "most": memory(), "file": size}
        )
    )


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--draws", type=int, default=3200)
    options.add_argument("--sizes", default="10000,100000")
    options.add_argument("--grow", type=int)
    asked = options.parse_args()
    if asked.grow:
        return grow(asked.grow)
    ideal = asked.draws * DELAY / FLIGHT
    with tempfile.TemporaryDirectory() as folder, server() as url:
        alone = asyncio.run(bare(url, asked.draws))
        cpu_alone = time.process_time()
        made = plan(asked.draws, Path(folder), openai(url, concurrency=FLIGHT))
        took, wrote = timed(made, Path(folder))
        cpu = time.process_time() - cpu_alone
    print(f"{asked.draws} draws, {FLIGHT} in flight, {DELAY * 1000:.0f} ms each: ideal {ideal:.2f} s")
    print(
        f"  HTTP client alone   {alone:6.2f} s  {ideal / alone:6.1%} of the ideal rate, {cpu_alone:.2f} s of CPU"
    )
    print(
        f"  oyez judge          {took:6.2f} s  {ideal / took:6.1%} of it, {cpu:.2f} s of CPU, start and end included"
    )
    print(f"  oyez judge / client {alone / took:6.1%} of the client's rate")
    print(f"  ledger writes       {wrote:6.2f} s  {wrote / took:6.1%} of that time, in a thread of their own")
    for size in map(int, filter(None, asked.sizes.split(","))):
        command = [sys.executable, __file__, "--grow", str(size)]
        found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        rate = found["draws"] / found["took"]
        writing = found["wrote"] / found["took"]
        print(
            f"{found['draws']:>7} draws with no network: {rate:.0f} a second, {writing:.0%} of the time writing"
        )
        print(f"        memory {found['before']:.0f} → {found['most']:.0f} MB, ledger {found['file']:.0f} MB")
    return None


if __name__ == "__main__":
    main()
