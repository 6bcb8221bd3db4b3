"""How long an audit takes: 10,000 replies tried on a Python function, in this process and in one of its own.

    python benchmarks/audit.py [--count 10000] [--contract lean-faithfulness]

Prints seconds, replies a second, and the most memory that the audit took, next to reading the same replies with oyez.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path

import oyez
from oyez.audit import Audit, audit
from oyez.audit.named import named
from oyez.audit.subject import Called, Oyez, Subject

_FIRST = re.compile(r"VERDICT:\s*(FAITHFUL|MISMATCH|UNCLEAR)", re.IGNORECASE)


def first_match(text: str) -> str | None:
    """A parser as people write it."""
    found = _FIRST.search(text)
    return found[1] if found else None


def timed(name: str, make: Callable[[], Subject], terms: oyez.Contract, count: int) -> Audit:
    subject = make()
    began = time.perf_counter()
    found = audit(subject, terms, count=count)
    took = time.perf_counter() - began
    subject.close()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    faults = sum(one.count for one in found.findings)
    print(
        f"{name:34} {found.tried:>7,} replies  {took:6.1f} s  {found.tried / took:8,.0f}/s  "
        f"{faults:>6,} faults in {len(found.findings)} findings  {peak:5.0f} MiB"
    )
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--contract", default="lean-faithfulness")
    options = parser.parse_args()
    terms = oyez.contract(options.contract)
    function = f"{Path(__file__).stem}:first_match"
    os.chdir(Path(__file__).parent)
    timed("function in this process", lambda: Called(first_match), terms, options.count)
    timed("function in a process of its own", lambda: named(function, terms), terms, options.count)
    timed("known parser first-match", lambda: named("first-match", terms), terms, options.count)
    timed("oyez itself", lambda: Oyez(terms), terms, options.count)
    return 0


if __name__ == "__main__":
    sys.exit(main())
