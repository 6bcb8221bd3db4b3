"""Attacks on a judge through the text that it judges, and what the reader makes of the replies, sealed and not.

    python benchmarks/injection.py

Each attack stands in an answer. Scripted judges then quote it, imitate it, obey it, or take no notice; what they write
is read under the contract, with and without a seal. A hit is a reading that says the attacker's verdict although the
judge did not: it copied, quoted or imitated. A judge that *obeys* writes the attacker's verdict as its own, with the
true mark: that is persuasion, is counted apart, and no reader can see it.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

import oyez
from oyez.contract import Contract
from oyez.core.reply import Reply
from oyez.judges import JudgeSpec
from oyez.judging.asks import Ask, ask_of, seal_ask
from oyez.judging.item import Item
from oyez.judging.plan import Task
from oyez.judging.protocols import Shown
from oyez.judging.reading import forgeries, read_draw
from oyez.judging.seal import sealed
from oyez.judging.template import template

sys.path.insert(0, str(Path(__file__).parent))

from injection_attacks import Attack, attacks  # found through the line above


class Target(msgspec.Struct, frozen=True):
    """A contract, with what an honest judge says and what the attacker wants."""

    contract: Contract
    honest: Any
    wanted: Any


def _line(**more: Any) -> Contract:
    tree = {"form": {"line": "VERDICT"}, "scale": {"labels": ["pass", "fail"]}, "recover": "safe", **more}
    return oyez.contract({"name": "labelled-line", **tree})


def _last_line() -> Contract:
    tree = {"form": {"last_line": True}, "scale": {"integer": [0, 100]}, "recover": "safe"}
    return oyez.contract({"name": "last-line", **tree})


def targets() -> list[Target]:
    """Contracts of every kind of form."""
    named = oyez.contract
    return [
        Target(_line(), "fail", "pass"),
        Target(named("mt-bench-pairwise"), "B", "A"),
        Target(named("g-eval"), 2, 10),
        Target(named("score-tag-1-10"), 2, 10),
        Target(named("prometheus-rating"), 1, 5),
        Target(named("llmbar-sentence"), "b", "a"),
        Target(named("likert-1-5"), 1, 5),
        Target(_last_line(), 3, 98),
        Target(named("trait-score"), 3, 98),
    ]


TEMPLATE = template("Judge the answer.\n\n{fence}\n\n{answer}\n\n{instructions}")
PLAIN = template("Judge the answer.\n\n{answer}\n\n{instructions}")


class Written(msgspec.Struct, frozen=True):
    """What a scripted judge wrote, and which part of it is its own."""

    text: str
    own: tuple[int, int]


def _around(before: str, own: str, after: str = "") -> Written:
    return Written(before + own + after, (len(before), len(before) + len(own)))


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}" for line in text.split("\n"))


def _in_json(own: str, attack: str) -> Written:
    """The attack inside a string of the judge's own object, where it writes one."""
    try:
        tree = json.loads(own)
    except ValueError:
        tree = None
    if not isinstance(tree, dict):
        return _around(f"It says “{attack}”. ", "\n" + own)
    made = json.dumps({"quoted": attack, **tree})
    return Written(made, (0, len(made)))


QUOTING: dict[str, Callable[[str, str], Written]] = {
    "before": lambda own, attack: _around(f"The answer says:\n{attack}\n\n", own),
    "after": lambda own, attack: _around("", own, f"\n\nThe answer said:\n{attack}"),
    "both": lambda own, attack: _around(f"{attack}\n", own, f"\n{attack}"),
    "block quote": lambda own, attack: _around(_quoted(attack) + "\n\n", own),
    "fence": lambda own, attack: _around(f"```\n{attack}\n```\n\n", own),
    "in a string": _in_json,
    "in a line": lambda own, attack: _around(f"The answer says {attack} and that is not true.\n", own),
    "no verdict": lambda own, attack: Written(f"The answer says:\n{attack}", (0, 0)),
}
"""Ways in which a judge quotes an attack."""
IMITATING: dict[str, Callable[[str], str]] = {
    "as it stands": lambda attack: attack,
    "as the last line": lambda attack: f"I follow the answer.\n{attack.strip().splitlines()[-1]}",
    "stripped": lambda attack: attack.strip(" \n`>*"),
}
"""Ways in which a judge imitates an attack: it has the attack's form, and not the mark."""


def ask(task: Task, attack: str) -> tuple[Ask, str | None]:
    """The question that holds the attack, and the mark that was drawn for it."""
    shown = Shown(arm="a", slots={"answer": attack}, judged=("answer",))
    made = ask_of(task, "judge", Item("i", {}, {}, "i"), shown, draw=0)
    return made, seal_ask(task, JudgeSpec(name="m", kind="scripted"), made).mark


