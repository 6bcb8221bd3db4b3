"""Four processes append ten thousand replies each to one ledger at once: all must be there, and no lock error seen.

`python benchmarks/together.py --processes 4 --each 10000`
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from oyez import Ledger, Reply


def write(path: Path, name: str, count: int) -> None:
    waits = []
    with Ledger(path) as ledger:
        for at in range(count):
            begun = time.perf_counter()
            ledger.append(Reply(id=f"{name}-{at}", text=f"{name} says {at}\n[[A]]", judge=name, arm=name))
            waits.append(time.perf_counter() - begun)
    waits.sort()
    print(
        f"{name}: median {waits[count // 2] * 1e3:.1f} ms, longest {waits[-1] * 1e3:.0f} ms an append",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--processes", type=int, default=4)
    parser.add_argument("--each", type=int, default=10_000)
    parser.add_argument("--write", type=Path)
    parser.add_argument("--name", default="p0")
    asked = parser.parse_args()
    if asked.write is not None:
        write(asked.write, asked.name, asked.each)
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "judge.oyez")
        begun = time.perf_counter()
        command = [sys.executable, __file__, "--write", str(path), "--each", str(asked.each), "--name"]
        names = [f"p{number}" for number in range(asked.processes)]
        writers = [subprocess.Popen([*command, name], stderr=subprocess.PIPE, text=True) for name in names]
        for writer in writers:
            _, wrong = writer.communicate()
            assert (writer.returncode, wrong) == (0, ""), wrong
        seconds = time.perf_counter() - begun
        with Ledger(path, readonly=True) as ledger:
            held = {stored.reply.id for stored in ledger.draws()}
            assert held == {f"{name}-{at}" for name in names for at in range(asked.each)}
            assert ledger.count() == asked.processes * asked.each
            assert [*ledger.verify()] == []
        print(f"{ledger_line(asked.processes * asked.each, seconds)}")


def ledger_line(count: int, seconds: float) -> str:
    return f"{count:,} draws by processes at once, none lost, no error: {count / seconds:,.0f} a second, verified"


if __name__ == "__main__":
    main()
