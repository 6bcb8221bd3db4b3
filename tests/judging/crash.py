"""A run of oyez that is killed at random moments, over and over, against a server that has faults of its own."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec

from judging.fault_server import Act, chat, failing, serving
from judging.plans import openai, tree
from oyez.judging import load_plan, run_plan
from oyez.ledger import Ledger

FLIGHT = 8
IN_FLIGHT = FLIGHT * 2
"""Draws that are asked for and not on disk: those at the server, and those that came back and wait for the disk."""


class Crashed(msgspec.Struct, frozen=True, kw_only=True):
    """What came of it."""

    draws: int
    kills: int
    requests: int
    """Answers that the server gave and that were whole; faults that are met by asking again are not among them."""
    asked_again: int
    """Questions whose draw was in the ledger before they were asked."""
    most_repeats: int
    """Whole answers to one question beyond the first."""
    statuses: dict[str, int]
    equal: bool
    """Whether every reading is that of the undisturbed run."""
    faults: int
    """What `verify` finds."""


def item_of(body: dict[str, Any]) -> int:
    return int(body["messages"][-1]["content"].split("What is ")[1].split(" ")[0])


class Script:
    """Ten kinds of items, by their number; those that fail, fail the first time."""

    def __init__(self, delay: float) -> None:
        self.delay = delay
        self.failed: set[int] = set()
        self.whole: Counter[int] = Counter()

    def __call__(self, _number: int, _path: str, body: dict[str, Any]) -> Act:
        item = item_of(body)
        act = self._act(item)
        if act.status in (200, 400) and act.cut is None and act.body[-1:] == b"}":
            self.whole[item] += 1
        return act

    def _act(self, item: int) -> Act:
        kind = item % 10
        first = {
            1: failing(429, "rate_limit_error", headers={"retry-after": "0.01"}),
            2: failing(500),
            3: chat("VERDICT: fail", cut=40),
            4: Act(body=b'{"choices": [{"mess'),
        }
        if kind in first and item not in self.failed:
            self.failed.add(item)
            return first[kind]
        replies = {
            5: chat("", delay=self.delay),
            6: chat(None, message={"refusal": "no"}, delay=self.delay),
            7: chat("VERDICT: pa", "length", delay=self.delay),
            8: failing(400, delay=self.delay),
            9: chat("VERDICT: **pass**", model="other", delay=self.delay),
        }
        return replies.get(kind) or chat(f"VERDICT: {'pass' if item % 3 else 'fail'}", delay=self.delay)


def crash(folder: Path, draws: int, kills: int, seed: int, delay: float = 0.03) -> Crashed:
    """Run a plan of so many draws, killed so many times (or until it is done), and then to its end."""
    chance = random.Random(seed)
    script = Script(delay)
    again = done = 0
    with serving(script) as server:
        made = tree(draws, folder, openai(server.url, concurrency=FLIGHT), ledger="killed.oyez")
        (folder / "plan.json").write_text(json.dumps(made))
        plan = load_plan(folder / "plan.json")
        while done < kills:
            held = _held(plan.ledger)
            before = script.whole.copy()
            running = subprocess.Popen(
                [sys.executable, "-m", "oyez", "judge", str(folder / "plan.json")],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            seen = len(server.seen)
            _wait(lambda seen=seen: len(server.seen) > seen, running)  # it has begun to ask
            time.sleep(chance.uniform(0, 0.15))
            ended = running.poll() is not None
            running.kill()
            running.wait()
            again += sum(script.whole[item] > before[item] for item in held)
            if ended:
                break
            done += 1
        held, before = _held(plan.ledger), script.whole.copy()
        with Ledger(plan.ledger) as ledger:
            outcome = run_plan(plan, ledger)
            again += sum(script.whole[item] > before[item] for item in held)
            faults = len([*ledger.verify()])
        with Ledger(folder / "whole.oyez") as undisturbed:
            run_plan(plan, undisturbed)
        equal = _readings(plan.ledger) == _readings(str(folder / "whole.oyez"))
    requests = sum(script.whole.values()) - draws  # the undisturbed run asked for each once
    return Crashed(
        draws=draws,
        kills=done,
        requests=requests,
        asked_again=again,
        most_repeats=max(script.whole.values()) - 2,
        statuses={str(status): count for status, count in outcome.tally.statuses.items() if count},
        equal=equal,
        faults=faults,
    )


def _wait(ready: Any, running: subprocess.Popen[bytes]) -> None:
    while not ready() and running.poll() is None:
        time.sleep(0.005)


def _held(path: str) -> set[int]:
    """The items whose draws are in the ledger."""
    if not Path(path).exists():
        return set()
    with Ledger(path, readonly=True) as ledger:
        return {int((reply.item or "")[1:]) for reply in ledger.replies()}


def _readings(path: str) -> dict[str | None, Any]:
    """Every draw with all that its reading says."""
    with Ledger(path, readonly=True) as ledger:
        found = {}
        for page in ledger.draws():
            (made,) = ledger.readings_of(page.id)
            assert page.reply.id not in found
            found[page.reply.id] = msgspec.structs.astuple(made)
        return found
