"""Replies a second: the reader beside the least that a program could do with the same replies, in one run.

20,000 made-up replies of about 1.5 kB for each contract, the verdict near the end. Each contract is compared with a
named alternative on the same replies:

- a labelled line: a strict ten-line function that finds the field with a regular expression and validates the whole
  value (the approach of a published parser repair, written anew here);
- a bracket: a bare `re.search`;
- a JSON key: `json.loads`.

The reader builds a whole Reading each time, with its span, evidence and problems.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import oyez

PROSE = (
    "the answer covers most of what was asked while its second part stays thin but correct on its own terms"
)
PREFERENCE = {"A>>B": "A+2", "A>B": "A+1", "A=B": "tie", "B>A": "B+1", "B>>A": "B+2"}
ROUNDS = 5

FIELD = re.compile(r"^[^\S\r\n]*VERDICT:(?P<value>[^\r\n]*)", re.MULTILINE | re.IGNORECASE)
BARE_CR = re.compile(r"\r(?!\n)")
ALLOWED = {"faithful", "mismatch", "unclear"}
MARK = re.compile(r"\[\[(A>>B|A>B|A=B|B>A|B>>A)\]\]")


def strict_function(reply: str) -> str:
    """All fields, their whole values, and no verdict unless there is exactly one and it is allowed."""
    if BARE_CR.search(reply):
        return "unclear"
    values = {match["value"].strip().lower() for match in FIELD.finditer(reply)}
    return values.pop() if len(values) == 1 and values <= ALLOWED else "unclear"


def prose(size: int, draw: random.Random) -> str:
    """Sentences and paragraphs of about `size` characters."""
    pieces: list[str] = []
    while sum(map(len, pieces)) < size:
        words = [draw.choice(PROSE.split()) for _ in range(draw.randint(6, 14))]
        pieces.append(" ".join(words).capitalize() + (".\n\n" if draw.random() < 0.2 else ". "))
    return "".join(pieces)[:size]


def fastest(function: Callable[[str], Any], replies: list[str]) -> float:
    """Microseconds a reply, the best of several rounds, in processor time."""
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.process_time()
        for reply in replies:
            function(reply)
        best = min(best, time.process_time() - start)
    return best / len(replies) * 1e6


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    draw = random.Random(args.seed)
    count = range(args.count)
    label, marks = ("FAITHFUL", "MISMATCH", "UNCLEAR"), list(PREFERENCE)
    lines = [f"{prose(1450, draw)}\nVERDICT: {draw.choice(label)}\nISSUES: none" for _ in count]
    brackets = [f"{prose(1450, draw)}\n\nMy final verdict is: [[{draw.choice(marks)}]]" for _ in count]
    objects = [json.dumps({"why": prose(1450, draw), "score": draw.randint(0, 100)}) for _ in count]
    line = oyez.line("VERDICT", ["FAITHFUL", "MISMATCH", "UNCLEAR"], abstain=["UNCLEAR"])
    bracket, key = oyez.bracket(PREFERENCE), oyez.json_key("score", (0, 100))
    runs: list[tuple[str, list[str], oyez.Contract, str, Callable[[str], Any], float | None]] = [
        ("line", lines, line, "strict function", strict_function, None),
        ("bracket", brackets, bracket, "re.search", MARK.search, 12.0),
        ("json", objects, key, "json.loads", json.loads, 15.0),
    ]
    print(
        f"{args.count} replies of about 1.5 kB a contract, microseconds of processor time a reply, best of {ROUNDS}"
    )
    print(f"{'contract':<10}{'oyez':>8}  {'beside':<16}{'':>8}{'ratio':>8}{'more by':>9}  wanted")
    fell_short = False
    for name, replies, contract, other, function, allowed in runs:
        assert all(oyez.read(reply, contract).ok for reply in replies[:200])
        ours, theirs = fastest(partial(oyez.read, under=contract), replies), fastest(function, replies)
        good = ours <= theirs if allowed is None else ours - theirs <= allowed
        wanted = "no slower" if allowed is None else f"at most {allowed:.0f} more"
        more = ours - theirs
        print(
            f"{name:<10}{ours:8.2f}  {other:<16}{theirs:8.2f}{ours / theirs:8.2f}{more:+9.2f}  {wanted}: {good}"
        )
        fell_short |= not good
    return 1 if fell_short else 0


if __name__ == "__main__":
    sys.exit(main())
