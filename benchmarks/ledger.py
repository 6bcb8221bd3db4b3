"""A ledger of a million replies: rows a second beside a plain SQLite insert of the same text, size, memory, look-ups.

Every stage runs in a process of its own, so that its peak memory is its own. Prints seconds, rows a second, the ratio
to the plain insert of the same run, and peak memory. `python benchmarks/ledger.py --replies 1000000 --folder DIR`
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import oyez
from oyez import Ledger, Reply
from oyez.compare.diff import diff
from oyez.ledger.archive import import_archive
from oyez.ledger.asked import under
from oyez.rows.columns import Columns

LENGTH = 1500
"""Characters of a reply."""
SINGLE = 20_000
"""Replies for single-row commits."""
LOOK_UPS = 1000
FIRST, SECOND = "trait-score-1", "trait-score"
ENDS = ('\n{{"score": {0}}}', "\n\n{0}", "\nREFUSAL", '\n{{"score": {0}}}', "\nScore: {0} or so.")
WORDS = [
    "the",
    "reply",
    "flatters",
    "its",
    "reader",
    "and",
    "asks",
    "nothing",
    "of",
    "the",
    "plan",
    "that",
    "was",
    "put",
    "before",
    "it",
    "in",
    "the",
    "first",
    "place",
]


def texts(count: int) -> Iterator[str]:
    """Replies of `LENGTH` characters, all different, with an end of five kinds."""
    chance = random.Random(1)
    body = " ".join(chance.choice(WORDS) for _ in range(400))
    for at in range(count):
        start = chance.randrange(200)
        end = ENDS[at % 5].format(at % 101)
        yield f"{at} {body[start : start + LENGTH - len(end) - len(str(at)) - 1]}{end}"


def replies(count: int) -> Iterator[Reply]:
    for at, text in enumerate(texts(count)):
        yield Reply(
            id=f"draw-{at}",
            text=text,
            item=f"item-{at // 4}",
            arm="AB"[at % 2],
            judge="m",
            draw=at % 4,
            stop="end_turn",
        )


def write(folder: Path, count: int) -> int:
    with (folder / "replies.jsonl").open("w") as out:
        for reply in replies(count):
            row = {
                name: getattr(reply, name) for name in ("id", "text", "item", "arm", "judge", "draw", "stop")
            }
            out.write(json.dumps(row) + "\n")
    return count


def plain(folder: Path, count: int, commit: int = 1000) -> int:
    """The named alternative: the same text in a table of two columns, with the same settings."""
    db = sqlite3.connect(folder / f"plain-{commit}.db", isolation_level=None)
    for pragma in ("page_size=16384", "journal_mode=WAL", "synchronous=FULL", "wal_autocheckpoint=8192"):
        db.execute(f"PRAGMA {pragma}")
    db.execute("CREATE TABLE replies (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT")
    source = iter(texts(count))
    while rows := [(text,) for text in islice(source, commit)]:
        db.execute("BEGIN IMMEDIATE")
        db.executemany("INSERT INTO replies (text) VALUES (?)", rows)
        db.execute("COMMIT")
    db.close()
    return count


def plain_single(folder: Path, count: int) -> int:
    return plain(folder, min(count, SINGLE), 1)


def plain_100(folder: Path, count: int) -> int:
    return plain(folder, count // 5, 100)


def append(folder: Path, count: int) -> int:
    with Ledger(folder / "single.oyez") as ledger:
        for reply in replies(min(count, SINGLE)):
            ledger.append(reply)
    return min(count, SINGLE)


def extend_100(folder: Path, count: int) -> int:
    with Ledger(folder / "hundred.oyez") as ledger:
        return ledger.extend(replies(count // 5), batch=100)


def extend_1000(folder: Path, count: int) -> int:
    with Ledger(folder / "thousand.oyez") as ledger:
        return ledger.extend(replies(count), batch=1000)


def take_in(folder: Path, count: int) -> int:
    with Ledger(folder / "judge.oyez") as ledger:
        return import_archive(ledger, str(folder / "replies.jsonl"), Columns()).added


def take_in_again(folder: Path, count: int) -> int:
    with Ledger(folder / "judge.oyez") as ledger:
        return import_archive(ledger, str(folder / "replies.jsonl"), Columns()).there


def read_first(folder: Path, count: int, name: str = FIRST) -> int:
    with Ledger(folder / "judge.oyez") as ledger:
        return sum(not draw.stored for draw in ledger.read(oyez.contract(name)))


def read_second(folder: Path, count: int) -> int:
    return read_first(folder, count, SECOND)


def compare(folder: Path, count: int) -> int:
    with Ledger(folder / "judge.oyez", readonly=True) as ledger:
        found = diff(ledger, under(oyez.contract(FIRST)), under(oyez.contract(SECOND)))
    print(
        f"    changed {found.changed:,}, means {found.all.old.mean:.3f} and {found.all.new.mean:.3f}",
        file=sys.stderr,
    )
    return found.compared


def scan(folder: Path, count: int) -> int:
    with Ledger(folder / "judge.oyez", readonly=True) as ledger:
        return sum(1 for _ in ledger.draws())


def scan_sql(folder: Path, count: int) -> int:
    db = sqlite3.connect(folder / "judge.oyez")
    (rows,) = db.execute(
        "SELECT count(*) FROM replies WHERE text LIKE '%nothing like it%' OR length(text) > 0"
    ).fetchone()
    return int(rows)


def look_up(folder: Path, count: int) -> int:
    chance = random.Random(2)
    with Ledger(folder / "judge.oyez", readonly=True) as ledger:
        by: dict[str, Callable[[int], object]] = {
            "number": lambda at: ledger.get(at + 1),
            "id": lambda at: ledger.named(f"draw-{at}"),
            "digest": lambda at: ledger.named(str(ledger.get(at + 1).reply_digest)),
        }
        for name, find in by.items():
            spent = []
            for _ in range(LOOK_UPS):
                at = chance.randrange(count)
                begun = time.perf_counter()
                assert find(at)
                spent.append(time.perf_counter() - begun)
            spent.sort()
            middle, late = spent[LOOK_UPS // 2], spent[LOOK_UPS * 99 // 100]
            print(
                f"    by {name}: median {middle * 1e6:.0f} µs, 99 % under {late * 1e6:.0f} µs",
                file=sys.stderr,
            )
    return 3 * LOOK_UPS


def verify(folder: Path, count: int) -> int:
    with Ledger(folder / "judge.oyez", readonly=True) as ledger:
        assert [*ledger.verify()] == []
        return ledger.count()


STAGES: dict[str, Callable[[Path, int], int]] = {
    "write JSONL": write,
    "plain SQLite insert, 1,000-row commits": plain,
    "plain SQLite insert, 100-row commits (a fifth)": plain_100,
    "plain SQLite insert, single-row commits": plain_single,
    "Ledger.extend, 1,000-row commits": extend_1000,
    "Ledger.extend, 100-row commits (a fifth)": extend_100,
    "Ledger.append, single-row commits": append,
    "import of the JSONL, 1,000-row commits": take_in,
    "import again": take_in_again,
    f"read under {FIRST}": read_first,
    f"read under {SECOND}": read_second,
    "diff of the two": compare,
    "scan of all draws, as Python values": scan,
    "scan of all texts, in SQL": scan_sql,
    "look-ups": look_up,
    "verify": verify,
}
BESIDE = {
    "Ledger.extend, 1,000-row commits": "plain SQLite insert, 1,000-row commits",
    "Ledger.extend, 100-row commits (a fifth)": "plain SQLite insert, 100-row commits (a fifth)",
    "Ledger.append, single-row commits": "plain SQLite insert, single-row commits",
    "import of the JSONL, 1,000-row commits": "plain SQLite insert, 1,000-row commits",
}


def run_stage(name: str, folder: Path, count: int) -> None:
    begun, spent = time.perf_counter(), time.process_time()
    rows = STAGES[name](folder, count)
    told = {
        "rows": rows,
        "seconds": time.perf_counter() - begun,
        "cpu": time.process_time() - spent,
        "mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }
    print(json.dumps(told))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--replies", type=int, default=1_000_000)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--stage", choices=STAGES)
    asked = parser.parse_args()
    if asked.stage:
        run_stage(asked.stage, asked.folder, asked.replies)
        return
    with tempfile.TemporaryDirectory(dir=asked.folder) as name:
        folder = Path(name)
        print(
            f"{asked.replies:,} replies of {LENGTH} characters; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
        )
        print(f"{'':<48}{'rows':>10}{'s':>8}{'rows/s':>9}{'rows/cpu-s':>12}{'ratio':>7}{'MB':>6}")
        rates: dict[str, float] = {}
        for stage in STAGES:
            command = [
                sys.executable,
                __file__,
                "--stage",
                stage,
                "--folder",
                name,
                "--replies",
                str(asked.replies),
            ]
            told = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
            rates[stage] = told["rows"] / told["seconds"]
            ratio = f"{rates[stage] / rates[BESIDE[stage]]:.2f}" if stage in BESIDE else ""
            line = f"{stage:<48}{told['rows']:>10,}{told['seconds']:>8.1f}{rates[stage]:>9,.0f}"
            print(
                f"{line}{told['rows'] / max(told['cpu'], 1e-9):>12,.0f}{ratio:>7}{told['mb']:>6.0f}",
                flush=True,
            )
            if stage == "import of the JSONL, 1,000-row commits":
                sizes(folder)


def sizes(folder: Path) -> None:
    raw = (folder / "replies.jsonl").stat().st_size
    held = sum(path.stat().st_size for path in folder.glob("judge.oyez*"))
    bare = (folder / "plain-1000.db").stat().st_size
    print(f"    on disk: JSONL {raw / 1e6:,.0f} MB, ledger {held / 1e6:,.0f} MB ({held / raw:.2f} of it), "
          f"plain SQLite {bare / 1e6:,.0f} MB ({bare / raw:.2f})", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
