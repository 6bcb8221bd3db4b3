"""Fills a small file system (or one limited by RLIMIT_FSIZE) and checks that nothing acknowledged is lost.

`python benchmarks/full_disk.py --folder /mnt/tiny` on a file system of a few megabytes; without `--folder`, a process
with a file size limit stands in for it.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

import oyez
from oyez import Ledger, LedgerError, Reply

LIMIT = 6_000_000


def fill(path: Path, batch: int) -> None:
    """Append until nothing more fits, and say what was acknowledged; then read what is there."""
    ledger = Ledger(path)
    at = 0
    try:
        while True:
            replies = [Reply(id=f"r{at + step}", text=f"{at + step} " + "x" * 5000) for step in range(batch)]
            if batch == 1:
                ledger.append(replies[0])
            else:
                ledger.extend(replies)
            at += batch
    except LedgerError as fault:
        print(at, fault, sep="\t")
    try:
        print(sum(not draw.stored for draw in ledger.read(oyez.contract("trait-score"))), "read", sep="\t")
    except LedgerError as fault:
        print("nothing more can be kept", fault, sep="\t")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--fill", type=Path)
    parser.add_argument("--batch", type=int, default=1)
    asked = parser.parse_args()
    if asked.fill is not None:
        if asked.folder is None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (LIMIT, LIMIT))
        fill(asked.fill, asked.batch)
        return
    for batch in (1, 50):
        with tempfile.TemporaryDirectory(dir=asked.folder) as folder:
            path = Path(folder, "judge.oyez")
            more = ["--folder", str(asked.folder)] if asked.folder else []
            command = [sys.executable, __file__, "--fill", str(path), "--batch", str(batch), *more]
            said = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
            kept = int(said[0].split("\t")[0])
            with Ledger(path, readonly=True) as ledger:
                assert [*ledger.verify()] == []
                names = [stored.reply.id for stored in ledger.draws()]
            assert names[:kept] == [f"r{at}" for at in range(kept)]
            print(f"commits of {batch}: {kept} acknowledged, {len(names)} there, whole; said:")
            print("\n".join(f"    {line.partition(chr(9))[2]}" for line in said))


if __name__ == "__main__":
    main()
