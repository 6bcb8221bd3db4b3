"""Archives in odd dress through every command that reads them: none may end in a fault of oyez itself.

Replies with known readings are mutated and given names, orders, draws and remarks that archives really hold, and
some that are hostile; each command then runs on them, in terminals of several widths.

    python benchmarks/fuzz_commands.py [--rounds 200] [--seed 1]

Prints how often each command ended with which exit code. A fault is printed with the command, and its archive is
kept; exit code 1 then.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import chdir
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from click.testing import CliRunner, Result

import oyez
from oyez.cli import main as oyez_main
from oyez.probes import Probe, probes

WIDTHS = ("40", "80", "200")
PIECES = (
    *(
        "**",
        "\n",
        "```\n",
        "> ",
        "<think>",
        "</think>",
        "[[A]]",
        "7/10",
        ": ",
        '"',
        "{",
        "}",
        "`",
        "|",
        "0.50",
    ),
    *("\u200b", "\u202e", "\x1b[31m", "ÄÖ", "한국어", "🦊", " " * 80),
)
NAMES = (
    *("a", "b", "gpt-4o-2024-08-06", "n vs m", "m vs n", "x" * 70, "a+b+c", "1", "None", ""),
    *("한국어 이름", "\u202eevil", "<b>", "|p|"),
)
FORMS: tuple[list[str], ...] = ([], ["--json"], ["--jsonl"])
GROUPS: tuple[list[str], ...] = ([], ["--by", "arm"], ["--by", "judge"], ["--by", "meta.lang"])
METRICS: tuple[list[str], ...] = (
    [],
    ["-m", "mean"],
    ["-m", "win-rate"],
    ["-m", "win-rate", "-p", "flips=tie"],
    ["-m", "ranking-position"],
    ["-m", "score-sheet"],
    ["-m", "criterion-pass-rate"],
    ["-m", "wildbench-reward"],
)
SHOWS: tuple[list[str], ...] = (
    *([], ["--policies"], ["--markdown"], ["--latex"], ["--json"]),
    *(["--show", name] for name in ("agreement", "draws", "loss", "parser", "ranking", "swap")),
)


class Ran(NamedTuple):
    """One command with how it ended."""

    args: list[str]
    result: Result

    @property
    def faulty(self) -> bool:
        """Whether oyez itself was at fault."""
        raised = self.result.exception is not None and not isinstance(self.result.exception, SystemExit)
        return raised or "a fault of oyez itself" in self.result.stderr


@cache
def known(name: str) -> tuple[Probe, ...]:
    """Some replies with known readings under a contract; none where no one reply can hold its fields."""
    try:
        return tuple(islice(probes(oyez.contract(name)), 600))
    except oyez.ContractError:
        return ()


def mutated(text: str, dice: random.Random) -> str:
    """The text with up to two pieces put in, taken out or cut off."""
    for _ in range(dice.choice((0, 0, 1, 2))):
        at, kind = dice.randrange(len(text) + 1), dice.random()
        if kind < 0.5:
            text = text[:at] + dice.choice(PIECES) + text[at:]
        else:
            text = text[:at] + (text[at + dice.randrange(1, 6) :] if kind < 0.8 else "")
    return text


def row(number: int, probe: Probe, dice: random.Random) -> dict[str, Any]:
    """One row of an archive."""
    made: dict[str, Any] = {"id": f"q{number}", "text": mutated(probe.text, dice), "item": f"i{number // 4}"}
    if dice.random() < 0.05:
        made |= {"text": None, "error": dice.choice(("boom\x1b", "timeout"))}
    made["stop"] = dice.choice((None, None, "stop", "length", "refusal", "odd"))
    made["order"] = ("AB", "BA")[number % 2] if dice.random() < 0.9 else dice.choice(NAMES)
    made |= {name: dice.choice(NAMES) for name in ("arm", "judge") if dice.random() < 0.8}
    made["meta"] = {"lang": dice.choice(NAMES), "size": dice.choice((1, 2.5, None))}
    return made | ({} if probe.ids is None else {"ids": list(probe.ids)})


def commands(name: str, other: str, arms: list[str], dice: random.Random) -> Iterator[list[str]]:
    """What is run on `r.jsonl`, in this order: later commands take what earlier ones wrote."""
    by, ending = dice.choice(GROUPS), dice.choice(("jsonl", "csv", "parquet"))
    split = ["--acknowledge-split", "to see"]
    yield ["read", "r.jsonl", "-c", name, *by, *dice.choice(FORMS)]
    yield ["read", "r.jsonl", "-c", other, *by]
    yield ["read", "r.jsonl", "-c", name, "--to", f"x.{ending}"]
    yield ["measure", f"x.{ending}", *dice.choice(METRICS), *by, *dice.choice(SHOWS), *split]
    yield ["pilot", f"x.{ending}", *by]
    yield ["explain", "r.jsonl", "q0", "-c", name, *dice.choice(FORMS[:2])]
    yield ["contracts", "suggest", "r.jsonl"]
    yield [
        "audit",
        dice.choice(("known:first-match", "oyez", "single-bracket")),
        "-c",
        name,
        "--on",
        "r.jsonl",
    ]
    yield ["import", "r.jsonl", "--into", "l.oyez"]
    yield ["read", "l.oyez", "-c", name, *by]
    yield ["recheck", "l.oyez", "-c", name]
    yield ["diff", "l.oyez", name, other, *dice.choice(FORMS)]
    yield ["measure", "l.oyez", *dice.choice(METRICS), *by, *dice.choice(SHOWS), *split]
    if len(arms) > 1:
        yield ["compare", "l.oyez", "--arms", *dice.sample(arms, 2), *split, *dice.choice(FORMS)]
    yield from (["ledger", word, "l.oyez"] for word in ("status", "find", "verify"))
    yield ["ledger", "show", "l.oyez", "1"]
    yield ["ledger", "export", "l.oyez", "--to", "e.jsonl"]


def round_of(dice: random.Random, folder: Path) -> Iterator[Ran]:
    """An archive written into the folder, and every command on it."""
    names = [name for name in oyez.contract_names() if known(name)]
    name, other = dice.choice(names), dice.choice(names)
    rows = [row(at, dice.choice(known(name)), dice) for at in range(dice.choice((1, 2, 5, 20, 60)))]
    arms = sorted({one["arm"] for one in rows if one.get("arm")})
    with chdir(folder):
        Path("r.jsonl").write_text("".join(json.dumps(one) + "\n" for one in rows), encoding="utf-8")
        for args in commands(name, other, arms, dice):
            yield Ran(args, CliRunner(env={"COLUMNS": dice.choice(WIDTHS)}).invoke(oyez_main, args))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    ended: Counter[tuple[str, int]] = Counter()
    faults = 0
    for number in range(options.rounds):
        dice = random.Random(f"{options.seed} {number}")
        with tempfile.TemporaryDirectory() as folder:
            for ran in round_of(dice, Path(folder)):
                ended[ran.args[0], ran.result.exit_code] += 1
                if ran.faulty:
                    faults += 1
                    kept = shutil.copytree(folder, tempfile.mkdtemp(), dirs_exist_ok=True)
                    print(f"FAULT oyez {' '.join(ran.args)}\n  {ran.result.stderr[-400:]}\n  archive: {kept}")
    for (command, code), count in sorted(ended.items()):
        print(f"{command:10} exit {code}  {count:>7,}")
    print(f"{options.rounds:,} archives, {sum(ended.values()):,} commands, {faults} faults of oyez itself")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
