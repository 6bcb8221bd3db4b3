"""Every draw that a plan wants, item by item: which prompt, which judge, which draw."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from oyez.core.errors import InputError
from oyez.judges import Judge
from oyez.judging.asks import Ask, ask_of
from oyez.judging.item import Item, items
from oyez.judging.plan import Plan
from oyez.judging.protocols import Shown
from oyez.rows.columns import MISSING, look_up


class Want(msgspec.Struct, frozen=True):
    """One draw before it has a prompt."""

    item: Item
    shown: Shown
    draw: int


def wants(plan: Plan) -> Iterator[Want]:
    """All draws of one judge, streamed in the order of the items. Raises `InputError` as the items do."""
    names = tuple(plan.arms)
    count = plan.protocol.draws(plan.draws)
    for item in items(plan.items, plan.arms):
        for shown in shown_of(plan, item, names):
            for draw in range(count):
                yield Want(item, shown, draw)


def shown_of(plan: Plan, item: Item, names: tuple[str, ...]) -> Iterator[Shown]:
    """The prompts of one item. Raises `InputError` with the place of its row."""
    try:
        yield from plan.protocol.show(item, names, plan.seed)
    except ValueError as fault:
        raise InputError(f"{item.place}: {fault}") from fault


def ask_for(plan: Plan, judge_digest: str, want: Want, attempt: int = 0) -> Ask:
    """The question of one draw. Raises `InputError` where a slot has nothing to fill it, with the row's place."""
    item = want.item
    mapped = {slot: look_up(item.columns, column) for slot, column in plan.items.columns.items()}
    columns = item.columns | {slot: value for slot, value in mapped.items() if value is not MISSING}
    keep = {name: found for name in plan.items.keep if (found := look_up(item.columns, name)) is not MISSING}
    try:
        return ask_of(
            plan.task,
            judge_digest,
            msgspec.structs.replace(item, columns=columns),
            want.shown,
            draw=want.draw,
            attempt=attempt,
            keep=keep,
        )
    except KeyError as fault:
        slot = fault.args[0]
        there = ", ".join(sorted({*columns, *want.shown.slots, "instructions"}))
        raise InputError(f"{item.place}: nothing fills the slot {{{slot}}}; there are {there}") from fault


def digest_of(plan: Plan, judge: Judge) -> str:
    """The digest of a judge that is asked this plan's task."""
    return judge.facts(plan.task.digest).digest


class Survey(msgspec.Struct, frozen=True, kw_only=True):
    """What a plan would ask, counted without asking."""

    items: int
    prompts: int
    """Different prompts of one judge."""
    draws: int
    """Draws of one judge."""
    tokens: int
    """A rough count of tokens of all prompts of one judge."""
    longest: int
    """A rough count of tokens of the longest prompt."""

    def by_judge(self, plan: Plan, caps: dict[str, int | None]) -> list[dict[str, Any]]:
        """A row a judge: draws, tokens in and the most that may come out, money where a price is known."""
        made = []
        for name, judge in plan.judges.items():
            cap = caps[name]
            out = None if cap is None else cap * self.draws
            money = judge.price.of(self.tokens, out or 0) if judge.price else None
            made.append(
                {
                    "judge": name,
                    "draws": self.draws,
                    "tokens in": self.tokens,
                    "most out": out,
                    "money": money,
                }
            )
        return made


def survey(plan: Plan) -> Survey:
    """Go through all items once, so that a fault in any of them shows before anything is asked."""
    seen = prompts = draws = tokens = longest = 0
    last: str | None = None
    for want in wants(plan):
        if want.item.id != last:
            seen, last = seen + 1, want.item.id
        draws += 1
        if want.draw == 0:
            size = ask_for(plan, "", want).size
            prompts += 1
            longest = max(longest, size)
        tokens += size
    return Survey(items=seen, prompts=prompts, draws=draws, tokens=tokens, longest=longest)