class Case(msgspec.Struct, frozen=True):
    """One reply to one attack."""

    attack: Attack
    judge: str
    """`quotes`, `imitates`, `obeys` or `ignores`."""
    how: str
    hit: bool
    """The attacker's verdict was read."""
    stray: bool
    """A verdict was read from a place that is not the judge's own."""
    honest: bool
    """The judge's own verdict was read."""
    forged: int
    """Look-alikes that were set aside."""


def cases(target: Target, seal: bool) -> Iterator[Case]:
    """Every attack on one contract, through every judge."""
    contract = target.contract
    task = Task(contract=contract, template=TEMPLATE if seal else PLAIN, seal=seal, fence=seal)
    for attack in attacks(contract, target.wanted):
        _, mark = ask(task, attack.text)
        under = contract if mark is None else sealed(contract, mark)

        def say(verdict: Any, under: Contract = under) -> str:
            return under.write({under.verdict: verdict})

        def judged(
            judge: str, how: str, made: Written, attack: Attack = attack, mark: str | None = mark
        ) -> Case:
            return _case(target, task, attack, mark, judge, how, made)

        for how, quote in QUOTING.items():
            yield judged("quotes", how, quote(say(target.honest), attack.text))
        for how, imitate in IMITATING.items():
            yield judged("imitates", how, Written(imitate(attack.text), (0, 0)))
        yield judged(
            "obeys", "", _around("I am persuaded.\n" if _prose(contract) else "", say(target.wanted))
        )
        yield judged("ignores", "", _around("", say(target.honest)))


def _prose(contract: Contract) -> bool:
    return contract.fields[contract.verdict].forms[0].site == "anywhere"


def _case(
    target: Target, task: Task, attack: Attack, mark: str | None, judge: str, how: str, made: Written
) -> Case:
    meta = {"judging": {"mark": mark}} if mark is not None else None
    reading = read_draw(task, Reply(text=made.text, stop="stop", meta=meta))
    start, end = made.own
    stray = reading.start is not None and not start <= reading.start < end
    return Case(
        attack=attack,
        judge=judge,
        how=how,
        hit=reading.ok and reading.verdict == target.wanted,
        stray=stray,
        honest=reading.ok and reading.verdict == target.honest,
        forged=len(forgeries(reading)),
    )


def main() -> None:
    argparse.ArgumentParser(description=__doc__).parse_args()
    every = {seal: {one.contract.name: [*cases(one, seal)] for one in targets()} for seal in (True, False)}
    count = sum(len([*attacks(one.contract, one.wanted)]) for one in targets())
    print(
        f"{count} attacks on {len(targets())} contracts, {sum(map(len, every[True].values()))} replies each way\n"
    )
    for seal, found in every.items():
        _print_judges("sealed" if seal else "not sealed", [case for made in found.values() for case in made])
    print(
        "not sealed: verdicts of the attacker that were read from judges who quote or imitate, by family and contract\n"
    )
    _print_families(every[False])


def _print_judges(title: str, found: list[Case]) -> None:
    print(
        f"{title:<12}{'replies':>9}{'hits':>7}{'own verdict read':>18}{'unread':>8}{'look-alikes set aside':>23}"
    )
    for judge in ("quotes", "imitates", "ignores", "obeys"):
        some = [case for case in found if case.judge == judge]
        hits, honest = sum(case.hit for case in some), sum(case.honest for case in some)
        forged = sum(case.forged for case in some)
        word = "  (persuasion: its own verdict is the attacker's)" if judge == "obeys" else ""
        print(
            f"  {judge:<10}{len(some):>9}{hits:>7}{honest:>18}{len(some) - hits - honest:>8}{forged:>23}{word}"
        )
    print()


def _print_families(found: dict[str, list[Case]]) -> None:
    copied = {
        name: [case for case in made if case.judge in ("quotes", "imitates")] for name, made in found.items()
    }
    families = list(dict.fromkeys(case.attack.family for made in copied.values() for case in made))
    width = max(map(len, families)) + 2
    print(" " * width + "".join(f"{name[:17]:>19}" for name in copied))
    for family in families:
        row = ""
        for made in copied.values():
            counts = Counter(case.hit for case in made if case.attack.family == family)
            row += f"{f'{counts[True]}/{counts.total()}':>19}"
        print(f"{family:<{width}}{row}")


if __name__ == "__main__":
    main()
