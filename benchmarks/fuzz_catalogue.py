"""Replies for every contract of the catalogue, generated and mutated, with the invariants checked on each reading.

Half are built from the contract's own forms and scales, half are mutations of its examples. Checked on each: a verdict
exactly where the status says so, true spans, and strict first (no recovery changes what is read without it). Exits 1
when a rule broke or a reading raised; each such reply is printed with its contract.

    python benchmarks/fuzz_catalogue.py --count 3000000 --jobs 2
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import fuzz
import fuzz_replies
import invariants

import oyez

STEP = 20_000
"""Replies between two lines of progress."""
MOST_FAULTS = 20


def tree_of(contract: oyez.Contract) -> dict[str, Any]:
    """The contract as the generator of replies takes one."""
    fields = {
        name: {
            "form": [form.tree() for form in field.forms] if len(field.forms) > 1 else field.forms[0].tree(),
            "scale": field.scale.tree(),
        }
        for name, field in contract.fields.items()
    }
    single = next(iter(fields.values())) if len(fields) == 1 else {"field": fields}
    return {"name": contract.name, **single}


def reply_for(dice: random.Random, pair: fuzz.Pair) -> str:
    """A built reply, or one of the contract's examples with a few mutations."""
    examples = [case["reply"] for case in pair.full.examples if case["reply"]]
    if dice.random() < 0.5 or not examples:
        return fuzz_replies.reply(dice, pair.tree)
    text: str = dice.choice(examples)
    for _ in range(dice.randint(0, 3)):
        text = fuzz_replies._damage(dice, text)
    return text


def check(reply: oyez.Reply, pair: fuzz.Pair) -> oyez.Reading:
    """Read one reply and check it; raises `BrokenRule`."""
    reading = oyez.read(reply, pair.full)
    invariants.coupled(reading)
    invariants.spans_true(reading, reply.text)
    strict = invariants.strict_first(reply, pair.bare, reading)
    invariants.coupled(strict)
    return reading


def run(count: int, seed: int) -> tuple[Counter[str], list[str]]:
    """Counts of statuses and faults over that many replies."""
    pairs = [fuzz.Pair(tree_of(pair.full), pair.full, pair.bare) for pair in fuzz.catalogue()]
    dice = random.Random(seed)
    statuses: Counter[str] = Counter()
    faults: list[str] = []
    for _ in range(count):
        pair = dice.choice(pairs)
        reply = oyez.Reply(text=reply_for(dice, pair), stop=dice.choice(fuzz_replies.STOPS))
        try:
            statuses[str(check(reply, pair).status)] += 1
        except Exception as fault:
            faults.append(f"{pair.full.name}: {fault!r}\n  {reply.text!r} stop={reply.stop}")
    return statuses, faults


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=3_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    steps = [min(STEP, args.count - at) for at in range(0, args.count, STEP)]
    statuses: Counter[str] = Counter()
    faults: list[str] = []
    began = time.perf_counter()
    with ProcessPoolExecutor(args.jobs) as pool:
        for more, wrong in pool.map(run, steps, range(args.seed, args.seed + len(steps))):
            statuses += more
            faults += wrong
            done = sum(statuses.values()) + len(faults)
            rate = done / (time.perf_counter() - began)
            print(
                f"\r{done:>10,} replies  {rate:6.0f}/s  {len(faults)} faults",
                end="",
                file=sys.stderr,
                flush=True,
            )
            if len(faults) >= MOST_FAULTS:
                break
    print(file=sys.stderr)
    total = sum(statuses.values())
    for status, number in statuses.most_common():
        print(f"  {status:<12}{number:>10,}  {number / total:6.1%}")
    print(*faults, sep="\n")
    print(
        f"{total + len(faults):,} replies over {len(oyez.contract_names())} contracts, {len(faults)} faults"
    )
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
