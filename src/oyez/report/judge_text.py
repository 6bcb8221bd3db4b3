"""A judging run in words: what it would ask, how far it is, and what it came to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from oyez.core.status import Status
from oyez.core.tally import Tally
from oyez.judging.outcome import Outcome
from oyez.judging.plan import Plan
from oyez.judging.wants import Survey


def counts_line(counts: Mapping[Status, int]) -> str:
    """`read 40 · absent 3`: the statuses that there are, in their order."""
    return " · ".join(f"{status} {counts[status]:,}" for status in Status if counts.get(status))


def dry_lines(plan: Plan, found: Survey, caps: dict[str, int | None], there: dict[str, int]) -> list[str]:
    """What a plan would ask, a line a judge."""
    size = f"{found.items:,} items, {found.prompts:,} prompts, {found.draws:,} draws a judge"
    lines = [f"{plan.name}: {size}; contract {plan.task.contract.ref}, protocol {plan.protocol.name}"]
    for row in found.by_judge(plan, caps):
        name = row["judge"]
        out = "no cap set" if row["most out"] is None else f"at most {row['most out']:,} out"
        money = "" if row["money"] is None else f", at most {row['money']:.2f} in money"
        held = f"{there[name]:,} in the ledger, " if there[name] else ""
        lines.append(
            f"  {name}: {held}{row['draws'] - there[name]:,} calls to make; all draws: "
            f"about {row['tokens in']:,} tokens in, {out}{money}"
        )
    return lines


def dry_tree(plan: Plan, found: Survey, caps: dict[str, int | None], there: dict[str, int]) -> dict[str, Any]:
    """The same as one JSON object."""
    judges = [row | {"in ledger": there[row["judge"]]} for row in found.by_judge(plan, caps)]
    return {
        "plan": plan.name,
        "items": found.items,
        "prompts": found.prompts,
        "draws": found.draws,
        "contract": plan.task.contract.ref,
        "protocol": plan.protocol.name,
        "judges": judges,
    }


def outcome_lines(outcome: Outcome, plan: Plan) -> list[str]:
    """What a run did, beside the table of readings."""
    first = f"asked {outcome.asked:,}, in the ledger before {outcome.stored:,}"
    if outcome.retries:
        first += f"; {outcome.retries:,} attempts failed in transport and were made again"
    lines = [first]
    if outcome.reasked:
        lines.append(
            f"{outcome.reasked:,} draws are further attempts at an unread reply (reask = {plan.reask}): every attempt "
            "is kept and counted, and a number taken from the last attempts is selected for being readable"
        )
    lines += [
        f"{count:,} replies came from a model that calls itself {model!r}, which was not asked for"
        for model, count in outcome.models.items()
    ]
    if outcome.forged:
        lines.append(
            f"{outcome.forged:,} look-alikes of a sealed verdict were set aside (problem `unsealed`)"
        )
    spent = outcome.spent
    if spent.calls:
        money = f", {spent.money:.4f} in money" if spent.money else ""
        lines.append(f"{spent.calls:,} calls, about {spent.tokens:,} tokens{money}")
    if outcome.why is not None:
        lines.append(f"stopped early: {outcome.why}; the same command goes on from here")
    return lines


def coverage_line(tally: Tally) -> str:
    """The counts by status of all draws so far."""
    return f"{tally.replies:,} draws: {counts_line(tally.statuses)}"
