"""Generated and mutated replies under generated contracts; every invariant is checked on every reading.

    python benchmarks/fuzz.py [--count 300000] [--seed 1] [--catalogue]

Prints readings a second and the statuses, and for each broken rule the contract and the reply. Exit code 1 if
any rule broke or any reading raised.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
import traceback
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parent))

import fuzz_replies
import invariants

import oyez

CONTRACTS = 600
"""How many contracts are made; each is used many times."""


class Pair(NamedTuple):
    """A contract and the same without recoveries."""

    tree: dict[str, Any]
    full: oyez.Contract
    bare: oyez.Contract


def contracts(dice: random.Random, count: int) -> list[Pair]:
    """Generated contracts."""
    trees = [fuzz_replies.contract(dice) for _ in range(count)]
    return [
        Pair(tree, oyez.contract(tree), oyez.contract(fuzz_replies.without_recoveries(tree)))
        for tree in trees
    ]


def catalogue() -> list[Pair]:
    """The contracts that come with the library."""
    made = []
    for name in oyez.contract_names():
        full = oyez.contract(name)
        made.append(Pair(_tree(full), full, _bare(full)))
    return made


def _tree(full: oyez.Contract) -> dict[str, Any]:
    """Forms and scales of a contract, as a generated contract has them."""
    fields = {
        name: {"form": [form.tree() for form in field.forms], "scale": field.scale.tree()}
        for name, field in full.fields.items()
    }
    single = next(iter(fields.values())) if len(fields) == 1 and full.verdict in fields else {"field": fields}
    return {"name": full.name, **single}


def _bare(full: oyez.Contract) -> oyez.Contract:
    import msgspec

    fields = {name: msgspec.structs.replace(field, recover=()) for name, field in full.fields.items()}
    return msgspec.structs.replace(full, fields=fields)


def check(reply: oyez.Reply, pair: Pair) -> oyez.Reading:
    """Read one reply and check every rule; raises `BrokenRuleError` for one that does not hold."""
    reading = oyez.read(reply, pair.full)
    invariants.coupled(reading)
    invariants.spans_true(reading, reply.text)
    invariants.not_invented(reading, pair.tree)
    strict = invariants.strict_first(reply, pair.bare, reading)
    invariants.coupled(strict)
    invariants.spans_true(strict, reply.text)
    invariants.pure(reply, pair.full, reading)
    invariants.cut_is_no_gift(reply, pair.full, reading)
    _check_moved(reply, pair, reading)
    return reading


def _check_moved(reply: oyez.Reply, pair: Pair, reading: oyez.Reading) -> None:
    """The rules on what stands in front and on line ends, where they apply."""
    text = reply.text
    if not text or pair.full.starts_after is not None:
        return
    if not text.startswith("\ufeff"):
        invariants.moved(reply, pair.full, reading, "\ufeff")
        invariants.moved(reply, pair.full, reading, "\n \n")
        if "think" in pair.full.thinking and "<" not in text and any(map(str.isprintable, text.strip())):
            invariants.moved(reply, pair.full, reading, "<think>\nhm\n</think>\n")
    if "\r" not in text:
        invariants.line_ends(reply, pair.full, reading)


def draw(dice: random.Random, pair: Pair) -> oyez.Reply:
    """A reply with a stop reason, now and then undelivered."""
    text = None if dice.random() < 0.002 else fuzz_replies.reply(dice, pair.tree)
    ids = ("1", "2") if dice.random() < 0.1 else None
    error = "timed out" if dice.random() < 0.002 else None
    return oyez.Reply(text=text, stop=dice.choice(fuzz_replies.STOPS), error=error, ids=ids)


class Outcome(NamedTuple):
    """What a run came to."""

    statuses: Counter[str]
    rules: Counter[str]
    faults: list[str]


def run(
    count: int, seed: int, pairs: list[Pair], *, most_faults: int = 20, progress: bool = False
) -> Outcome:
    """Check that many replies, drawn from the seed."""
    dice = random.Random(seed)
    outcome = Outcome(Counter(), Counter(), [])
    began = time.perf_counter()
    for number in range(count):
        pair = dice.choice(pairs)
        reply = draw(dice, pair)
        try:
            reading = check(reply, pair)
            outcome.statuses[reading.status.value] += 1
            outcome.rules[reading.rule or "-"] += 1
        except Exception as fault:
            outcome.faults.append(_describe(pair, reply, fault))
            if progress:
                print(
                    "BROKEN", outcome.faults[-1].encode("ascii", "backslashreplace").decode(), file=sys.stderr
                )
            if len(outcome.faults) >= most_faults:
                break
        if progress and number % 10_000 == 9_999:
            rate = (number + 1) / (time.perf_counter() - began)
            print(
                f"{number + 1:>9,}  {rate:7.0f}/s  {len(outcome.faults)} faults", file=sys.stderr, flush=True
            )
    return outcome


def _describe(pair: Pair, reply: oyez.Reply, fault: Exception) -> str:
    place = "" if isinstance(fault, invariants.BrokenRuleError) else traceback.format_exc(limit=-3)
    made = json.dumps({key: value for key, value in pair.tree.items() if key != "about"})
    return f"{fault}\n  contract {made}\n  reply {reply.text!r} stop={reply.stop} ids={reply.ids}\n{place}"


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=300_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--catalogue", action="store_true", help="use the contracts that come with the library"
    )
    options = parser.parse_args()
    pairs = catalogue() if options.catalogue else contracts(random.Random(options.seed), CONTRACTS)
    began = time.perf_counter()
    outcome = run(options.count, options.seed, pairs, progress=True)
    took = time.perf_counter() - began
    done = sum(outcome.statuses.values()) + len(outcome.faults)
    print(
        f"{done:,} replies, seed {options.seed}, {len(pairs)} contracts, {done / took:.0f} a second, all rules checked"
    )
    for status, number in outcome.statuses.most_common():
        print(f"  {status:12} {number:>9,}  {100 * number / done:5.1f}%")
    print("  rules used:", len([rule for rule in outcome.rules if rule != "-"]))
    for fault in outcome.faults:
        print("\nBROKEN", fault.encode("ascii", "backslashreplace").decode())
    print(f"{len(outcome.faults)} broken")
    return 1 if outcome.faults else 0


if __name__ == "__main__":
    sys.exit(main())
