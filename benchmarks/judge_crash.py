"""Kill a judging run at random moments, with the signal that nobody can catch, and count what was lost or asked twice.

python benchmarks/judge_crash.py --kills 50
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from judging.crash import IN_FLIGHT, crash


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--kills", type=int, default=50)
    options.add_argument("--seed", type=int, default=1)
    asked = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        made = crash(Path(folder), draws=asked.kills * 40, kills=asked.kills, seed=asked.seed)
    print(f"draws wanted                                  {made.draws}")
    print(f"kills                                         {made.kills}")
    print(f"whole answers from the server                 {made.requests}")
    print(f"  beyond one a draw                           {made.requests - made.draws}")
    print(f"  allowed: kills x draws in flight         {made.kills * IN_FLIGHT}")
    print(f"draws in the ledger that were asked for again {made.asked_again}")
    print(f"statuses                                      {made.statuses}")
    print(f"sum of statuses                               {sum(made.statuses.values())}")
    print(f"readings equal those of an undisturbed run    {made.equal}")
    print(f"faults that `verify` finds                    {made.faults}")


if __name__ == "__main__":
    main()
