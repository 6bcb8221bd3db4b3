"""Break the reader on purpose, one line at a time, and see that a test notices.

`tests/mutants.toml` lists what is replaced by what, and which test file must fail. Each mutant is put into a copy
of the project in a temporary folder; its tests run there with a fixed seed. Prints killed or SURVIVED
for each; exit code 1 if any survived or no longer fits the source.

    python benchmarks/mutants.py [--only WORDS] [--jobs 2]
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
PATIENCE = 200
"""Seconds of processor time after which a run is stopped, which kills the mutant: an endless scan is noticed too."""
NO_TESTS = 5
"""The exit code of pytest where the file holds no test of that kind."""


class Mutant(NamedTuple):
    """One line broken on purpose."""

    file: str
    old: str
    new: str
    tests: str


def mutants() -> list[Mutant]:
    """The table, in its order."""
    with (ROOT / "tests" / "mutants.toml").open("rb") as file:
        return [Mutant(**row) for row in tomllib.load(file)["mutant"]]


def copied(folder: Path) -> Path:
    """A copy of the project as the tests need it."""
    for name in ("src", "tests", "benchmarks"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def passes(folder: Path, tests: str) -> bool:
    """Whether the tests pass in that copy, tables first; tests that do not end do not pass."""
    return all(_run(folder, tests, kind) for kind in ("not hypothesis", "hypothesis"))


def _run(folder: Path, tests: str, kind: str) -> bool:
    search = os.pathsep.join(str(folder / name) for name in ("src", "tests", "benchmarks"))
    limited = ["sh", "-c", f'ulimit -t {PATIENCE}; exec "$@"', "sh"]
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--hypothesis-seed=3"]
    done = subprocess.run(
        [*limited, *command, "-m", kind, f"tests/{tests}"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": search, "OYEZ_PROFILE": "mutants", "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        check=False,
    )
    return done.returncode in (0, NO_TESTS)


def fate(mutant: Mutant) -> str:
    """`killed`, `SURVIVED`, or that it no longer fits the source."""
    with tempfile.TemporaryDirectory() as made:
        folder = copied(Path(made))
        path = folder / "src" / "oyez" / mutant.file
        source = path.read_text(encoding="utf-8") if path.exists() else ""
        if source.count(mutant.old) != 1:
            return "DOES NOT FIT"
        path.write_text(source.replace(mutant.old, mutant.new), encoding="utf-8")
        return "SURVIVED" if passes(folder, mutant.tests) else "killed"


def sound(files: set[str]) -> list[str]:
    """The test files that fail without any mutant: they could kill nothing."""
    with tempfile.TemporaryDirectory() as made:
        folder = copied(Path(made))
        return [name for name in sorted(files) if not passes(folder, name)]


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument(
        "--only", default="", help="words of the file, the old or the new text, with commas between"
    )
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--trust", action="store_true", help="do not run the tests without a mutant first")
    options = parser.parse_args()
    chosen = [one for one in mutants() if any(words in " ".join(one) for words in options.only.split(","))]
    failing = [] if options.trust else sound({one.tests for one in chosen})
    if failing:
        print(f"fail without a mutant: {', '.join(failing)}")
        return 1
    began = time.perf_counter()
    fates = []
    with ThreadPoolExecutor(options.jobs) as pool:
        for mutant, end in zip(chosen, pool.map(fate, chosen), strict=True):
            fates.append(end)
            print(
                f"{end:12} {mutant.file:32} {mutant.old.strip()[:70]!r} -> {mutant.new.strip()[:40]!r}",
                flush=True,
            )
    killed = fates.count("killed")
    print(f"{killed} of {len(fates)} killed in {time.perf_counter() - began:.0f} s")
    return 0 if killed == len(fates) else 1


if __name__ == "__main__":
    sys.exit(main())
