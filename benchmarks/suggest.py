"""What `suggest` makes of real replies, beside a contract that a person wrote for them.

Takes a folder of corpora (`NAME.jsonl`, a line `{"id", "text", "stop"}`) and a file of contracts (one JSON object from
corpus name to contract; `NAME:swap_final` is for the replies of NAME that are the second step of a swap, as in
`labels.py`, and these are suggested for by themselves). Prints, for each set of replies, what comes first, how many
it reads, how many the written contract reads, and how many of those are given with the same verdict. Exits 1 where
fewer than 95% of the latter are.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from labels import contract_for, rows

import oyez
from oyez.core.value import same

ENOUGH = 0.95


def sets(
    folder: Path, contracts: dict[str, oyez.Contract]
) -> Iterator[tuple[str, oyez.Contract, list[oyez.Reply]]]:
    """The replies that were written under one prompt, with the contract for it."""
    for path in sorted(folder.glob("*.jsonl")):
        parts: dict[str, list[oyez.Reply]] = {}
        for row in rows(path):
            reply = oyez.Reply(id=row["id"], text=row["text"], stop=row["stop"])
            parts.setdefault(contract_for(path.stem, row["id"], contracts).name, []).append(reply)
        for name, contract in contracts.items():
            if name.partition(":")[0] == path.stem and contract.name in parts:
                yield name, contract, parts[contract.name]


def by_path(reading: oyez.Reading, contract: oyez.Contract) -> Any:
    """The verdict; for the object of all fields, by the place in the JSON object and not by the name of the field."""
    if contract.verdict != "*":
        return reading.verdict
    return {contract.fields[name].forms[0].path: value for name, value in reading.verdict.items()}


def alike(reply: oyez.Reply, ours: oyez.Contract, theirs: oyez.Contract) -> tuple[bool, bool, bool]:
    """Whether ours reads the reply, whether theirs does, and whether both say the same."""
    left, right = oyez.read(reply, ours), oyez.read(reply, theirs)
    both = left.ok and right.ok
    return left.ok, right.ok, both and same_verdict(by_path(left, ours), by_path(right, theirs))


def same_verdict(left: Any, right: Any) -> bool:
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    return same(left, right)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("corpora", type=Path, help="folder of NAME.jsonl")
    parser.add_argument("contracts", type=Path, help="JSON object from name to contract")
    args = parser.parse_args()
    contracts = {name: oyez.contract(tree) for name, tree in json.loads(args.contracts.read_text()).items()}
    print(f"{'replies of':<28}{'first':<22}{'read':>11}{'written reads':>15}{'same verdict':>14}")
    short = False
    for name, theirs, replies in sets(args.corpora, contracts):
        best = oyez.suggest(replies).best
        if best is None:
            print(f"{name:<28}nothing fits")
            short = True
            continue
        found = [alike(reply, best.contract, theirs) for reply in replies]
        ours, wanted, agreed = (sum(column) for column in zip(*found, strict=True))
        share = agreed / wanted if wanted else 0.0
        short |= share < ENOUGH
        reads = f"{ours}/{len(replies)}"
        print(f"{name:<28}{best.contract.name:<22}{reads:>11}{wanted:>15}{share:>14.1%}")
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main())
