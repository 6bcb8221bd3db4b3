"""Compares the contract lean-faithfulness-strict with the function that it copies, on generated replies.

Usage: python benchmarks/lean_strict.py [COUNT] [SEED], by default 100000 and 1. Exits with 1 if a reply differs in a
way that no class explains.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from leanscreen import STRICT, UNEXPLAINED, census, replies  # found through the line above


def main(arguments: list[str]) -> int:
    count, seed = (int(word) for word in (arguments + ["100000", "1"][len(arguments) :]))
    found = census(replies(count, seed))
    print(f"{count} replies of seed {seed} under {STRICT}\n")
    table("", found.outcomes, count)
    table("Why the contract gives no label where the function gives none either", found.statuses, count)
    table("What differs", found.differences, count)
    for kind, reply in sorted(found.samples.items()):
        print(f"{kind}:\n    {reply!a}")
    return 1 if found.differences[UNEXPLAINED] else 0


def table(title: str, counts: Counter[str], of: int) -> None:
    if title:
        print(title)
    for name, number in counts.most_common():
        if number:
            print(f"  {number:>8}  {number / of:7.2%}  {name}")
    print()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
